"""Makes a bare machine able to run `manage.py play` and `manage.py test`. Standard library only.

Both commands run inside the project's own `.venv`, since Debian's Python refuses pip outside a virtual
environment. A stamp in it tells what it was made from, so that a later start only reads two small files.
"""

import fcntl
import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from itertools import chain
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements.txt"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "made-from"

DEVELOPMENT = "# Development only"
# Where there is one without a window of its own it comes first: each tablet of a test costs it about half.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def prepare(command: str) -> None:
    """Return when this process can run a command of manage.py; else start it again inside `.venv`."""
    if command in ("play", "test"):
        enter(command)
    elif not virtual() and PYTHON.exists():
        start_again_inside()
    elif importlib.util.find_spec("django") is None:
        sys.exit(
            f"Django is not installed here, so `{command or 'manage.py'}` cannot run. "
            "`python3 manage.py play` and `python3 manage.py test` install what is needed into .venv."
        )


def enter(command: str) -> None:
    """Return when this process has everything that play or test needs, making `.venv` if it must."""
    if not ready_here(command):
        make(command)
        start_again_inside()
    if command == "test":
        ensure_browser()
        ensure_nginx()


def ready_here(command: str) -> bool:
    """Whether this interpreter may run the command as it is.

    A virtual environment that somebody activated is used if it has every pinned version; a system's Python
    never is.
    """
    if inside_venv():
        return fresh(command)
    return virtual() and all(installed(pin) for pin in pins(command))


def virtual() -> bool:
    """Whether this interpreter belongs to a virtual environment, any one."""
    return sys.prefix != sys.base_prefix


def inside_venv() -> bool:
    """Whether this interpreter is the one in `.venv`."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def pins(command: str) -> list[str]:
    """Return the pinned packages that a command needs, as pip reads them."""
    text = REQUIREMENTS.read_text(encoding="utf-8")
    if command == "play":
        text = text.partition(DEVELOPMENT)[0]
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def installed(pin: str) -> bool:
    """Whether this interpreter has exactly the pinned version of a package."""
    name, _, version = pin.partition("==")
    try:
        return importlib.metadata.version(name.partition("[")[0]) == version
    except importlib.metadata.PackageNotFoundError:
        return False


def stamp(command: str) -> str:
    """Return what `.venv` is made from: the Python version and the pinned packages, as a hash."""
    made_from = [platform.python_implementation(), *map(str, sys.version_info[:2]), *pins(command)]
    return hashlib.sha256("\n".join(made_from).encode()).hexdigest()


def fresh(command: str) -> bool:
    """Whether `.venv` is complete and up to date; one made for `test` is good for `play` too."""
    if not PYTHON.exists() or not STAMP.exists():
        return False
    return STAMP.read_text(encoding="utf-8") in {stamp(command), stamp("test")}


def make(command: str) -> None:
    """Bring `.venv` to what a command needs, unless another process has just done so."""
    with only_one_at_a_time():
        if fresh(command):
            return
        try:
            if not inside_venv() and not upgradable():
                create_venv()
            STAMP.unlink(missing_ok=True)
            install_packages(command)
            STAMP.write_text(stamp(command), encoding="utf-8")
        except OSError as problem:
            sys.exit(f"Could not make {VENV}: {problem}")
        except subprocess.CalledProcessError:
            sys.exit(f"Could not make {VENV}: the reason is above. The same command tries again.")
        except KeyboardInterrupt:
            sys.exit("Stopped. The same command starts again.")


@contextmanager
def only_one_at_a_time() -> Iterator[None]:
    """Hold the lock on getting this checkout ready: requirements.txt itself, so that no file is left behind."""
    with REQUIREMENTS.open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another command is getting things ready; waiting for it ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def upgradable() -> bool:
    """Whether `.venv` was once complete and has this Python version: then pip only changes what differs."""
    library = VENV / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return STAMP.exists() and PYTHON.exists() and library.is_dir()


def create_venv() -> None:
    """Make an empty `.venv` with pip in it, clearing what half a run left there."""
    ensure_venv_module()
    say(f"Making a virtual environment in {VENV} ...")
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)


def ensure_venv_module() -> None:
    """Install what Debian takes out of Python's own venv module, or say which package it is in."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not apt_install(package):
        sys.exit(
            "This Python cannot make a virtual environment. "
            f"Install {package} (`sudo apt install {package}`), then give the same command again."
        )


def install_packages(command: str) -> None:
    """Install the pinned packages into `.venv` with pip, as pip is configured on this machine."""
    say("Installing packages ...")
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([str(PYTHON), "-m", "pip", "install", *quiet, *pins(command)], check=True)


def find_browser() -> str | None:
    """Return the path of a Chromium, the system's or one that Playwright has downloaded, or None."""
    downloads = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    on_path = filter(None, map(shutil.which, BROWSERS))
    downloaded = map(str, downloads.glob("chromium-*/chrome-linux*/chrome"))
    return next(chain(on_path, downloaded), None)


def missing_for_browser() -> list[str]:
    """Return the Debian packages that the browser tests lack here: Chromium, and what Playwright's driver links to."""
    missing = []
    if not find_browser():
        missing.append("chromium")
    if sys.platform == "linux" and not find_library("atomic"):
        missing.append("libatomic1")
    return missing


def ensure_browser() -> None:
    """Install what the browser tests need where this process may; without it they are skipped."""
    for package in missing_for_browser():
        # Debian has one without a window besides, and whoever has only the other kind is served as well.
        if package != "chromium" or not apt_install("chromium-headless-shell"):
            apt_install(package)
    if not find_browser() and become_root() is not None:
        # Ubuntu has Chromium only as a snap, which a container cannot install; Playwright brings one of its own.
        runs([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"])
    if missing := missing_for_browser():
        say(f"The browser tests will not run: {' and '.join(missing)} could not be installed.")


def find_nginx() -> str | None:
    """Return the path of nginx, which Debian puts where only root's commands are looked for, or None."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def missing_for_nginx() -> list[str]:
    """Return the Debian packages that the tests of several processes lack here: nginx, and what makes certificates."""
    found = {"nginx": find_nginx(), "openssl": shutil.which("openssl")}
    return [package for package, path in found.items() if not path]


def ensure_nginx() -> None:
    """Install what several processes are tested behind, which is on PostgreSQL alone: Debian starts it at once."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return
    for package in missing_for_nginx():
        apt_install(package)
    if missing := missing_for_nginx():
        say(f"The tests of several processes will not run: {' and '.join(missing)} could not be installed.")


def apt_install(package: str) -> bool:
    """Install a Debian package if this process may, and return whether it is installed."""
    become = become_root()
    if become is None or not shutil.which("apt-get"):
        return False
    say(f"Installing {package} with apt ...")
    apt = [*become, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]
    install = [*apt, "install", "-y", "--no-install-recommends", package]
    if runs(install):
        return True
    # A machine that never updated its package lists knows no package, and old lists name files that are gone.
    runs([*apt, "update"])
    return runs(install, show=True)


def become_root() -> list[str] | None:
    """Return what to put before a command to run it as root, or None where that would ask for a password."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and runs(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def runs(command: list[str], *, show: bool = False) -> bool:
    """Run a command and return whether it succeeded, with its complaints shown if asked."""
    hide = None if show else subprocess.DEVNULL
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=hide)
    return done.returncode == 0


def start_again_inside() -> NoReturn:
    """Replace this process by the same command line, run by the Python in `.venv`."""
    os.execv(PYTHON, [str(PYTHON), *sys.argv])


def say(line: str) -> None:
    """Tell what takes so long; on standard error, which leaves a command's own output alone."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    make("test")
