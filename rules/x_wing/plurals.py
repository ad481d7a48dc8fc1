"""How many there are of something, in words."""

from __future__ import annotations


def counted(number: int, one: str) -> str:
    """A number and what it counts: 1 charge, 2 charges, 1 attack die, 2 attack dice."""
    if number == 1:
        return f"1 {one}"
    return f"{number} {one.removesuffix('die')}dice" if one.endswith("die") else f"{number} {one}s"
