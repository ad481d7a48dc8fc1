"""What comes in after a head: all of it, in time and of a decent size, or nothing is done."""

import asyncio
import secrets
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from companion.asgi import WRITERS
from companion.asgi import served as served_by
from companion.line import bodies, sizes
from companion.line.bodies import WholeBodies
from tests.companion.lines import COMMANDS, COOKIE, FORM, TOKEN, chunked, copied, post, pour, read, served, status

SIDES = """SELECT battle.key, side.id FROM companion_battle battle
           JOIN companion_side side ON side.battle_id = battle.id WHERE battle.name = 'Skirmish'"""


def fields(name="Alexandra"):
    """What names a new campaign, once."""
    return f"csrfmiddlewaretoken={TOKEN}&once={secrets.token_urlsafe(9)}&name={name}"


def unchanged(server, before):
    """Whether nothing is stored, however slow the server is to do it."""
    for _ in range(10):
        assert names(server) == before
        time.sleep(0.1)


def names(server):
    return sorted(name for (name,) in server.rows("SELECT name FROM companion_campaign"))


def test_two_hundred_unfinished_posts_cost_another_player_nothing(server):
    alone = server.seconds()
    with ExitStack() as stack:
        for _ in range(200):
            line = stack.enter_context(server.connect())
            line.sendall(post("/", fields()[:20], 90))
        time.sleep(0.5)
        assert server.seconds() < alone + 3
        assert server.seconds("/who/") < alone + 3


@pytest.mark.parametrize("end", [socket.SHUT_WR, socket.SHUT_RDWR], ids=["half closed", "closed"])
def test_a_post_that_was_cut_short_stores_nothing(server, end):
    before = names(server)
    with server.connect() as line:
        line.sendall(post("/", fields()[:-5], len(fields())))
        # By then the whole head is with the pages, in a server that lets them wait for the body.
        time.sleep(0.5)
        line.shutdown(end)
        assert status(read(line)) in (None, 400)
    unchanged(server, before)


@pytest.mark.parametrize("end", [b"", b"5\r\nandr"], ids=["before a chunk", "in a chunk"])
def test_chunks_without_the_last_store_nothing(server, end):
    before = names(server)
    with server.connect() as line:
        line.sendall(chunked("/", fields()[:-5].encode(), last=end))
        line.shutdown(socket.SHUT_WR)
        assert status(read(line)) in (None, 400)
    unchanged(server, before)


def test_whole_posts_are_stored_also_slow_ones_and_those_in_chunks(server):
    whole = fields("Slowly")
    with server.connect() as line:
        for part in (post("/", whole)[:-30], post("/", whole)[-30:-5], post("/", whole)[-5:]):
            line.sendall(part)
            time.sleep(0.2)
        assert status(line.recv(65536)) == 302
    whole = fields("Piecemeal").encode()
    with server.connect() as line:
        line.sendall(chunked("/", whole[:10], whole[10:]))
        assert status(line.recv(65536)) == 302
    assert {"Slowly", "Piecemeal"} <= set(names(server))


def refused_while_it_arrives(server, head, parts):
    """A refusal is read while the upload still goes on; and most of it is never taken."""
    sent = []

    def counted():
        for part in parts:
            sent.append(len(part))
            yield part

    with server.connect() as line:
        line.sendall(head)
        pouring = pour(line, counted())
        answer = b""
        while b"That is more than this page can take" not in answer:
            part = line.recv(65536)
            assert part, answer
            answer += part
        read(line)
        pouring.join()
    assert status(answer) == 413
    assert b"Content-Security-Policy".lower() in answer.lower()
    assert sum(sent) < 30_000_000
    return answer


MEGABYTES = [b"x" * 1_000_000] * 200


def test_an_announced_upload_is_refused_before_it_has_arrived(server):
    before = names(server)
    refused_while_it_arrives(server, post("/", "", 200_000_000), MEGABYTES)
    refused_while_it_arrives(server, post("/nowhere/", "", 70_000), [b"x" * 70_000])
    assert names(server) == before


def test_an_upload_in_chunks_is_refused_while_it_arrives(server):
    before = names(server)
    chunks = (b"%x\r\n%s\r\n" % (len(part), part) for part in MEGABYTES)
    refused_while_it_arrives(server, chunked("/", last=b""), chunks)
    assert names(server) == before


def test_an_upload_that_waits_to_be_let_in_is_not(server):
    with server.connect() as line:
        line.sendall(post("/", "", 200_000_000, f"{COOKIE}{FORM}Expect: 100-continue\r\n"))
        assert status(line.recv(65536)) == 413


def test_a_browser_that_sends_all_before_it_reads_can_read_the_refusal(server):
    answer = server.ask("/", "POST", b"x" * 5_000_000, {"Content-Type": "application/x-www-form-urlencoded"})
    assert answer[0] == 413
    assert "Nothing was stored" in answer[1]
    assert answer[2]["Connection"] == "close"


