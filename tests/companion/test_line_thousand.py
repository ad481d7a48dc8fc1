"""A thousand devices at one process: all are told, pages still come, and the next one is refused."""

import re
import resource
from contextlib import ExitStack
from html import unescape
from pathlib import Path

import pytest

from companion.line.limits import OF_A_CONNECTION
from tests.companion.lines import copied, served, status, wait

THOUSAND = 1000
ADDRESSES = [f"127.0.0.{number}" for number in range(2, 10)]


@pytest.fixture
def many_files():
    """This process holds the other ends, and may need more files than it was given."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = max(soft, 4096) if hard == resource.RLIM_INFINITY else min(hard, max(soft, 4096))
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def memory(server):
    """The bytes that a server process takes."""
    kept = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", kept)[1]) * 1024


def streams(server):
    """The addresses of the streams of all battles of the demo."""
    keys = [key for (key,) in server.rows("select key from companion_battle order by id")]
    pages = [server.ask(f"/b/{key}/")[1] for key in keys]
    return [unescape(re.search(r'data-live="([^"]*)"', page)[1]) for page in pages]


def test_a_thousand_streams_are_told_what_is_new(prepared, tmp_path, many_files):
    with served("serve", copied(prepared, tmp_path)) as server, ExitStack() as stack:
        assert "Up to 1,000 devices can follow battles at once." in server.printed
        found = streams(server)
        before = memory(server)
        lines = []
        for number in range(THOUSAND):
            line = stack.enter_context(server.connect(ADDRESSES[number % len(ADDRESSES)]))
            line.sendall(f"GET {found[number % len(found)]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            lines.append(line)
        assert [status(line.recv(4096)) for line in lines] == [200] * THOUSAND
        for line in lines:
            line.setblocking(False)
        assert (memory(server) - before) / THOUSAND < OF_A_CONNECTION
        assert server.ask(found[0], address="127.0.0.11")[0] == 503
        assert server.seconds() < 5
        with server.connect() as later:
            later.sendall(f"GET {found[0]} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            assert status(later.recv(4096)) == 503
        lines.pop().close()
        wait(lambda: server.ask("/")[0] == 200)
