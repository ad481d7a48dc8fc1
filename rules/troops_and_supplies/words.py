"""Numbers and squares in words."""

from __future__ import annotations


def tokens(supplies: int) -> str:
    """So many Supply Tokens."""
    return "1 Supply Token" if supplies == 1 else f"{supplies or 'no'} Supply Tokens"


def squares(steps: int) -> str:
    """So many squares."""
    return "1 square" if steps == 1 else f"{steps} squares"


def losses(lost: int) -> str:
    """So many losses."""
    return "1 loss" if lost == 1 else f"{lost or 'no'} losses"
