import importlib.metadata
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion import bootstrap


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A checkout with two pinned packages and no `.venv`, in which commands are only written down."""
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("# To play\nDjango==5.2\n\n# Development only\npytest==9.0\n")
    venv = tmp_path / ".venv"
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", requirements)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    monkeypatch.setattr(bootstrap, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(bootstrap, "STAMP", venv / "made-from")
    return House(requirements, venv, monkeypatch)


class House:
    def __init__(self, requirements: Path, venv: Path, monkeypatch: pytest.MonkeyPatch):
        self.requirements = requirements
        self.venv = venv
        self.ran: list[str] = []
        self.problem: BaseException | None = None
        monkeypatch.setattr(bootstrap.subprocess, "run", self.run)

    def run(self, command, **_):
        step = "create" if "venv" in command else "install"
        self.ran.append(step)
        if step == "create":
            shutil.rmtree(self.venv, ignore_errors=True)
            (self.venv / "bin").mkdir(parents=True)
            (self.venv / "lib" / "python{}.{}".format(*sys.version_info)).mkdir(parents=True)
            (self.venv / "bin" / "python").touch()
        elif self.problem:
            raise self.problem

    def make(self, command):
        self.ran.clear()
        bootstrap.make(command)
        return self.ran


def test_play_needs_only_what_stands_above_the_development_section(house):
    assert bootstrap.pins("play") == ["Django==5.2"]
    assert bootstrap.pins("test") == ["Django==5.2", "pytest==9.0"]


def test_a_second_start_does_nothing(house):
    assert house.make("play") == ["create", "install"]
    assert house.make("play") == []


def test_what_was_made_for_the_tests_is_good_for_play_but_not_the_other_way_round(house):
    house.make("play")
    assert house.make("test") == ["install"]
    assert house.make("play") == []


def test_changed_requirements_are_installed_over_the_old_ones(house):
    house.make("play")
    house.requirements.write_text(house.requirements.read_text().replace("5.2", "5.3"))
    assert house.make("play") == ["install"]
    assert house.make("play") == []


def test_a_half_made_environment_is_made_again(house):
    (house.venv / "bin").mkdir(parents=True)
    (house.venv / "bin" / "python").touch()
    assert house.make("play") == ["create", "install"]


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (subprocess.CalledProcessError(1, ["pip"]), "The same command tries again"),
        (KeyboardInterrupt(), "Stopped. The same command starts again"),
    ],
    ids=["failed", "stopped"],
)
def test_an_upgrade_that_did_not_end_is_made_again_from_nothing(house, problem, said):
    house.make("play")
    house.problem = problem
    with pytest.raises(SystemExit, match=said):
        house.make("test")
    house.problem = None
    assert house.make("test") == ["create", "install"]


def test_an_environment_of_another_python_is_made_again(house):
    house.make("play")
    shutil.rmtree(house.venv / "lib")
    bootstrap.STAMP.write_text("made from another Python")
    assert house.make("play") == ["create", "install"]


def test_the_second_of_two_commands_waits_and_finds_the_work_done(house, capsys):
    with bootstrap.only_one_at_a_time():
        second = threading.Thread(target=bootstrap.make, args=("play",))
        second.start()
        second.join(timeout=0.2)
        assert second.is_alive()
        bootstrap.create_venv()
        bootstrap.STAMP.write_text(bootstrap.stamp("play"))
    second.join(timeout=10)
    assert not second.is_alive()
    assert house.ran == ["create"]
    assert "waiting" in capsys.readouterr().err


def test_a_python_that_cannot_make_environments_says_which_package_is_missing(house, monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(bootstrap, "become_root", lambda: None)
    with pytest.raises(SystemExit, match=r"sudo apt install python3\.\d+-venv"):
        house.make("play")


def test_an_activated_environment_is_used_if_it_has_every_pinned_version(house, monkeypatch):
    here = importlib.metadata.version("pytest")
    monkeypatch.setattr(sys, "prefix", "/somewhere/else")
    house.requirements.write_text(f"pytest=={here}\n")
    assert bootstrap.ready_here("test")
    house.requirements.write_text("pytest==0.1\n")
    assert not bootstrap.ready_here("test")
    house.requirements.write_text("no-such-package==1.0\n")
    assert not bootstrap.ready_here("test")


def test_a_systems_python_is_never_used_as_it_is(house, monkeypatch):
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    house.requirements.write_text("# Development only\n")
    assert not bootstrap.ready_here("test")


def test_other_commands_without_django_say_what_to_do(tmp_path):
    root = bootstrap.ROOT
    (tmp_path / "companion").mkdir()
    for name in ("manage.py", "companion/__init__.py", "companion/bootstrap.py"):
        shutil.copy(root / name, tmp_path / name)
    # -S hides every installed package, as on a bare machine.
    ran = subprocess.run([sys.executable, "-S", "manage.py", "migrate"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.startswith("Django is not installed here, so `migrate` cannot run.")
    assert "python3 manage.py play" in ran.stderr


def test_everything_that_a_pinned_package_needs_is_pinned_too():
    pinned = {canonicalize_name(Requirement(pin).name) for pin in bootstrap.pins("test")}
    for pin in map(Requirement, bootstrap.pins("test")):
        for line in importlib.metadata.requires(pin.name) or []:
            need = Requirement(line)
            wanted = any(need.marker is None or need.marker.evaluate({"extra": e}) for e in pin.extras or {""})
            assert not wanted or canonicalize_name(need.name) in pinned, f"{pin.name} needs {need.name}"


def test_the_browser_tests_need_chromium_and_a_library_of_their_driver(monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(bootstrap, "find_browser", lambda: None)
    monkeypatch.setattr(bootstrap, "find_library", lambda name: None)
    monkeypatch.setattr(bootstrap, "become_root", lambda: None)
    bootstrap.ensure_browser()
    assert "will not run: chromium and libatomic1 could not be installed" in capsys.readouterr().err


def test_what_the_browser_tests_have_already_is_not_installed(monkeypatch):
    monkeypatch.setattr(bootstrap, "find_browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(bootstrap, "find_library", lambda name: "libatomic.so.1")
    monkeypatch.setattr(bootstrap, "runs", lambda *_, **__: pytest.fail("nothing to install"))
    bootstrap.ensure_browser()


def test_nginx_is_installed_where_the_tests_run_on_postgresql_and_nowhere_else(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(bootstrap, "find_nginx", lambda: None)
    monkeypatch.setattr(bootstrap, "apt_install", asked.append)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    bootstrap.ensure_nginx()
    assert not asked
    monkeypatch.setenv("DATABASE_URL", "postgres://127.0.0.1/companion")
    bootstrap.ensure_nginx()
    assert asked == ["nginx"]
    assert "The tests of several processes will not run: nginx could not be installed" in capsys.readouterr().err


def test_a_package_that_apt_does_not_know_is_tried_again_after_an_update(monkeypatch):
    ran = []

    def runs(command, **_):
        ran.append(next(word for word in command if word in ("install", "update")))
        return ran.count("install") == 2

    monkeypatch.setattr(bootstrap, "runs", runs)
    monkeypatch.setattr(bootstrap, "become_root", list)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert bootstrap.apt_install("chromium")
    assert ran == ["install", "update", "install"]
