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
    return tuple(replace(roll, fates=()) for roll in _at_first(line))


def dice_that_count_no_more(line: Line) -> tuple[Rolled, ...]:
    """The dice of an entry that was undone or struck out, as they lay in the battle that it was declared in.

    Where it was another entry before it was struck out, of no die it is told what became of it: that came about in a
    battle which was corrected.
    """
    was_another = len(line.entry.earlier) > (line.entry.how is How.STRUCK)
    return tuple(replace(roll, fates=()) if was_another else roll for roll in _at_first(line))


def _rolled(record: Record, battle: Any) -> tuple[Rolled, ...] | None:
    """The dice of a record in a battle; ``None`` where it does not fit there."""
    try:
        return replace(record, battle=battle).rolled()
    except (BadReply, ValueError):
        return None


def _at_first(line: Line) -> tuple[Rolled, ...]:
    """The dice in the battle that it was declared in; without their names where they do not fit there."""
    record, given = line.entry.record, tuple(_given(line))
    if not record or not given:
        return given
    try:
        shown = shown_to(Declaration.objects.select_related("battle").get(events=line.event))
    except ValueError:
        return given
    return _rolled(record, shown) or given


def _given(line: Line) -> Iterator[Rolled]:
    """The dice that were given, as they are stored."""
    record = line.entry.record
    stored = [(one.label, one.value) for one in line.given if one.source in (Source.ENTERED, Source.ROLLED)]
    read = [(reply.label, reply.faces) for reply in record.replies if isinstance(reply, Dice)] if record else stored
    for label, pools in read:
        faces = tuple(tuple(pool) for pool in pools)
        yield Rolled(label, tuple(Pool(Die(ANY, tuple(dict.fromkeys(pool))), len(pool)) for pool in faces), faces)
