"""What the rulings of a game say, by the questions that they answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.conf import settings

PLAIN = ("decided", "here", "how it is asked", "what it covers")
"""Columns whose cells need no name before them."""


@cache
def rulings_of(game: str) -> str:
    """The page of rulings of a game, as it is written."""
    return (Path(settings.BASE_DIR) / "rules" / game / "RULINGS.md").read_text(encoding="utf-8")


@cache
def decided(game: str) -> Mapping[str, str]:
    """What was decided, by the first cell of each row, or what stands before its colon."""
    found: dict[str, str] = {}
    header: list[str] = []
    for line, following in pairwise([*rulings_of(game).splitlines(), ""]):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if following.startswith("|---"):
            header = cells
        elif cells and not line.startswith("|---"):
            found[cells[0].partition(":")[0]] = "; ".join(_told(header[1:], cells[1:])).replace("**", "")
    return found


def _told(header: list[str], cells: list[str]) -> Iterator[str]:
    for name, cell in zip(header, cells, strict=True):
        yield cell if name in PLAIN else f"{name}: {cell}"
