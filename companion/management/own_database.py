"""A database of its own for a command that writes much and keeps nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.db import connection


@contextmanager
def own_database(folder: Path) -> Iterator[str]:
    """A new database beside the one in use, or in a folder, as the default one until the end of the block."""
    settings = connection.settings_dict
    used, is_file = settings["NAME"], connection.vendor == "sqlite"
    settings["TEST"]["NAME"] = str(folder / "own.sqlite3") if is_file else f"{used}_own_{os.getpid()}"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield f"sqlite:///{settings['NAME']}" if is_file else _named(os.environ["DATABASE_URL"], settings["NAME"])
    finally:
        connection.creation.destroy_test_db(used, verbosity=0)


def _named(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
