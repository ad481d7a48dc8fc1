"""Luck as pages tell it: what the rolls of somebody tell, typed dice and the app's apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from companion.models import Battle, Campaign, Member, Result, Side
from companion.services.lucking import luck_in
from companion.sheets.plan import id_of
from rules.luck import FEW, Chances, Luck, Telling, luck_of
from rules.table import Source

SOURCES = {"typed": Source.ENTERED, "app": Source.ROLLED}
"""Where dice came from, by the word in the address of their picture."""

CALLED = {Source.ENTERED: "dice typed in", Source.ROLLED: "the app's dice"}

TELLS = {
    Telling.TOO_FEW: "",
    Telling.FAIR: "As expected: the line stays in the band.",
    Telling.LUCKY: "Luckier than expected: the line leaves the band above.",
    Telling.UNLUCKY: "Unluckier than expected: the line leaves the band below.",
}


@dataclass(frozen=True)
class Row:
    """One line of the numbers beside a picture, in percent: of all that could fall, of somebody's rolls, the band."""

    best: int
    share: int
    low: int
    high: int


@dataclass(frozen=True)
class LuckView:
    """What somebody's rolls with dice from one source tell: ``word`` names it in an address, ``whose`` are the dice."""

    whose: int
    name: str
    word: str
    dice: str
    luck: Luck

    @property
    def tells(self) -> str:
        """What they tell, as a sentence; nothing where they are too few."""
        return TELLS[self.luck.telling]

    @property
    def fewest(self) -> int:
        """How many rolls tell anything."""
        return FEW

    @property
    def average(self) -> int:
        """How likely it is on average to do as well or better, in percent."""
        return round(100 * self.luck.mean)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The numbers of the picture, a tenth of the way each."""
        shown = self.luck.points[10::10]
        return tuple(
            Row(round(100 * point.best), round(100 * point.share), round(100 * point.low), round(100 * point.high))
            for point in shown
        )


def luck_of_battle(battle: Battle) -> tuple[LuckView, ...]:
    """What the dice of each side of a battle that is over tell.

    Whoever plays several sides has one result, and only the log tells what each of them has rolled.
    """
    sides, results = list(Side.objects.filter(battle=battle.pk)), Result.objects.filter(battle=battle.pk)
    rolls: dict[int, list[Any]] = dict(results.values_list("side", "luck"))
    if 0 < len(rolls) < len(sides):
        rolls = {id_of(key): found for key, found in luck_in(battle).items()}
    return tuple(view for side in sides for view in _views(side.pk, side.name, rolls.get(side.pk, ())))


def luck_of_member(campaign: Campaign, member: Member) -> tuple[LuckView, ...]:
    """What the dice of a member tell, over the battles of a campaign that are over."""
    found = Result.objects.filter(campaign=campaign, player=member).order_by()
    rolls = chain.from_iterable(found.values_list("luck", flat=True).iterator())
    return _views(member.pk, member.name, rolls)


def side_luck(battle: Battle, side: int) -> tuple[LuckView, ...] | None:
    """What the dice of one side of a battle tell; ``None`` where it has no such side."""
    found = tuple(view for view in luck_of_battle(battle) if view.whose == side)
    return found if found or battle.sides.filter(pk=side).exists() else None


def _views(whose: int, name: str, rolls: Iterable[Sequence[Any]]) -> tuple[LuckView, ...]:
    found: defaultdict[str, Counter[Chances]] = defaultdict(Counter)
    # Of the rolls of years most are alike.
    for (came, better, as_good, ways), times in Counter(map(tuple, rolls)).items():
        found[came][Fraction(better, ways), Fraction(as_good, ways)] += times
    return tuple(
        LuckView(whose, name, word, CALLED[source], luck_of(found[source]))
        for word, source in SOURCES.items()
        if source in found
    )
