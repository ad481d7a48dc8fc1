"""Dice of two sides as they met: a die that is cancelled above or below the one that cancels it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from rules.asks import Side
from rules.dice import Face
from rules.fates import Became, Fate
from rules.replay import Rolled


@dataclass(frozen=True, slots=True)
class Lying:
    """One die as it lies there: what it is called, what it shows, and what became of it."""

    name: str
    face: Face
    fate: Fate | None


@dataclass(frozen=True, slots=True)
class Column:
    """A die of either side, one over the other; they met where they are a pair, and else only lie there."""

    dice: tuple[Lying | None, ...]
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Rolls whose dice cancelled each other: what each of the two sides rolled, and all dice in columns."""

    rolled: tuple[tuple[str, Side], ...]
    columns: tuple[Column, ...]


def meetings(rolls: Sequence[Rolled]) -> Iterator[Meeting | Rolled]:
    """The rolls in their order; those whose dice cancelled each other stand together as one meeting."""
    waiting: list[Rolled] = []
    for roll in rolls:
        if not waiting and not _pairs([roll]):
            yield roll
            continue
        waiting.append(roll)
        if all(len(dice) == 2 for dice in _pairs(waiting).values()):
            yield from _met(waiting)
            waiting = []
    yield from waiting


def _met(rolls: Sequence[Rolled]) -> Sequence[Meeting | Rolled]:
    """One meeting of these rolls; as they were where they are not those of two sides."""
    labels: dict[Side, str] = {}
    lying: dict[Side, list[Lying]] = {}
    for roll in rolls:
        for side, dice in roll.by_side:
            labels.setdefault(side, roll.label)
            lying.setdefault(side, []).extend(Lying(name, *one) for name, faces in dice for one in faces)
    if len(lying) != 2:
        return rolls
    first, second = lying
    pairs = _pairs(rolls)
    columns = chain(
        _beside(*(_alone(lying[side], Became.COUNTS) for side in (first, second))),
        (Column((_of_pair(lying[first], pair), _of_pair(lying[second], pair)), is_pair=True) for pair in sorted(pairs)),
        _beside(*(_alone(lying[side], *(set(Became) - {Became.COUNTS})) for side in (first, second))),
    )
    return [Meeting(tuple((labels[side], side) for side in (first, second)), tuple(columns))]


def _pairs(rolls: Sequence[Rolled]) -> dict[int, list[Fate]]:
    """The fates of the dice of each pair, by its number."""
    found: dict[int, list[Fate]] = {}
    for fate in (fate for roll in rolls for _, faces in roll.dice for _, fate in faces):
        if fate and fate.pair:
            found.setdefault(fate.pair, []).append(fate)
    return found


def _alone(dice: Sequence[Lying], *became: Became) -> list[Lying]:
    """The dice of which this became, and that have no partner; one of which nothing is known does nothing."""
    alone = [one for one in dice if not (one.fate and one.fate.pair)]
    return [one for one in alone if (one.fate.became if one.fate else Became.NOTHING) in became]


def _of_pair(dice: Sequence[Lying], pair: int) -> Lying | None:
    return next((one for one in dice if one.fate and one.fate.pair == pair), None)


def _beside(first: Sequence[Lying], second: Sequence[Lying]) -> Iterator[Column]:
    return (Column(dice) for dice in zip_longest(first, second))
