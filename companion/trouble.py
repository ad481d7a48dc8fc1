"""What is the matter when the database does not do what it should, in one sentence for players."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.db import Error, connection

RETRY_AFTER = 5
"""Seconds after which it is worth trying again."""


class Trouble(StrEnum):
    """What is the matter."""

    BUSY = "Another program is writing to the database and has not let go of it."
    FULL = "There is no room left on the disk."
    UNREACHABLE = "The database cannot be reached."
    UNWRITABLE = "The database cannot be written to."
    DAMAGED = "The database is damaged."


SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    # What the operating system says when it does not take what is written.
    sqlite3.SQLITE_IOERR: Trouble.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: Trouble.UNREACHABLE,
    sqlite3.SQLITE_READONLY: Trouble.UNWRITABLE,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}


def trouble_of(problem: BaseException) -> Trouble | None:
    """What is the matter, by an error of Django or of the database's own module; ``None`` for our own mistake."""
    cause = problem.__cause__ if isinstance(problem, Error) else problem
    if isinstance(cause, sqlite3.Error):
        # The lowest byte is the kind of the error, the others say more of it.
        return SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    # Whoever has an error of psycopg has loaded it, and on SQLite nobody needs to wait for that.
    return _of_postgresql(cause) if "psycopg" in sys.modules else None


def _of_postgresql(cause: BaseException | None) -> Trouble | None:
    from psycopg import OperationalError, errors

    match cause:
        case errors.LockNotAvailable() | errors.DeadlockDetected():
            return Trouble.BUSY
        case errors.DiskFull():
            return Trouble.FULL
        case errors.ReadOnlySqlTransaction():
            return Trouble.UNWRITABLE
        case errors.DataCorrupted() | errors.IndexCorrupted():
            return Trouble.DAMAGED
        case OperationalError():
            # A server that is not there or takes nobody, and a line that broke.
            return Trouble.UNREACHABLE
    return None


def in_one_line(problem: Error) -> str | None:
    """The trouble for whoever gave a command, with the database's own words; ``None`` for our own mistake."""
    trouble = trouble_of(problem)
    if trouble is None:
        return None
    more = " A backup can be put back: python3 manage.py restore FILE" if trouble is Trouble.DAMAGED else ""
    said = " ".join(str(problem).split()).rstrip(".?")
    return f"{trouble} It is {_place(connection.settings_dict)}, and what it says is: {said}.{more}"


def _place(database: Mapping[str, Any]) -> str:
    """The file of a database, or its name and its server."""
    server = ":".join(str(database[part]) for part in ("HOST", "PORT") if database[part])
    return f"{database['NAME']} at {server}" if server else str(database["NAME"])
