"""A server that is told to stop: whoever has connected by then is answered, as a proxy sends it to no other."""

from tests.companion.lines import copied, served, wait


def listens(server):
    try:
        server.connect().close()
    except OSError:
        return False
    return True


def test_what_comes_on_a_line_that_was_open_is_answered(prepared, tmp_path):
    with served("serve", copied(prepared, tmp_path)) as server, server.connect() as line:
        server.process.terminate()
        wait(lambda: not listens(server))
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200")
