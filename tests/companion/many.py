"""Several processes behind nginx on the tests' PostgreSQL, started with what the README says, line by line."""

import http.client
import os
import re
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from urllib.parse import quote

import psycopg
from django.db import connection

from companion.beside import OURS
from companion.bootstrap import ROOT, find_nginx
from companion.management.killing import Player
from tests.companion.lines import free_port, wait
from tests.companion.serving import Visitor, end

NAME = "companion.example.org"
README = (ROOT / "README.md").read_text()
BLOCK = re.search(r"\n## Deploy\n.*?\n\n((?:    .*\n)+)", README, re.DOTALL)[1]
"""The commands of a deployment."""

OURSELVES = "companion_many"
"""By which PostgreSQL knows the connections of these processes from those of the tests."""


def database_url():
    """The address of the database that the tests use now."""
    given = connection.settings_dict
    who = quote(given["USER"]) + (f":{quote(given['PASSWORD'])}" if given["PASSWORD"] else "")
    place = f"{given['HOST']}:{given['PORT'] or 5432}/{given['NAME']}"
    return f"postgres://{who}@{place}?application_name={OURSELVES}"


def exported(folder):
    """What the README exports, with values for what it leaves open."""
    said = dict(re.findall(r"([A-Z_]+)=(\S+)", "\n".join(re.findall(r"export .*", BLOCK))))
    own = {"SECRET_KEY": secrets.token_urlsafe(48), "DATABASE_URL": database_url(), "STATIC_ROOT": f"{folder}/static"}
    assert own.keys() < said.keys()
    return {**{name: value for name, value in os.environ.items() if name not in OURS}, **said, **own}


class Deployed:
    """The processes and their nginx."""

    def __init__(self, folder, count):
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.environ = exported(folder)
        self.processes = {}
        self.ports = [free_port() for _ in range(count)]
        self.trust = ssl.create_default_context()

    def printed(self, name="nginx"):
        return (self.folder / str(name)).read_text()

    def run(self, words, **options):
        subprocess.run(words, cwd=ROOT, env=self.environ, check=True, capture_output=True, **options)

    def prepare(self):
        """Give the commands up to the one that serves."""
        for command in re.findall(r"venv/bin/python manage.py ((?:migrate|collectstatic).*)", BLOCK):
            self.run([sys.executable, "manage.py", *command.split()])

    def start(self, port):
        """Start a process, and return when it listens."""
        (command,) = re.findall(r"venv/bin/python manage.py (serve .*?) &", BLOCK)
        words = [sys.executable, "manage.py", *command.replace("$port", str(port)).split()]
        with (self.folder / str(port)).open("ab") as out:
            process = subprocess.Popen(words, cwd=ROOT, env=self.environ, stdout=out, stderr=out)
        self.processes[port] = process
        wait(lambda: process.poll() is not None or self.listens(port))
        assert process.poll() is None, self.printed(port)

    def listens(self, port):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    def lines(self):
        """A line to each process, past nginx."""
        return [http.client.HTTPConnection("127.0.0.1", port, timeout=60) for port in self.ports]

    def stop(self, port):
        """Ask a process to stop, and return when it has."""
        process = self.processes.pop(port)
        process.terminate()
        end(process)

    def kill(self, port):
        process = self.processes.pop(port)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def make_certificate(self):
        key, certificate = self.folder / "privkey.pem", self.folder / "fullchain.pem"
        names = f"subjectAltName=DNS:{NAME},IP:127.0.0.1"
        made = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", names]
        self.run(["openssl", "req", "-x509", *made, "-keyout", key, "-out", certificate])
        self.trust = ssl.create_default_context(cafile=certificate)

    def configuration(self):
        """The file that the README installs, with the ports and folders of this test."""
        text = (ROOT / "nginx.conf").read_text()
        documented = dict.fromkeys(re.findall(r"server 127\.0\.0\.1:(\d+)", text))
        assert list(documented) == re.search(r"for port in ([\d ]+);", BLOCK)[1].split()
        # Where fewer are started, they share the lines of the others.
        for port, own in zip(documented, cycle(self.ports), strict=False):
            text = text.replace(f"127.0.0.1:{port}", f"127.0.0.1:{own}")
        temporary = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("fastcgi", "uwsgi", "scgi"))
        # pytest's folders are for their owner alone.
        own = {
            "user www-data;": "user root;" if os.geteuid() == 0 else "",
            "http {\n": "http {\n" + temporary,
            "/run/nginx.pid": f"{self.folder}/nginx.pid",
            "/var/log/nginx/error.log": f"{self.folder}/nginx",
            "/var/lib/nginx": str(self.folder),
            "/var/lib/companion": str(self.folder),
            f"/etc/letsencrypt/live/{NAME}": str(self.folder),
            "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
        }
        for documented, ours in own.items():
            assert documented in text
            text = text.replace(documented, ours)
        return text

    @contextmanager
    def proxy(self):
        """nginx in front of the processes."""
        self.make_certificate()
        file = self.folder / "nginx.conf"
        file.write_text(self.configuration())
        nginx = subprocess.Popen([find_nginx(), "-c", file, "-g", "daemon off;"], stderr=subprocess.PIPE, text=True)
        try:
            wait(lambda: nginx.poll() is not None or self.listens(self.port))
            assert nginx.poll() is None, nginx.stderr.read()
            yield
        finally:
            nginx.terminate()
            end(nginx)
            nginx.stderr.close()


