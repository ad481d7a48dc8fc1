"""Sessions in the database, which pages that are only looked at do not write."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.sessions.backends.db import SessionStore as InTheDatabase
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.utils import timezone

from companion.devices import hashed

LONGEST_KEY = 40
"""How much of a hash the table has room for."""


def stored_as(key: str) -> str:
    """What is stored in place of the key that a browser keeps: who reads the table signs in nowhere by it."""
    return hashed(key)[:LONGEST_KEY]


class SessionStore(InTheDatabase):
    """A session; while ``only_read`` it is forgotten by the browser, and its row waits to be cleared."""

    only_read = False

    def load(self) -> dict[str, Any]:
        """Return what the session holds: nothing, and under no key, where none with its key goes on."""
        found = self.model.objects.filter(session_key=stored_as(self.session_key or ""), expire_date__gt=timezone.now())
        row = found.first()
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row.session_data)

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the row of the session."""
        row = super().create_model_instance(data)
        row.session_key = stored_as(row.session_key)
        return row

    def exists(self, session_key: str) -> bool:
        """Whether a session has this key."""
        return super().exists(stored_as(session_key))

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session with this key, or this one."""
        key = session_key or self.session_key
        if key is not None:
            super().delete(stored_as(key))

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
