"""Dice as they were typed in."""

from __future__ import annotations

from collections.abc import Mapping

from rules.dice import Face

MOST_POOLS = 12
MOST_LETTERS = 400


def typed_faces(posted: Mapping[str, str]) -> tuple[tuple[Face, ...], ...]:
    """The faces of each pool of a posted dice form; whether the dice can show them is for the rules to say."""
    names = [f"pool-{place}" for place in range(MOST_POOLS)]
    return tuple(_faces(posted[name]) for name in names if name in posted)


def _faces(text: str) -> tuple[Face, ...]:
    words = text[:MOST_LETTERS].replace(",", " ").split()
    return tuple(int(word) if word.isascii() and word.isdigit() else word for word in words)
