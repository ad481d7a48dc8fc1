"""What became of the dice of a shot: those that doubled, and those that were added."""

from __future__ import annotations

from collections import Counter

from rules.airsoft_squads.declaration import Attack
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import DOUBLE, CriticalDie, ShotDice
from rules.asks import Declared
from rules.fates import Answered, Became, Fate, Fates
from rules.table import Dice, Pick

DOUBLED = Fate(Became.COUNTS, "doubles")


def fates(declared: Declared[Battle, Attack], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
    """The fates of the dice of every roll: of a shot, which doubled; all others are simply added."""
    doubled = Counter(
        ask.choosing.left[0]
        for ask, reply in answered
        if isinstance(ask, CriticalDie) and isinstance(reply, Pick) and reply.option == DOUBLE
    )
    return tuple(
        _of(reply, doubled) if isinstance(ask, ShotDice) else () for ask, reply in answered if isinstance(reply, Dice)
    )


def _of(reply: Dice, doubled: Counter[int]) -> Fates:
    attack, *others = reply.faces
    left, found = doubled.copy(), []
    for face in attack:
        found.append(DOUBLED if left[int(face)] else None)
        left[int(face)] -= bool(left[int(face)])
    return tuple(found), *((None,) * len(faces) for faces in others)
