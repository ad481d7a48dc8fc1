"""The rolls of a member that went most against the odds: the best and the worst."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from companion.models import Result
from companion.queries.luck_view import CALLED
from rules.games import GAMES
from rules.luck import RARE
from rules.table import Source


@dataclass(frozen=True)
class RareRoll:
    """A roll of which only one in so many is as good, or as bad: with which dice, and in which battle."""

    one_in: int
    dice: str
    result: Result

    @property
    def game(self) -> str:
        """The name of its game."""
        return GAMES[self.result.game].name


@dataclass(frozen=True, slots=True)
class _Found:
    """How many ways of how many are as good, or as bad, as a chance; with the source and the id of the result."""

    chance: float
    one_in: int
    source: str
    result: int


def rare_rolls(own: QuerySet[Result]) -> tuple[RareRoll | None, RareRoll | None]:
    """The best and the worst roll in some results, as far as any went against the odds, in two queries."""
    best: _Found | None = None
    worst: _Found | None = None
    for result, luck in own.values_list("pk", "luck").iterator():
        for source, better, as_good, ways in luck:
            best = _rarer(best, better + as_good, ways, source, result)
            worst = _rarer(worst, ways - better, ways, source, result)
    results = Result.objects.select_related("battle").in_bulk([one.result for one in (best, worst) if one])
    return _told(best, results), _told(worst, results)


def _rarer(found: _Found | None, such: int, ways: int, source: str, result: int) -> _Found | None:
    """What is rarer, of what was found before and a roll of which so many ways are such; the first where they are."""
    chance = such / ways
    if chance > RARE or (found and found.chance <= chance):
        return found
    return _Found(chance, ways // such, source, result)


def _told(found: _Found | None, results: dict[int, Result]) -> RareRoll | None:
    return RareRoll(found.one_in, CALLED[Source(found.source)], results[found.result]) if found else None
