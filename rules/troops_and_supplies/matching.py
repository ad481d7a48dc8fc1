"""Matching defence dice with attack dice: one removes another that it meets or exceeds (Attacking, paragraph 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from rules.dice import Fold, Tally

Seen: TypeAlias = tuple[int, int, int]
"""Attack dice that get through, defence dice to spare, and attack dice of this face that get through so far."""

ATTACK, DEFENCE = 0, 1


def _match(seen: Seen, face: int, which: int, count: int) -> Seen:
    """Match the dice of one face; from the highest face down every spare defence die serves as well as any other."""
    through, spare, of_this_face = seen
    if which == ATTACK:
        left = max(0, count - spare)
        return through + left, max(0, spare - count), left
    tied = min(count, of_this_face)
    return through - tied, spare + count - tied, 0


def _losses(seen: Seen) -> int:
    return seen[0]


def pairs(attack: Sequence[int], defence: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The attack dice that go, each with the defence die that removes it: as many as any matching removes.

    The smallest defence die takes the smallest attack die that is left, if it can (RULINGS).
    """
    left = sorted(attack)
    taken: list[tuple[int, int]] = []
    for die in sorted(defence):
        if len(taken) < len(left) and die >= left[len(taken)]:
            taken.append((left[len(taken)], die))
    return tuple(taken)


def losses_of(attack: Sequence[int], defence: Sequence[int]) -> int:
    """How many attack dice get through."""
    return len(attack) - len(pairs(attack, defence))


def tell(attack: Tally, defence: Tally) -> Iterator[tuple[str, str]]:
    """What became of the dice, pair by pair, and which attack dice get through."""
    shown = _dice(attack)
    taken = pairs(shown, _dice(defence))
    for mine, theirs in taken:
        yield f"defence {theirs}", f"removes attack {mine}"
    through = _listed(shown[len(taken) :])
    if through:
        yield "gets through", f"attack {through}"


LOSSES = Fold((0, 0, 0), _match, _losses, tell)
"""The losses when the attack dice (first pool) meet the defence dice (second pool)."""


def _dice(tally: Tally) -> tuple[int, ...]:
    return tuple(face for face, count in enumerate(tally, 1) for _ in range(count))


def _listed(dice: Iterable[int]) -> str:
    return ", ".join(map(str, dice))
