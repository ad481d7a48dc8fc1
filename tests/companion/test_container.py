"""The container and the unit of systemd, as far as neither is needed to tell: what they name is what the app needs."""

import configparser
import json
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from companion.bootstrap import ROOT
from companion.server import LAST_ANSWERS
from tests.companion.lines import Served, copied, free_port, up, wait
from tests.companion.many import BLOCK

NAME = "companion.example.org"
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
HEALTH, COMMAND = (
    json.loads(found) for found in re.findall(r"^(?:HEALTHCHECK .*)?CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
)
IGNORED = (ROOT / ".dockerignore").read_text().splitlines()
TAKEN = [line.removeprefix("!") for line in IGNORED if line.startswith("!")]


def told(words, port):
    """Words of the Dockerfile with this test's Python and port."""
    return [word.replace("python ", f"{sys.executable} ").replace("8000", str(port)) for word in words]


@pytest.fixture
def app(tmp_path):
    """A copy of what the container takes, with its static files collected."""
    folder = tmp_path / "app"
    folder.mkdir()
    for name in TAKEN:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture
def environ(app, prepared, tmp_path):
    """What the Dockerfile sets, and a data folder for its volume."""
    said = dict(re.findall(r"([A-Z_]+)=(\S+)", re.search(r"^ENV (.*)$", DOCKERFILE, re.MULTILINE)[1]))
    data = str(copied(prepared, tmp_path))
    assert said["COMPANION_DATA"] == said["TMPDIR"] == re.search(r"^VOLUME (\S+)$", DOCKERFILE, re.MULTILINE)[1]
    own = {"COMPANION_DATA": data, "TMPDIR": data, "STATIC_ROOT": said["STATIC_ROOT"].replace("/app", str(app))}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("COMPANION", "DATABASE"))}
    return {**inherited, **said, **own, "PATH": os.environ["PATH"], "ALLOWED_HOSTS": f"{NAME},127.0.0.1"}


def test_it_takes_no_test_and_nothing_that_a_machine_keeps():
    assert IGNORED[1] == "*"
    assert all((ROOT / name).exists() for name in TAKEN)
    assert not {"tests", ".git", ".venv", ".data"} & set(TAKEN)


def test_it_runs_for_a_user_who_is_not_root():
    (user,) = re.findall(r"^USER (\d+):\d+$", DOCKERFILE, re.MULTILINE)
    assert int(user) > 0
    assert f"--owner={user} " in DOCKERFILE


def test_what_it_takes_is_served_and_says_that_it_is_well(app, environ, tmp_path):
    (collect,) = re.findall(r"python (manage.py collectstatic [^&]*)", DOCKERFILE)
    subprocess.run([sys.executable, *collect.split()], cwd=app, env=environ, check=True, capture_output=True)
    port = free_port()
    asks = [sys.executable, *told(HEALTH[1:], port)]
    data = tmp_path / "data"
    assert subprocess.run(asks, cwd=app, env=environ).returncode == 1
    with (data / "printed").open("wb") as out:
        process = subprocess.Popen(told(COMMAND, port), cwd=app, env=environ, stdout=out, stderr=out)
    server = Served(port, data, process)
    try:
        wait(lambda: up(server, 200))
        assert subprocess.run(asks, cwd=app, env=environ).returncode == 0
        (style,) = re.findall(r'href="(/static/table\.[0-9a-f]{12}\.css)"', server.ask("/")[1])
        assert server.ask(style)[0] == 200
    finally:
        process.send_signal(signal.SIGTERM)
        # As the first process of a container it ends with 0: there the signal does nothing by itself.
        assert process.wait(30) == -signal.SIGTERM, server.printed
    assert subprocess.run(asks, cwd=app, env=environ).returncode == 1


def test_the_unit_serves_as_the_readme_does_and_waits_for_the_last_answers():
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read(ROOT / "companion@.service")
    service = unit["Service"]
    (command,) = re.findall(r"(venv/bin/python manage.py serve .*?) &", BLOCK)
    assert service["ExecStart"] == f"{service['WorkingDirectory']}/{command.replace('$port', '%i')}"
    assert int(service["TimeoutStopSec"]) > LAST_ANSWERS
