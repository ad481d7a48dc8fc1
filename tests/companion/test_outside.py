"""What machines see of a deployment from outside, and nobody where nothing is set."""

import json
import re
from ipaddress import ip_network

import pytest
from django.db import OperationalError, connection

from companion.outside import health
from tests.companion.lines import copied, post, served, status, wait

HERE = {"COMPANION_HEALTH_FOR": "127.0.0.1", "COMPANION_FIGURES_FOR": "127.0.0.0/30", "COMPANION_LOG_REQUESTS": "1"}


@pytest.fixture
def plain(prepared, tmp_path):
    """A server as a table starts it."""
    with served("play", copied(prepared, tmp_path)) as server:
        yield server


@pytest.fixture
def seen(prepared, tmp_path):
    """A server that this machine may look at."""
    with served("serve", copied(prepared, tmp_path), **HERE) as server:
        yield server


def test_a_tables_own_machine_shows_and_logs_nothing(plain):
    assert plain.ask("/health/")[0] == plain.ask("/figures/")[0] == 404
    plain.ask(plain.page("battle"))
    assert "companion.requests" not in plain.printed


def test_the_health_page_tells_what_is_well(seen):
    answer, body, headers = seen.ask("/health/")
    assert (answer, headers["Content-Type"]) == (200, "application/json")
    told = {"well": True, "database": "ok", "migrations": "ok", "disk": "ok", "streams": {"open": 0, "most": 1000}}
    assert json.loads(body) == told
    assert "no-store" in headers["Cache-Control"]


def test_only_the_machines_that_are_named_may_look(seen):
    assert seen.ask("/health/", address="127.0.0.2")[0] == 404
    assert seen.ask("/figures/", address="127.0.0.2")[0] == 200
    assert seen.ask("/figures/", address="127.0.0.9")[0] == 404


def figure(server, name):
    """A figure as it stands in the text, 0 where nothing was counted yet."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", server.ask("/figures/")[1], re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_requests_times_streams_and_taps_are_counted(seen):
    battle = seen.page("battle")
    page = seen.ask(battle)[1]
    stream = re.search(r'data-live="([^"]*)"', page)[1]
    wait(lambda: figure(seen, 'companion_requests_total{method="GET",page="battle",status="200"}') == 1)
    assert figure(seen, 'companion_request_seconds_count{page="battle"}') == 1
    assert figure(seen, "companion_streams") == 0
    with seen.connect() as line:
        line.sendall(f"GET {stream} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert status(line.recv(4096)) == 200
        wait(lambda: figure(seen, "companion_streams") == 1)
    game = seen.rows("SELECT game FROM companion_battle ORDER BY id")[0][0]
    with seen.connect() as line:
        line.sendall(post(f"{battle}declare/", f"do=attack&csrfmiddlewaretoken={'a' * 32}"))
        assert 400 <= status(line.recv(65536)) < 500
    wait(lambda: figure(seen, f'companion_refused_taps_total{{game="{game}"}}') == 1)
    assert figure(seen, f'companion_taps_total{{game="{game}"}}') == 0
    assert seen.rows("SELECT key FROM companion_battle")[0][0] not in seen.ask("/figures/")[1]


def test_every_request_is_one_line_without_what_opens_anything(seen):
    battle = seen.page("battle")
    page = seen.ask(battle)[1]
    key = battle.split("/")[2]
    part = re.search(r'data-part="([^"]*)"', page)[1]
    seen.ask(part)
    seen.ask("/nowhere/")
    wait(lambda: "nothing 404" in seen.printed)
    lines = [line for line in seen.printed.splitlines() if "companion.requests" in line]
    shape = r"\S+ \S+ INFO companion\.requests: [A-Z]+ [-:\w]+ \d{3} \d+\.\d ms"
    assert all(re.fullmatch(shape, line) for line in lines), lines
    assert any(" GET battle 200 " in line for line in lines)
    assert any(" GET part " in line for line in lines)
    assert key not in seen.printed
    assert part.rpartition("?")[2] not in seen.printed


def broken(sentence):
    raise OperationalError(sentence)


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_told_without_where_it_is(client, settings, monkeypatch):
    settings.HEALTH_FOR = [ip_network("127.0.0.1")]
    monkeypatch.setattr(connection, "cursor", lambda: broken("at 10.0.0.7: no route"))
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["database"] == "does not answer"
    assert not answer.json()["well"]
    assert "10.0.0.7" not in answer.content.decode()


@pytest.mark.django_db
def test_a_disk_without_room_is_told(client, settings, monkeypatch):
    settings.HEALTH_FOR = [ip_network("127.0.0.1")]
    monkeypatch.setattr(health, "ROOM", 2**62)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert "KiB are free" in answer.json()["disk"]
    assert answer.json()["database"] == "ok"


@pytest.mark.django_db
def test_where_key_and_database_are_from_elsewhere_there_is_no_folder_to_have_room_in(client, settings, tmp_path):
    settings.HEALTH_FOR = [ip_network("127.0.0.1")]
    settings.DATA_DIR = tmp_path / "never made"
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["disk"]) == (200, "ok")
