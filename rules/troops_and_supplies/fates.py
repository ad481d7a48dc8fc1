"""What became of the dice of an attack and of a counterattack, pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.asks import D, Declared
from rules.fates import CANCELLED, UNNEEDED, Answered, Became, Fate, Fates, paired
from rules.table import Dice
from rules.troops_and_supplies.exchange import BattleDice, CounterattackDice
from rules.troops_and_supplies.matching import pairs
from rules.troops_and_supplies.sheet import Battle

THROUGH = Fate(Became.COUNTS, "gets through")
REMOVES = Fate(Became.SPENT, "removes one")


def fates(declared: Declared[Battle, D], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
    """The fates of the dice of every roll."""
    return tuple(
        _of(reply.faces) if isinstance(ask, BattleDice | CounterattackDice) else ()
        for ask, reply in answered
        if isinstance(reply, Dice)
    )


def _of(faces: tuple[tuple[Any, ...], ...]) -> Fates:
    attack, defence = faces
    matched = pairs(attack, defence)
    gone, used = [mine for mine, _ in matched], [theirs for _, theirs in matched]
    return _marked(attack, gone, CANCELLED, THROUGH), _marked(defence, used, REMOVES, UNNEEDED)


def _marked(faces: tuple[Any, ...], some: Sequence[Any], theirs: Fate, others: Fate) -> tuple[Fate, ...]:
    """The fate of some of the dice by what they show, pair by pair, and that of the others."""
    left: list[Any] = list(some)
    found = []
    for face in faces:
        if face not in left:
            found.append(others)
            continue
        place = left.index(face)
        left[place] = None
        found.append(paired(theirs, place, len(some)))
    return tuple(found)
