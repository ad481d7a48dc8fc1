"""Whoever has a link may play: no log of a server shows one."""

import logging
import re
import sqlite3
from contextlib import closing

from django.contrib.auth.tokens import default_token_generator

from companion.line.log import WithoutKeys, without_keys
from tests.companion.lines import copied, read, served

KEY = "SxB3-_k2LmN0pQr1"


def test_no_output_of_a_server_shows_a_key_or_a_token(server):
    battle, campaign = server.page("battle"), server.page("campaign")
    live = re.search(rf'"({battle}live/\?[^"]+)"', server.ask(battle)[1])[1].replace("&amp;", "&")
    with server.connect() as stream:
        stream.sendall(f"GET {live} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert b"text/event-stream" in stream.recv(65536)
    for path in (battle, campaign):
        assert server.ask(path)[0] == 200
        assert server.ask(path.rstrip("/"))[0] == 301
        for page in ("nowhere/", "nowhere/?x=1", "%20/", "live/?wrong"):
            assert server.ask(path + page)[0] in (403, 404)
        assert server.ask(f"/nowhere{path}")[0] == 404
        assert server.ask(path, "POST", "x=1")[0] in (403, 405)
        assert server.ask(path, "POST", b"x" * 70_000)[0] == 413
    for key in (battle.split("/")[2], campaign.split("/")[2]):
        for mistyped in ("/b//{}/x", "/b/%20{}/", "/b/%22{}/", "/{}/", "/x/b:{}", "/b/./{}", "/s{}s/"):
            assert server.ask(mistyped.format(key))[0] in (301, 404)
    assert server.ask("/", "POST", "x=1", {"Origin": f"http://127.0.0.1{battle}", "Referer": battle})[0] == 403
    with server.connect() as line:
        line.sendall(f"GET {battle} HTTP/1.1\r\nno header\r\n\r\n".encode())
        read(line)
    secrets = [battle.split("/")[2], campaign.split("/")[2], live.partition("?")[2]]
    assert "Not Found: /b/~" in server.printed
    # Whoever starts `play` is told where the demo is; that is no log.
    logged = re.sub("^  Demo campaign .*$", "", server.printed, flags=re.MULTILINE)
    for secret in secrets:
        assert secret not in logged


def test_a_traceback_shows_none_either(prepared, tmp_path):
    for how in ("serve", "uvicorn"):
        (tmp_path / how).mkdir()
        with served(how, copied(prepared, tmp_path / how)) as server:
            battle = server.page("battle")
            with closing(sqlite3.connect(server.data / "companion.sqlite3")) as database:
                database.execute("ALTER TABLE companion_battle RENAME TO elsewhere")
            assert server.ask(battle)[0] == 500
            assert "Internal Server Error: /b/~" in server.printed
            assert "Traceback" in server.printed
            assert battle.split("/")[2] not in server.printed


def test_requests_that_are_none_are_said_once_in_a_while(server):
    for _ in range(5):
        with server.connect() as line:
            line.sendall(b"no request\r\n\r\n")
            assert b" 400 " in read(line)
    assert server.printed.count("Invalid HTTP request received.") == 1


def test_a_long_message_is_cut_and_shows_no_key():
    said = f"Not Found: {'x ' * 225} {KEY}:1wTx7a:{'x' * 43} /b/{KEY}/{'y' * 60_000}"
    written = WithoutKeys("%(message)s").format(logging.LogRecord("x", logging.ERROR, "", 1, said, (), None))
    assert 400 < len(written) < 600
    assert KEY not in written


def test_a_key_leaves_a_mark_that_is_always_the_same_and_no_way_back():
    marked = without_keys(f"Not Found: /b/{KEY}/log/ and /c/{KEY}")
    first, second = re.findall(r"~\w+", marked)
    assert first == second
    assert KEY not in marked
    assert without_keys(f"/b/{KEY}x/") != without_keys(f"/b/{KEY}/")
    assert without_keys("Not Found: /help/x_wing/") == "Not Found: /help/x_wing/"


def test_what_an_exception_says_is_marked_too():
    try:
        raise ValueError(f"https://here/b/{KEY}/ {KEY}:1wTx7a:{'x' * 43}")
    except ValueError as problem:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "at %s", (f"/B/{KEY}",), (None, problem, None))
    assert KEY not in WithoutKeys("%(message)s").format(record)


def test_a_link_to_a_new_password_is_not_written_even_where_a_page_of_it_breaks(django_user_model):
    anna = django_user_model(pk=1, username="anna", password="x", email="anna@example.org")
    token = default_token_generator.make_token(anna)
    for said in (f"Internal Server Error: /account/forgotten/1-{token}/", f"no address for {{'key': '{token}'}}"):
        assert token in said
        assert token not in without_keys(said)
