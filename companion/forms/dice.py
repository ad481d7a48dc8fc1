"""Dice as they were typed in."""

from __future__ import annotations

from collections.abc import Mapping

from rules.dice import Face, words_of

MOST_POOLS = 12
MOST_DICE = 100
LONGEST_FACE = 60
"""Nothing longer is a face; a long entry is cut only where it is wrong in any case."""


def typed_faces(posted: Mapping[str, str]) -> tuple[tuple[Face, ...], ...]:
    """The faces of each pool of a posted dice form, in words; whether the dice can show them the rules say."""
    names = [f"pool-{place}" for place in range(MOST_POOLS)]
    return tuple(_faces(posted[name]) for name in names if name in posted)


def _faces(text: str) -> tuple[Face, ...]:
    words = [word[:LONGEST_FACE] for word in words_of(text)[:MOST_DICE]]
    return tuple(int(word) if word.isascii() and word.isdigit() else word for word in words)
