"""Numbers with their nouns, one or many."""

from __future__ import annotations


def noun(number: int, one: str) -> str:
    """The noun as it stands with a number; ``one`` is its singular."""
    if number == 1:
        return one
    return "dice" if one == "die" else f"{one}s"


def counted(number: int, one: str) -> str:
    """A number with its noun, such as 1 wound or 2 wounds."""
    return f"{number} {noun(number, one)}"
