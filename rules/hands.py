"""Dice that several sides roll at the same time: whose they are, and which rolls can lie on the table together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.asks import Declared, Roll, Side


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one side in a roll: the places of their pools among all that lie on the table together."""

    label: str
    by: Side
    places: tuple[int, ...]


def rolls_from(ask: Roll[Any, Any]) -> tuple[Roll[Any, Any], ...]:
    """A roll, and those that can lie beside it already."""
    return (ask, *(roll for roll in ask.beside if any(pool.count for pool in roll.pools)))


def hands_of(rolls: tuple[Roll[Any, Any], ...], declared: Declared[Any, Any]) -> tuple[Hand, ...]:
    """The hands of some rolls, in order; a side that has no dice in one has no hand there."""
    found: dict[tuple[str, Side], list[int]] = {}
    pools = 0
    for roll in rolls:
        sides = roll.hands(declared) or ("",) * len(roll.pools)
        for place, (side, pool) in enumerate(zip(sides, roll.pools, strict=True), pools):
            if pool.count:
                found.setdefault((roll.label, side), []).append(place)
        pools += len(roll.pools)
    return tuple(Hand(label, side, tuple(places)) for (label, side), places in found.items())
