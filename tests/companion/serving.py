"""What the tests of a real server share: `play` as a process of its own, with a data folder of its own."""

import http.client
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.cookies import SimpleCookie
from types import SimpleNamespace
from urllib.parse import urlencode

from companion.beside import environment, free_port
from companion.bootstrap import ROOT
from tests.companion.playing import forms_of

WAITING = "Another command is getting things ready; waiting for it ..."
"""What `play` says first while a test beside this one starts it too."""


def manage(data, *arguments, check=False, **options):
    """Run one command of manage.py to its end."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    given = {"env": environment(data), "timeout": 300, **options}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=check, **given)


def one_sentence(ran):
    """What a command that failed had to say: one line on standard error, and no traceback."""
    assert ran.returncode != 0
    assert "ready" not in ran.stdout
    assert "Serving" not in ran.stdout
    (line,) = (line for line in ran.stderr.strip().splitlines() if line != WAITING)
    return line


def restored(data, file, **options):
    """Give the command, and return where that which was there before is kept."""
    said = manage(data, "restore", file, check=True, **options).stdout
    assert said.startswith(f"{file} is put back.")
    assert " 0 differ, " in said or "0 battles audited." in said, "a restore ends with an audit"
    return said.partition("is kept in ")[2].partition(".\n")[0]


class Site:
    """A server that a test started."""

    def __init__(self, process, port, data):
        self.process = process
        self.port = port
        self.data = data
        self.database = data / "companion.sqlite3"
        self.demo = ""

    def wait_until_ready(self):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if found := re.search(r"Demo campaign .*(/c/\S+)", line):
                self.demo = found[1]
            if "Ctrl-C" in line:
                return
        raise AssertionError("".join(lines))

    def kill(self):
        """End it as a power cut would, with no time for a last word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def served(data, before=(), **more):
    """Serve from a data folder until the end of the block."""
    port = free_port()
    command = [*before, sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(port)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=ROOT, env=environment(data, **more), **pipes) as process:
        site = Site(process, port, data)
        try:
            site.wait_until_ready()
            yield site
        finally:
            process.terminate()
            end(process)


def end(process):
    """Wait for the end of a process that was told to stop; one that does not stop is stopped, and a fault."""
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


class Visitor:
    """A browser without scripts that keeps its cookies, on a line of its own."""

    def __init__(self, site, cookies=()):
        self.site = site
        self.cookies = dict(cookies)

    def ask(self, method, path, body=None, **headers):
        given = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
        with closing(self.line()) as line:
            line.request(method, path, body, {name: value for name, value in given.items() if value})
            answer = line.getresponse()
            content = answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        return SimpleNamespace(status=answer.status, headers=answer.headers, content=content, text=content.decode())

    def line(self):
        return http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, fields, **headers):
        """Post a form as its page would."""
        if "csrftoken" not in self.cookies:
            self.get("/who/")
        fields = {"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields}
        kind = "application/x-www-form-urlencoded"
        return self.ask("POST", path, urlencode(fields, doseq=True), **{"Content-Type": kind, **headers})

    def start_campaign(self, name):
        """Start a campaign on the page that one comes in by."""
        (form,) = (form for form in forms_of(self.get("/")) if "name" in form["fields"])
        return self.post("/", {**form["fields"], "name": name})


def rows(path, query):
    """Read from a database as another program would."""
    with closing(sqlite3.connect(path, timeout=30)) as reader:
        return reader.execute(query).fetchall()


def campaigns(path):
    """The names of the stored campaigns."""
    return [name for (name,) in rows(path, "SELECT name FROM companion_campaign ORDER BY id")]


class Writer:
    """Somebody who goes on writing until the end of the block; ``acknowledged`` is what was stored, in order."""

    def __init__(self, write):
        self._write = write
        self._done = threading.Event()
        self._thread = ThreadPoolExecutor(1)
        self.acknowledged = []

    def __enter__(self):
        self._writing = self._thread.submit(self._go_on)
        return self

    def _go_on(self):
        while not self._done.is_set():
            name = f"Spring {len(self.acknowledged)}"
            self._write(name)
            self.acknowledged.append(name)

    def writes(self, count):
        """Wait until that many more are stored."""
        most = len(self.acknowledged) + count
        while len(self.acknowledged) < most:
            if self._writing.done():
                self._writing.result()
            time.sleep(0.01)

    def __exit__(self, *problem):
        self._done.set()
        self._thread.shutdown()
        if problem == (None, None, None):
            self._writing.result()


@contextmanager
def write_lock(path):
    """Hold SQLite's write lock as another program would."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


def spoil(path):
    """Damage a database somewhere in the middle."""
    ((page,),) = rows(path, "SELECT rootpage FROM sqlite_master WHERE name = 'companion_event'")
    with path.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(os.urandom(4096))
