"""The ASGI application that uvicorn serves: Django's pages, as WSGI in a pool of threads, and the live streams.

Django under ASGI costs about ten times as much for a cheap page.
"""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import Environ, IterableChunks, StartResponse, WSGIApp

from companion.wsgi import application as pages

# Django has to be set up before anything that reads its models.
# isort: split
from companion.live.access import OFFERED
from companion.live.stream import Live

# Two tablets and their fragments seldom ask for more at once, and each thread may hold a database connection.
THREADS = 8


def served(pages: WSGIApp) -> Live:
    """Pages with their streams; each page is told that there is one."""

    def with_stream(environ: Environ, start_response: StartResponse) -> IterableChunks:
        return pages(cast(Environ, {**environ, OFFERED: True}), start_response)

    return Live(WSGIMiddleware(with_stream, workers=THREADS))


# Django's responses are iterables of bytes, as WSGI wants them; its types do not say so.
application = served(cast(WSGIApp, pages))
