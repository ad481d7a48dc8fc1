"""The ASGI application that uvicorn serves: Django's pages, as WSGI in a pool of threads.

Django under ASGI costs about ten times as much for a cheap page.
"""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from companion.wsgi import application as pages

# Two tablets and their fragments seldom ask for more at once, and each thread may hold a database connection.
THREADS = 8

# Django's responses are iterables of bytes, as WSGI wants them; its types do not say so.
application = WSGIMiddleware(cast(WSGIApp, pages), workers=THREADS)
