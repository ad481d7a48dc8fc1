"""What the tests of the live streams share: a listener that speaks raw ASGI."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from companion.live.stream import Live
from companion.views.part import part

AS_GUEST = "0..0.0.0"
"""As what a battle's page is shown to whoever has only its link."""

LONG = 8
"""Seconds after which a message is given up."""


async def no_pages(scope, receive, send):
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"a page"})


def live(**more):
    """Streams with no pages behind them."""
    return Live(no_pages, part, **more)


class Listener:
    """One device at a stream: ``async with Listener(app, address) as listener`` connects it, and hangs up."""

    def __init__(self, app, address, method="GET"):
        path, _, query = address.partition("?")
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "root_path": "",
            "query_string": query.encode(),
            "headers": [],
        }
        self.app = app
        self.sent = asyncio.Queue()
        self.hung_up = asyncio.Event()
        self.asked = False

    async def receive(self):
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        await self.sent.put(message)

    async def __aenter__(self):
        self.task = asyncio.ensure_future(self.app(self.scope, self.receive, self.send))
        self.start = await self.message()
        return self

    async def __aexit__(self, *problem):
        self.hung_up.set()
        async with asyncio.timeout(LONG):
            await self.task

    async def message(self):
        async with asyncio.timeout(LONG):
            return await self.sent.get()

    async def version(self):
        """The next version that the stream tells."""
        message = await self.message()
        return message["body"].decode().removeprefix("data: ").removesuffix("\n\n")

    @property
    def status(self):
        return self.start["status"]


def listen(app, scenario):
    """Run a scenario, and see that nothing of it is left: no stream and no thread.

    In a thread of its own: in this one the browser's tests may have left their event loop running.
    """
    with ThreadPoolExecutor(1) as thread:
        try:
            thread.submit(lambda: asyncio.run(scenario())).result()
        finally:
            app.watcher.join()
    assert app.watcher.open == 0
