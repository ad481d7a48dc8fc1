"""Small words that several sentences share."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Some names as a list of words, at least one: the last is joined with “and”."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
