"""Noticing that somebody has committed something, in whichever process, without asking for it again and again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import connection
from django.db.models import CharField, F, Func, QuerySet, Value

from companion.models import Battle, Campaign

Place = TypeVar("Place", Battle, Campaign)

CHANNEL = "companion_battle"


def telling(places: QuerySet[Place]) -> QuerySet[Place]:
    """Battles that are about to be locked, or campaigns: PostgreSQL tells every process when that transaction commits.

    It goes with the query that locks them, so that no tap takes another one. SQLite's commits are noticed as they are.
    """
    if connection.vendor != "postgresql":
        return places
    notify = Func(Value(CHANNEL), F("key"), function="pg_notify", output_field=CharField())
    return places.annotate(notified=notify)


def commits() -> Callable[[float], bool]:
    """A function that waits as many seconds and says whether anything may have been committed since its last call.

    It belongs to the thread that calls it, whose database connection it uses.
    """
    return _notified() if connection.vendor == "postgresql" else _counted()


def _notified() -> Callable[[float], bool]:
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
    listening: Any = connection.connection

    def wait(seconds: float) -> bool:
        with connection.wrap_database_errors:
            return len(list(listening.notifies(timeout=seconds, stop_after=1))) > 0

    return wait


def _counted() -> Callable[[float], bool]:
    """SQLite counts the commits of all other connections; asking takes microseconds."""
    last = _commits_of_others()

    def wait(seconds: float) -> bool:
        nonlocal last
        time.sleep(seconds)
        before, last = last, _commits_of_others()
        return last != before

    return wait


def _commits_of_others() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        count: int = cursor.fetchone()[0]
    return count