@contextmanager
def deployed(folder, count):
    """So many processes, up and running behind nginx."""
    site = Deployed(folder, count)
    site.prepare()
    with ExitStack() as stack:
        stack.callback(lambda: [site.stop(port) for port in list(site.processes)])
        with ThreadPoolExecutor(count) as threads:
            list(threads.map(site.start, site.ports))
        stack.enter_context(site.proxy())
        yield site


class Browser(Visitor):
    """A browser that comes through nginx by the site's name, over TLS unless it is told otherwise."""

    def __init__(self, site, plain=False):
        super().__init__(site)
        self.plain = plain

    def line(self):
        if self.plain:
            return http.client.HTTPConnection("127.0.0.1", self.site.plain_port, timeout=60)
        return http.client.HTTPSConnection("127.0.0.1", self.site.port, timeout=60, context=self.site.trust)

    def ask(self, method, path, body=None, **headers):
        return super().ask(method, path, body, Host=NAME, Origin=f"https://{NAME}", **headers)


class Guest(Player):
    """A player of the killing who comes that way too; one who ``persists`` sends again what was cut off."""

    def __init__(self, site, battle, random, persists=False):
        self.browser = Browser(site)
        self.persists = persists
        super().__init__(battle, random, cookies=self.browser.cookies)

    def play(self, port, over):
        super().play(port, over)
        while self.persists and self.flying and not over.is_set():
            self.recover(port)
            super().play(port, over)

    def ask(self, port, method, path, body=""):
        kind = "application/x-www-form-urlencoded"
        # As the page asks: the answer is the next page.
        return self.browser.ask(method, path, body, **{"Content-Type": kind, "HX-Request": "true"}).status


def from_postgresql(query):
    """What PostgreSQL says of the connections that the processes have, on a line of its own."""
    theirs = "FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
    with psycopg.connect(database_url(), application_name="asks", autocommit=True) as server:
        return server.execute(f"{query} {theirs}", [OURSELVES]).fetchone()[0]


def process_waits():
    """Whether any process waits for a lock."""
    return from_postgresql("SELECT count(*) FILTER (WHERE wait_event_type = 'Lock')") > 0


@contextmanager
def cuts(every):
    """Cut all connections that the processes have to the database, again and again until the end of the block."""
    over, count = threading.Event(), []

    def cut():
        while not over.wait(every):
            count.append(from_postgresql("SELECT count(pg_terminate_backend(pid))"))

    with ThreadPoolExecutor(1) as thread:
        cutting = thread.submit(cut)
        try:
            yield count
        finally:
            over.set()
            cutting.result()
