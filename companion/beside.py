"""A server beside the one that is played on, with another data folder and another port."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.bootstrap import ROOT

OURS = ("DATABASE_URL", "COMPANION_DATA", "SECRET_KEY", "ALLOWED_HOSTS", "DJANGO_SETTINGS_MODULE", "STATIC_ROOT")
"""What an environment may say of the app that is played on, and a server beside it must not hear."""


class NotServed(Exception):
    """The server beside did not start; what it had to say."""


def environment(data: Path | str, **more: str) -> dict[str, str]:
    """The environment of a process that keeps what it keeps in a folder."""
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**inherited, "COMPANION_DATA": str(data), **more}


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@dataclass(frozen=True)
class Beside:
    """A server that was started beside: its port, and its process."""

    port: int
    process: subprocess.Popen[str]

    @property
    def site(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served_beside(data: Path, **more: str) -> Iterator[Beside]:
    """Serve from a data folder until the end of the block; ``NotServed`` if it does not start."""
    port = free_port()
    command = [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(port)]
    pipe, same = subprocess.PIPE, subprocess.STDOUT
    told = environment(data, **more)
    with subprocess.Popen(command, cwd=ROOT, env=told, text=True, stdout=pipe, stderr=same) as process:  # noqa: S603
        try:
            said: list[str] = []
            for line in process.stdout or ():
                said.append(line)
                if "Ctrl-C" in line:
                    break
            else:
                raise NotServed("".join(said))
            yield Beside(port, process)
        finally:
            process.terminate()
