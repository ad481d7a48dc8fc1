"""Numbers with their nouns, and names in a row, as sentences have them."""

from __future__ import annotations

from collections.abc import Sequence


def noun(number: int, one: str, many: str = "") -> str:
    """The noun as it stands with a number; ``one`` is its singular, and ``many`` its plural where that is irregular."""
    if number == 1:
        return one
    if one.endswith("die"):
        return f"{one.removesuffix('die')}dice"
    return many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 wound, 2 wounds, 1 attack die, 2 attack dice."""
    return f"{number} {noun(number, one, many)}"


def count_or_no(number: int, one: str, many: str = "") -> str:
    """A number with its noun, and “no” for none: no dice, 1 die, 2 dice."""
    return f"{number or 'no'} {noun(number, one, many)}"


def listed(names: Sequence[str]) -> str:
    """Some names as a list of words, at least one: the last is joined with “and”."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
