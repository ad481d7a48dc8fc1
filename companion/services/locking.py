"""The battle's lock: every service that changes play data takes it first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import QuerySet

from companion.live.commits import telling
from companion.models import Battle
from companion.prepared import Prepared
from companion.services.reckoning import work_out_again
from companion.services.refusals import Refusal

_LOCKED = Prepared(lambda key: telling(Battle.objects.select_for_update()).filter(key=key))

DELETED = "This battle was deleted. For a while an organiser can restore it in the archive of its campaign."


@contextmanager
def locked(key: str) -> Iterator[Battle]:
    """One transaction that holds the battle's lock; ``Battle.DoesNotExist`` if there is none.

    Raises ``Refusal`` for one that was deleted and can still be taken back.

    PostgreSQL locks the row, and tells the live streams when the transaction commits. SQLite takes its write lock as
    the transaction begins (``transaction_mode`` IMMEDIATE). What has come home from the battle is worked out again when
    something happened in it.
    """
    with transaction.atomic():
        battle = _LOCKED.one(key)
        if battle.deleted:
            raise Refusal(f"{DELETED} Nothing was changed.")
        before = battle.last_event
        yield battle
        if battle.came_home and battle.last_event != before:
            work_out_again(battle)


@contextmanager
def all_locked(battles: QuerySet[Battle]) -> Iterator[None]:
    """One transaction that holds the locks of several battles, for what concerns them whole; their streams are told."""
    with transaction.atomic():
        list(telling(battles.select_for_update(of=("self",)).order_by("pk").only("pk")))
        yield
