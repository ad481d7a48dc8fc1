"""`play` answers to this machine's own names and addresses, and to no name that somebody else points at it."""

import http.client
import os
import re
import socket
import subprocess
import sys
from html import unescape

import pytest

from companion import network
from companion.bootstrap import ROOT

STARTED = re.compile(rb"Ctrl-C stops it")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The port of a real `play`, whose owner has added a name."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"COMPANION_DATA": str(tmp_path_factory.mktemp("data")), "ALLOWED_HOSTS": "club.example"}
    command = [sys.executable, "manage.py", "play", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as play:
        try:
            printed = b""
            while not STARTED.search(printed):
                line = play.stdout.readline()
                assert line, printed.decode()
                printed += line
            yield port, printed.decode()
        finally:
            play.terminate()


def asked(port, host, path="/"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers
    finally:
        connection.close()


def test_it_answers_to_its_own_names_and_the_owners(served):
    port, _ = served
    name = socket.gethostname()
    for host in ("localhost", "127.0.0.1", name, f"{name}.local", name.upper(), "club.example"):
        assert asked(port, f"{host}:{port}")[0] == 200, host
        assert asked(port, host)[0] == 200, host


def test_it_answers_to_every_address_that_it_has_printed(served):
    port, printed = served
    printed_hosts = re.findall(r"http://([^/:]+):", printed)
    assert printed_hosts
    for host in printed_hosts:
        assert asked(port, f"{host}:{port}")[0] == 200, host


@pytest.mark.parametrize("path", ["/", "/admin/login/", "/b/nothing/live/?x", "/c/x/", "/static/taps.js"])
@pytest.mark.parametrize(
    "host", ["rebound.example", "localhost.rebound.example", "8.8.8.8", "x", "", "127.0.0.1.nip.io"]
)
def test_another_name_gets_400_in_plain_words(served, host, path):
    status, said, headers = asked(served[0], host, path)
    if "live" in path:
        assert status == 403
        return
    assert status == 400
    assert "The app does not answer to the name in this address." in said
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "Set-Cookie" not in headers


def test_a_stream_is_answered_to_no_other_name_either(served):
    port, printed = served
    campaign = re.search(r"Demo campaign .*(/c/\S+)", printed)[1]
    battle = re.search(r'href="(/b/[^"/]+/)"', asked(port, "localhost", campaign)[1])[1]
    stream = unescape(re.search(r'data-live="([^"]+)"', asked(port, "localhost", battle)[1])[1])
    for name, status in (("rebound.example", 403), ("localhost", 200)):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("GET", stream, headers={"Host": name})
        assert line.getresponse().status == status
        line.close()


def test_an_address_that_the_machine_gets_later_works_at_once_and_is_announced(
    settings, client, monkeypatch, db, caplog
):
    monkeypatch.setattr(network, "own_addresses", set)
    settings.ALLOWED_HOSTS = network.OwnHosts()
    assert client.get("/", headers={"host": "192.168.7.9:8000"}).status_code == 400
    monkeypatch.setattr(network, "own_addresses", lambda: {"192.168.7.9"})
    assert not caplog.records
    assert client.get("/", headers={"host": "192.168.7.9:8000"}).status_code == 200
    assert client.get("/", headers={"host": "192.168.7.10:8000"}).status_code == 400
    (told,) = caplog.messages
    assert told.endswith(": 192.168.7.9")


def test_addresses_are_looked_up_only_for_a_name_that_is_not_known(settings, client, monkeypatch, db):
    settings.ALLOWED_HOSTS = network.OwnHosts(["club.example"])
    looked = []
    monkeypatch.setattr(network, "own_addresses", lambda: looked.append(1) or set())
    assert client.get("/", headers={"host": "club.example"}).status_code == 200
    assert not looked


def test_addresses_beside_the_first_of_an_interface_are_its_own_too(monkeypatch, tmp_path):
    routes = tmp_path / "routes"
    lines = [
        "|-- 10.0.0.5",
        "   /32 host LOCAL",
        "|-- 10.0.0.255",
        "   /32 link BROADCAST",
        "|-- 10.0.0.6",
        " /32 host LOCAL",
    ]
    routes.write_text("\n".join(lines))
    monkeypatch.setattr(network, "ROUTES", routes)
    monkeypatch.setattr(network, "addresses", lambda: ["192.168.1.2"])
    assert network.own_addresses() == {"192.168.1.2", "10.0.0.5", "10.0.0.6"}
    monkeypatch.setattr(network, "ROUTES", tmp_path / "missing")
    assert network.own_addresses() == {"192.168.1.2"}