def test_a_page_that_takes_a_squad_takes_the_longest_and_no_more(server):
    made = "&once=Squad0Jp3f0a&game=x_wing&name=Skirmish&sides=Red%0AGold"
    with server.connect() as line:
        line.sendall(post(server.page("campaign"), f"csrfmiddlewaretoken={TOKEN}{made}"))
        assert status(line.recv(65536)) == 302
    [(key, side), _] = server.rows(SIDES)
    path = f"/b/{key}/setup/squads/{side}/"
    headers = {"Content-Type": "multipart/form-data; boundary=b", "Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
    part = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n%s\r\n--b--\r\n'
    longest = server.ask(path, "POST", part % ("\N{GRINNING FACE}".encode() * 200_000), headers)
    assert longest[0] == 422
    assert server.ask(path, "POST", part % (b"x" * 900_000), headers)[0] == 413


def test_a_stream_takes_no_upload(server):
    assert server.ask(f"{server.page('battle')}live/?x", "GET", b"x" * 70_000)[0] == 413


def test_a_header_with_underscores_is_not_the_proxys(prepared, tmp_path):
    for how in COMMANDS:
        (tmp_path / how).mkdir()
        proxied = {"COMPANION_BEHIND_PROXY": "1", "COMPANION_HTTPS": "1"}
        # The page that says it is up redirects to https.
        with served(how, copied(prepared, tmp_path / how), ready=301, **proxied) as server:
            assert server.ask("/", headers={"X-Forwarded-Proto": "https"})[0] == 200
            assert server.ask("/", headers={"X_Forwarded_Proto": "https"})[0] == 301
            assert server.ask("/", headers={"X-Forwarded_Proto": "https"})[0] == 301


class Long(list):
    """An answer in many parts, which says when all of it was handed over."""

    closed = 0

    def close(self):
        Long.closed += 1


def test_a_device_that_reads_nothing_holds_no_thread(monkeypatch):
    monkeypatch.setattr(Long, "closed", 0)

    def pages(environ, start_response):
        start_response("200 OK", [])
        return Long([b"x"] * 50) if environ["PATH_INFO"] == "/long/" else [b"x"]

    app = served_by(pages)
    sent = []

    async def receive():
        return {"type": "http.disconnect"}

    async def never(message):
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    async def scenario():
        stuck = [asyncio.ensure_future(app(scope("/long/", ()), receive, never)) for _ in range(WRITERS + 4)]
        try:
            async with asyncio.timeout(30):
                while Long.closed < len(stuck):
                    await asyncio.sleep(0.01)
                await app(scope(headers=()), receive, send)
            assert not any(task.done() for task in stuck)
        finally:
            for task in stuck:
                task.cancel()

    apart(scenario())
    assert sent[0]["status"] == 200


def apart(work):
    """Run it to its end in a thread of its own: in this one the browser's tests may have left their loop running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def scope(path="/", headers=((b"content-length", b"9"),)):
    start = {"type": "http", "http_version": "1.1", "method": "POST", "root_path": "", "query_string": b""}
    return {**start, "path": path, "headers": headers}


def test_a_body_has_its_time(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS", 0.05)
    sent, reached = [], []

    async def pages(*arguments):
        reached.append(arguments)

    async def receive():
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message):
        sent.append(message)

    apart(WholeBodies(pages)(scope(), receive, send))
    assert sent[0]["status"] == 408
    assert b"Nothing was stored" in sent[1]["body"]
    assert not reached


def test_only_the_pages_that_need_more_take_more():
    assert sizes.most_taken("/") == sizes.most_taken("/nowhere/") == sizes.MOST == 65_536
    assert sizes.most_taken("/b/key/setup/squads/1/") == 865_536
    assert sizes.most_taken("/admin/companion/battle/1/change/", has_session=True) == 1_000_000
    assert sizes.most_taken("/admin/companion/battle/1/change/") == sizes.MOST
    assert sizes.most_taken("/admin/login/", has_session=True) == sizes.MOST
    assert sizes.most_taken("/admin/logout/", has_session=True) == sizes.MOST


@pytest.mark.parametrize(("cookie", "is_read"), [(b"csrftoken=1; sessionid=2", True), (b"csrftoken=1", False)])
def test_the_admin_reads_much_only_from_whoever_has_a_session(cookie, is_read):
    reached = []

    async def pages(scope, receive, send):
        reached.append(len((await receive())["body"]))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive():
        return {"type": "http.request", "body": b"x" * 900_000, "more_body": False}

    async def send(message):
        pass

    asked = scope("/admin/companion/campaign/add/", ((b"content-length", b"900000"), (b"cookie", cookie)))
    apart(WholeBodies(pages)(asked, receive, send))
    assert reached == [900_000 if is_read else 0]
