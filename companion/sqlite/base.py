"""A connection to SQLite that may be kept: it is used no more once another file lies in the place of its own."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, which asks before each request whether its connection is of use still."""

    _opened: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, and remember which one it is."""
        opened = super().get_new_connection(conn_params)
        self._opened = self._there()
        return opened

    def is_usable(self) -> bool:
        """Whether what was opened is what lies there: what is written to a file that was taken away is lost."""
        return self._opened == self._there()

    def _there(self) -> tuple[int, int] | None:
        with suppress(OSError):
            found = Path(self.settings_dict["NAME"]).stat()
            return found.st_dev, found.st_ino
        return None
