"""How many may be connected, and for how long without asking anything."""

import asyncio
import re
import resource
import socket
import threading
import time
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion import server
from companion.line import protocol
from companion.line.door import Door
from companion.line.limits import FILES, MOST, OF_A_CONNECTION, OF_THE_REST, Limits, holder, limits
from companion.live.stream import Live
from companion.views.part import part
from tests.companion.lines import LONG, copied, pour, read, served, status, wait
from tests.companion.live import no_pages

GIBIBYTE = 1024**3
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module", params=["play", "serve"])
def small(request, prepared, tmp_path_factory):
    """A server that may open 1,024 files and no more, as many systems have it."""
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (1024, 1024))
    with served(request.param, copied(prepared, tmp_path_factory.mktemp("small")), before=few) as started:
        yield started


def test_half_sent_heads_keep_nobody_out_and_fill_no_log(small):
    with ExitStack() as stack:
        for number in range(1300):
            # Several addresses, so that those of one are not the only ones that are many.
            line = stack.enter_context(small.connect(f"127.0.0.{2 + number % 3}"))
            line.sendall(HALF_A_HEAD)
        for address in ("127.0.0.1", "127.0.0.2"):
            for _ in range(5):
                assert small.seconds(address=address) < 5
        wait(lambda: "Too many at the door" in small.printed)
    assert small.printed.count("Too many at the door") == 1
    assert "Too many open files" not in small.printed
    assert len(small.printed) < 5_000


def test_a_storm_of_connections_never_runs_out_of_files(small):
    over = time.monotonic() + 2

    def storm():
        while time.monotonic() < over:
            with ExitStack() as stack:
                for _ in range(400):
                    line = stack.enter_context(socket.socket())
                    line.setblocking(False)
                    line.connect_ex(("127.0.0.1", small.port))
                time.sleep(0.05)

    storms = [threading.Thread(target=storm) for _ in range(4)]
    for each in storms:
        each.start()
    for each in storms:
        each.join()
    assert small.seconds() < 5
    assert "Too many open files" not in small.printed
    assert len(small.printed) < 5_000


def test_the_limit_of_files_is_raised_as_far_as_it_may(prepared, tmp_path):
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (256, 4096))
    with served("serve", copied(prepared, tmp_path), before=few) as started:
        kept = Path(f"/proc/{started.process.pid}/limits").read_text()
        assert int(re.search(r"Max open files +(\d+)", kept)[1]) == FILES


def test_behind_a_proxy_one_address_may_have_more(prepared, tmp_path):
    proxied = {"COMPANION_BEHIND_PROXY": "1", "COMPANION_CONNECTIONS_OF_ONE_ADDRESS": "20"}
    with served("serve", copied(prepared, tmp_path), **proxied) as started, ExitStack() as stack:
        lines = [stack.enter_context(started.connect()) for _ in range(60)]
        for line in lines:
            line.sendall(WHOLE)
        assert [status(line.recv(65536)) for line in lines] == [200] * 60


FEW = Limits(in_all=50, of_one=10, at_once=20)


@contextmanager
def in_this_process(pages=no_pages):
    """A server whose times a test can shorten."""
    app = Live(pages, part)
    running = server.within(FEW, app, app)
    with server.listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        wait(lambda: running.started)
        yield lambda: socket.create_connection(listener.getsockname(), timeout=LONG)
        running.should_exit = True
        thread.join(LONG)
        assert not thread.is_alive()


def closed_after(line):
    began = time.monotonic()
    answer = read(line)
    return answer, time.monotonic() - began


def test_a_head_has_its_time_however_slowly_it_comes(monkeypatch):
    monkeypatch.setattr(protocol, "HEAD", 0.5)
    with in_this_process() as connect, connect() as silent, connect() as slow:
        slow.sendall(HALF_A_HEAD)
        dripping = pour(slow, drops())
        answer, seconds = closed_after(silent)
        assert answer == b""
        assert seconds < 5
        dripping.join(5)
        assert not dripping.is_alive()


def drops():
    for _ in range(300):
        yield b"x"
        time.sleep(0.1)


