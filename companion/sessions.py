"""Sessions in the database, which pages that are only looked at do not write."""

from __future__ import annotations

from typing import cast

from django.contrib.sessions.backends.db import SessionStore as InTheDatabase
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest


class SessionStore(InTheDatabase):
    """A session; while ``only_read`` it is forgotten by the browser, and its row waits to be cleared."""

    only_read = False

    def flush(self) -> None:
        """End the session: somebody signs out, or has another password since."""
        if not self.only_read:
            super().flush()
            return
        self.clear()
        self._session_key = None


class Sessions(SessionMiddleware):
    """Django's own, by which a page that is only looked at waits for no writer even where it ends a session."""

    def process_request(self, request: HttpRequest) -> None:
        """Attach the session."""
        super().process_request(request)
        cast(SessionStore, request.session).only_read = request.method in {"GET", "HEAD"}
