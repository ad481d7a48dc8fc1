"""Reading many rows as they were at one moment, without keeping anybody from writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def steady() -> Iterator[None]:
    """All that is read within is of one moment, that of the outermost; nobody waits for it, and it waits for nobody."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Django's own transactions begin with SQLite's write lock (``transaction_mode`` IMMEDIATE).
        with connection.cursor() as cursor:
            if connection.connection.in_transaction:
                yield
                return
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
