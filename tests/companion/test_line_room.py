"""Large bodies that arrive at the same time have so much room together, and small ones always have theirs."""

import asyncio

from companion.line.bodies import WholeBodies
from companion.line.room import Room
from tests.companion.test_line_bodies import apart, scope

LARGE = "/b/key/setup/squads/1/"


class Sender:
    """One who sends a body and does not end it before he is told to."""

    def __init__(self, app, address, size, path=LARGE):
        self.sent = []
        self.size = size
        self.over = asyncio.Event()
        self.begun = False
        asked = {**scope(path, ((b"content-length", b"800000"),)), "client": (address, 1)}
        if path != LARGE:
            asked["headers"] = ((b"content-length", str(size).encode()),)
        self.task = asyncio.ensure_future(app(asked, self.receive, self.send))

    async def receive(self):
        if not self.begun:
            self.begun = True
            return {"type": "http.request", "body": b"x" * self.size, "more_body": True}
        await self.over.wait()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message):
        self.sent.append(message)

    async def status(self):
        """What came of it, once it has sent all."""
        self.over.set()
        await self.task
        return self.sent[0]["status"]


async def pages(asked, receive, send):
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_there_is_so_much_room_for_large_bodies_and_always_some_for_small_ones():
    async def scenario():
        app = WholeBodies(pages)
        app._room = Room(400_000)
        first, second = Sender(app, "192.0.2.1", 150_000), Sender(app, "192.0.2.2", 150_000)
        await asyncio.sleep(0.01)
        third = Sender(app, "192.0.2.3", 150_000)
        assert await third.status() == 503
        assert b"Nothing was stored" in third.sent[1]["body"]
        assert await Sender(app, "192.0.2.3", 50_000, "/").status() == 200
        assert await first.status() == await second.status() == 200
        assert await Sender(app, "192.0.2.3", 150_000).status() == 200
        assert not app._room._held

    apart(scenario())


def test_one_address_takes_half_of_it():
    async def scenario():
        app = WholeBodies(pages)
        app._room = Room(400_000)
        first = Sender(app, "192.0.2.1", 150_000)
        await asyncio.sleep(0.01)
        assert await Sender(app, "192.0.2.1", 150_000).status() == 503
        assert await Sender(app, "192.0.2.2", 150_000).status() == 200
        assert await first.status() == 200

    apart(scenario())
