"""How lucky the rolls of a declaration were, kept beside it as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.models import Battle, Event, Version
from rules.game import Illegal
from rules.luck import Rated, rated
from rules.play import BadReply
from rules.replay import Record
from rules.table import Source

SIDE, SOURCE, BETTER, AS_GOOD, WAYS = range(5)
"""What is kept of a roll: whose it was, where its dice came from, how many ways are better and as good, of how many."""


def kept_luck(record: Record) -> list[list[Any]]:
    """What is kept of the rolls of a record; nothing of one that does not fit the rules any more."""
    try:
        found = rated(record)
    except (BadReply, Illegal):
        return []
    kept = []
    for one in found:
        ways = max(one.better.denominator, 1) * one.as_good.denominator
        kept.append([one.side, one.source.value, int(one.better * ways), int(one.as_good * ways), ways])
    return kept


def rated_again(kept: Sequence[Sequence[Any]]) -> tuple[Rated, ...]:
    """The rolls that were kept, as they were rated."""
    return tuple(
        Rated(one[SIDE], Source(one[SOURCE]), Fraction(one[BETTER], one[WAYS]), Fraction(one[AS_GOOD], one[WAYS]))
        for one in kept
    )


def luck_in(battle: Battle) -> Mapping[str, list[list[Any]]]:
    """The rolls of all that stands in a battle's log, as they are kept, by the keys of the sides, in two queries."""
    rolls = dict(
        Event.objects.filter(battle=battle.pk, declaration__isnull=False, undone_by=None)
        .order_by("number")
        .values_list("pk", "declaration__luck")
    )
    versions = Version.objects.filter(amendment__battle=battle.pk, amendment__undone_by=None)
    for version in versions.order_by("amendment__number").only("of", "luck"):
        if version.of_id in rolls and version.luck is not None:
            rolls[version.of_id] = version.luck
    found: dict[str, list[list[Any]]] = {}
    for kept in rolls.values():
        for one in kept or ():
            found.setdefault(one[SIDE], []).append(one[SOURCE:])
    return found
