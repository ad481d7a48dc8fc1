"""Taking pieces from an earlier battle; where they are as they stood there, whoever corrects it is told of that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.models import Battle, Side, Taking
from companion.services.joining import GONE, Coming, Store, join
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.sheets import Stored, key_of, side_model

Taken: TypeAlias = Callable[[Battle, Stored], Coming]


def take(
    *,
    key: str,
    source: Battle | None,
    owner: str,
    as_it_stood: bool,
    who: str,
    seen: int,
    pieces: Taken,
    store: Store,
    told: str,
) -> None:
    """Copy the pieces of an owner in an earlier battle, a side by its key, into a battle that is set up."""
    if source is None:
        raise Refusal(GONE)
    with locked(key) as battle:
        join(key=key, who=who, seen=seen, pieces=pieces, store=store, told=told)
        if as_it_stood:
            # What comes of a correction does not reach how it began.
            sides = {key_of(side): side for side in side_model(source.game)._default_manager.filter(battle=source)}
            note_taking(source, sides.get(owner), battle)


def take_on(battle: Battle, again: Battle) -> None:
    """Keep in mind that a battle has what another was given as it stood; the caller holds the lock of the other."""
    given = Taking.objects.filter(by=battle)
    Taking.objects.bulk_create(Taking(of_id=row.of_id, side_id=row.side_id, by=again) for row in given)


def note_taking(source: Battle, side: Side | None, by: Battle) -> None:
    """Keep in mind that pieces of a battle were taken as they stood; the caller holds the lock of where they went."""
    Taking.objects.get_or_create(of=source, side=side, by=by)
