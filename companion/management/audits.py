"""Many battles audited by several processes at once, each a battle at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context

from django.db import connection, connections

from companion.models import Battle
from companion.services.auditing import Audit, audited

FORK = "fork"
"""How a process gets another one that is set up already; not every system has it."""


def audits(battles: Sequence[int], processes: int | None = None) -> Iterator[Audit]:
    """The audits of the battles with these ids, in their order; by default as many at once as there are processors.

    A battle that was deleted for good meanwhile has none.
    """
    at_once = min(processes or os.cpu_count() or 1, len(battles))
    if at_once < 2 or not _is_seen_by_others():
        yield from filter(None, map(_audit, battles))
        return
    # A connection belongs to one process: each opens its own.
    connections.close_all()
    with ProcessPoolExecutor(at_once, get_context(FORK)) as pool:
        yield from filter(None, pool.map(_audit, battles))


def _audit(battle: int) -> Audit | None:
    found = Battle.objects.filter(pk=battle).first()
    return audited(found) if found else None


def _is_seen_by_others() -> bool:
    """Whether another process can be had, and finds in the database what this one does."""
    # Typed for any database: only SQLite's can be in memory.
    in_memory = connection.vendor == "sqlite" and getattr(connection, "is_in_memory_db")()  # noqa: B009
    return FORK in get_all_start_methods() and not (in_memory or connection.in_atomic_block)
