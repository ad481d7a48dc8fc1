"""The results of a player added up, and players put in order by a scheme."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from rules.results import How, SideResult

K = TypeVar("K", bound=Hashable)

Worth: TypeAlias = tuple[int, ...]
"""What counts first, what counts where that is even, and so on: more is better."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Some results added up: battles by how they ended, points, and those of the best of the others."""

    played: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    points: int = 0
    against: int = 0

    def __add__(self, other: Tally) -> Tally:
        """The results of both."""
        return Tally(
            self.played + other.played,
            self.won + other.won,
            self.tied + other.tied,
            self.lost + other.lost,
            self.points + other.points,
            self.against + other.against,
        )

    @property
    def margin(self) -> int:
        """By how many points all battles together were won or lost."""
        return self.points - self.against


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to put players in order: its short name, what pages call it and say of it, and what a tally is worth."""

    slug: str
    name: str
    says: str
    worth: Callable[[Tally], Worth]
    by_points: bool = False
    """Whether it says something only where the rules give points."""


@dataclass(frozen=True, slots=True)
class Place(Generic[K]):
    """One line of the standings: the place, which several share where they are even, and who has it with what."""

    place: int
    who: K
    tally: Tally


def tally_of(result: SideResult) -> Tally:
    """One result as a tally."""
    how = result.how
    return Tally(1, how is How.WON, how is How.TIED, how is How.LOST, result.score, result.rival)


def tallied(results: Iterable[tuple[K, SideResult]]) -> dict[K, Tally]:
    """The results of each player added up."""
    found: dict[K, Tally] = {}
    for who, result in results:
        found[who] = found.get(who, Tally()) + tally_of(result)
    return found


def together(tallies: Mapping[K, Tally], others: Mapping[K, Tally]) -> dict[K, Tally]:
    """The tallies of both added up."""
    return {who: tallies.get(who, Tally()) + others.get(who, Tally()) for who in {**tallies, **others}}


def ranked(tallies: Mapping[K, Tally], scheme: Scheme) -> tuple[Place[K], ...]:
    """The standings by a scheme, the best first; who is even shares a place, in the order of the tallies."""
    ordered = sorted(tallies.items(), key=lambda line: scheme.worth(line[1]), reverse=True)
    found: list[Place[K]] = []
    for number, (who, tally) in enumerate(ordered, start=1):
        even = found and scheme.worth(found[-1].tally) == scheme.worth(tally)
        found.append(Place(found[-1].place if even else number, who, tally))
    return tuple(found)
