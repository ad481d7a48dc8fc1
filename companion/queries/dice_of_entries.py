"""The dice that fell for an entry of the log, whether or not today's rules can still make anything of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.models import Declaration
from companion.services.history import Line
from companion.services.under_way import shown_to
from rules.dice import Die, Pool
from rules.play import BadReply
from rules.replay import Record, Rolled
from rules.table import Dice, Source
from rules.timeline import How

ANY = "die"
"""What dice are called of which nobody knows any more which they were."""


def dice_of(line: Line, before: Any) -> tuple[Rolled, ...]:
    """The dice of an entry as they lie in the battle before it, each roll with what became of its dice.

    What is kept as it was stored came about in another battle: its dice lie as they did there, and of no die it is told
    what became of it. So do dice without their names where the rules cannot read what was declared.
    """
    record = line.entry.record
    rolled = _rolled(record, before) if record and line.entry.how is not How.KEPT else None
    if rolled is not None:
        return rolled
    given = tuple(_given(line))
    return (_at_first(record, line.event) if record and given else None) or given


def _rolled(record: Record, battle: Any) -> tuple[Rolled, ...] | None:
    """The dice of a record in a battle; ``None`` where it does not fit there."""
    try:
        return replace(record, battle=battle).rolled()
    except (BadReply, ValueError):
        return None


def _at_first(record: Record, event: int) -> tuple[Rolled, ...] | None:
    """The dice in the battle that it was declared in; ``None`` where they do not fit there."""
    try:
        shown = shown_to(Declaration.objects.select_related("battle").get(events=event))
    except ValueError:
        return None
    rolled = _rolled(record, shown)
    return rolled and tuple(replace(roll, fates=()) for roll in rolled)


def _given(line: Line) -> Iterator[Rolled]:
    """The dice that were given, as they are stored."""
    record = line.entry.record
    stored = [(one.label, one.value) for one in line.given if one.source in (Source.ENTERED, Source.ROLLED)]
    read = [(reply.label, reply.faces) for reply in record.replies if isinstance(reply, Dice)] if record else stored
    for label, pools in read:
        faces = tuple(tuple(pool) for pool in pools)
        yield Rolled(label, tuple(Pool(Die(ANY, tuple(dict.fromkeys(pool))), len(pool)) for pool in faces), faces)
