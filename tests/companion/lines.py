"""What the tests of the line share: real servers, started as the README says, and bare sockets."""

import http.client
import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.bootstrap import ROOT

LONG = 60
"""Seconds after which a server or an answer is given up."""

TOKEN = "a" * 32
COOKIE = f"Cookie: csrftoken={TOKEN}\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"

PYTHON = sys.executable
COMMANDS = {
    "play": [PYTHON, "manage.py", "play", "--host", "127.0.0.1", "--port"],
    "serve": [PYTHON, "manage.py", "serve", "--port"],
    "uvicorn": [
        sys.executable,
        "-m",
        "uvicorn",
        "companion.asgi:application",
        "--timeout-graceful-shutdown",
        "2",
        "--port",
    ],
}


@dataclass
class Served:
    """A server process, its folder, and what it has printed."""

    port: int
    data: Path
    process: subprocess.Popen

    @property
    def printed(self):
        return (self.data / "printed").read_text()

    def rows(self, query):
        with closing(sqlite3.connect(self.data / "companion.sqlite3")) as database:
            return database.execute(query).fetchall()

    def connect(self, address="127.0.0.1"):
        return socket.create_connection(("127.0.0.1", self.port), timeout=LONG, source_address=(address, 0))

    def ask(self, path, method="GET", body=None, headers=None, address="127.0.0.1"):
        """One answer: its status, its body, its headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, LONG, source_address=(address, 0))
        with closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers

    def page(self, table):
        """The page of the first row of a table."""
        key = self.rows(f"SELECT key FROM companion_{table} ORDER BY id")[0][0]
        return f"/{table[0]}/{key}/"

    def seconds(self, path="/", address="127.0.0.1"):
        """How long a page takes."""
        began = time.monotonic()
        assert self.ask(path, address=address)[0] == 200
        return time.monotonic() - began


@contextmanager
def served(how, data, ready=200, before=None, **environ):
    """A server that was started as the README says, and is up."""
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    environ = {**kept, "COMPANION_DATA": str(data), "ALLOWED_HOSTS": "127.0.0.1,localhost", **environ}
    command = [*COMMANDS[how], str(port)]
    with (data / "printed").open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=out, stderr=out, preexec_fn=before)
    server = Served(port, data, process)
    try:
        wait(lambda: up(server, ready))
        yield server
    finally:
        process.terminate()
        process.wait(LONG)


def free_port():
    """A port that nobody listens on, and none of those that the system gives to a socket that connects somewhere."""
    for port in random.sample(range(15_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


def up(server, ready):
    assert server.process.poll() is None, server.printed
    try:
        return server.ask("/")[0] == ready
    except OSError:
        return False


def wait(until, seconds=LONG):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "that takes too long"
        time.sleep(0.05)


def copied(prepared, folder):
    """A folder of one's own that is ready to play."""
    data = folder / "data"
    shutil.copytree(prepared, data)
    return data


def post(path, body, length=None, headers=COOKIE + FORM):
    """A POST as it goes over the line, announcing another length if asked."""
    length = len(body) if length is None else length
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Content-Length: {length}\r\n\r\n{body}".encode()


def chunked(path, *chunks, last=b"0\r\n\r\n", headers=COOKIE + FORM):
    """The same in chunks, without the last if asked."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Transfer-Encoding: chunked\r\n\r\n"
    return head.encode() + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + last


def status(answer):
    """The status of an answer as it came over the line, or nothing."""
    found = re.match(rb"HTTP/1.1 (\d+)", answer)
    return int(found[1]) if found else None


def read(line):
    """All that comes until the other end closes."""
    parts = []
    try:
        while part := line.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def pour(line, parts):
    """Send from a thread of its own until the other end has had enough; whoever calls can read meanwhile."""

    def work():
        try:
            for part in parts:
                line.sendall(part)
        except OSError:
            pass

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
