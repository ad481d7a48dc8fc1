"""A database of its own for a command that writes much and keeps nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.core.management import call_command
from django.db import connection


@contextmanager
def own_database(folder: Path) -> Iterator[str]:
    """A new database beside the one in use, or in a folder, as the default one until the end of the block."""
    settings = connection.settings_dict
    used, is_file = settings["NAME"], connection.vendor == "sqlite"
    settings["TEST"]["NAME"] = str(folder / "own.sqlite3") if is_file else f"{used}_own_{os.getpid()}"
    # The tables that the models describe are what the migrations lead to, in a tenth of their time.
    settings["TEST"]["MIGRATE"] = False
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    call_command("migrate", fake=True, verbosity=0)
    try:
        yield f"sqlite:///{settings['NAME']}" if is_file else _named(os.environ["DATABASE_URL"], settings["NAME"])
    finally:
        connection.creation.destroy_test_db(used, verbosity=0)


def _named(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
