"""The ASGI application that uvicorn serves: Django's pages, as WSGI in a pool of threads, and the live streams.

Django under ASGI costs about ten times as much for a cheap page.
"""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import ASGIApp, Receive, Scope, Send
from a2wsgi.wsgi_typing import Environ, IterableChunks, StartResponse, WSGIApp
from django.conf import settings

from companion.wsgi import application as pages

# Django has to be set up before anything that reads its models.
# isort: split
from companion.line.bodies import WholeBodies
from companion.live.access import OFFERED, STREAMS
from companion.live.stream import Live
from companion.outside.seen import Seen
from companion.views.part import part

# Whoever writes may wait for another program to let go of the database, and must not keep the readers from a thread.
# Two tablets and their fragments seldom ask for more at once, and each thread may hold a database connection.
READERS = 8
WRITERS = 6
READING = {"GET", "HEAD", "OPTIONS"}


def served(pages: WSGIApp) -> Live:
    """Pages with their streams; each page is told that there is one."""

    def with_stream(environ: Environ, start_response: StartResponse) -> IterableChunks:
        streams = (app.watcher.open, app.most)
        return pages(cast(Environ, {**environ, OFFERED: True, STREAMS: streams}), start_response)

    # A thread hands over its whole answer, and never waits for a device to read it.
    readers = WSGIMiddleware(with_stream, workers=READERS, send_queue_size=0)
    writers = WSGIMiddleware(with_stream, workers=WRITERS, send_queue_size=0)

    async def threads(scope: Scope, receive: Receive, send: Send) -> None:
        writes = scope["type"] == "http" and scope["method"] not in READING
        await (writers if writes else readers)(scope, receive, send)

    app = Live(WholeBodies(threads), part)
    return app


# Django's responses are iterables of bytes, as WSGI wants them; its types do not say so.
live = served(cast(WSGIApp, pages))
application: ASGIApp = Seen(live) if settings.LOG_REQUESTS or settings.FIGURES_FOR else live