def test_the_second_head_of_a_connection_has_its_time_too(monkeypatch):
    monkeypatch.setattr(protocol, "HEAD", 0.5)
    with in_this_process() as connect, connect() as line:
        line.sendall(WHOLE)
        assert status(line.recv(65536)) == 404
        line.sendall(HALF_A_HEAD)
        assert closed_after(line)[1] < 5


def test_an_idle_connection_is_closed_after_a_while(monkeypatch):
    monkeypatch.setattr(server, "KEEP_ALIVE", 0.5)
    with in_this_process() as connect, connect() as line:
        line.sendall(WHOLE)
        assert 0.3 < closed_after(line)[1] < 4


async def much(scope, receive, send):
    if scope["type"] != "http":
        await no_pages(scope, receive, send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(200):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def test_a_device_that_reads_nothing_is_let_go(monkeypatch):
    monkeypatch.setattr(protocol, "UNREAD", 0.5)
    with in_this_process(pages=much) as connect, connect() as line:
        line.sendall(WHOLE)
        time.sleep(1.5)
        assert len(read(line)) < 20_000_000


def test_a_slow_answer_is_read_to_its_end(monkeypatch):
    monkeypatch.setattr(protocol, "UNREAD", 0.5)
    with in_this_process(pages=much) as connect, connect() as line:
        line.sendall(WHOLE)
        total = 0
        while part := line.recv(200_000):
            total += len(part)
            time.sleep(0.005)
            if total > 20_000_000:
                break
        assert total > 20_000_000


def test_the_longest_waiting_goes_and_nobody_who_is_being_answered(monkeypatch):
    answering = threading.Event()
    asked = []

    async def pages(scope, receive, send):
        asked.append(scope["type"])
        while scope["type"] == "http" and not answering.is_set():
            await asyncio.sleep(0.01)
        await no_pages(scope, receive, send)

    with in_this_process(pages=pages) as connect, ExitStack() as stack:
        asking = [stack.enter_context(connect()) for _ in range(5)]
        for line in asking:
            line.sendall(WHOLE)
        wait(lambda: asked.count("http") == 5)
        idle = [stack.enter_context(connect()) for _ in range(20)]
        time.sleep(0.3)
        assert idle[0].recv(1) == b""
        answering.set()
        assert [status(line.recv(65536)) for line in asking] == [404] * 5
        idle[-1].sendall(WHOLE)
        assert status(idle[-1].recv(65536)) == 404


def test_too_many_is_said_once_in_a_while(caplog):
    door = Door(Limits(in_all=2, of_one=0, at_once=1))

    class Busy:
        address, since, waits = "192.0.2.1", 0.0, False

    for _ in range(10):
        assert not door.lets_in("192.0.2.2", [Busy(), Busy()])
    assert len(caplog.records) == 1


def test_no_limit_is_above_what_the_process_may_open():
    for files in (128, 256, 512, 1024, FILES, 10**6):
        kept = limits(files, GIBIBYTE, 256)
        assert kept.in_all + 4 * kept.at_once < files
        assert kept.of_one <= kept.in_all / 2
    assert limits(FILES, GIBIBYTE, 0).of_one == 0


def test_no_limit_takes_more_memory_than_there_is():
    assert limits(FILES, GIBIBYTE, 0).streams == 1000
    for memory in (GIBIBYTE * 15 // 32, GIBIBYTE * 3 // 8):
        kept = limits(FILES, memory, 0)
        assert 0 < kept.in_all < MOST
        assert OF_THE_REST + kept.in_all * OF_A_CONNECTION <= memory


def test_a_server_says_how_many_may_follow_and_why(small):
    assert "Up to 262 devices can follow battles at once: only 1,024 files may be open here" in small.printed


def test_a_household_with_ipv6_is_one_holder():
    assert holder("2001:db8:1:2:3::4") == holder("2001:db8:1:2:ffff::1") != holder("2001:db8:1:3::1")
    assert holder("::ffff:192.0.2.1") == holder("192.0.2.1")
    assert holder("fe80::1%eth0") == holder("fe80::2")
    assert holder("a socket") == "a socket"
