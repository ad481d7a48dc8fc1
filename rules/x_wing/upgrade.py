"""Upgrades of a ship with the charges that lie on them, as the rules see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules.bounds import Bounded, Bounds

LOST_BY_DAMAGE = ("stealthdevice",)
"""Upgrades by their ids that lose a charge after their ship suffered damage."""

BY_WHOM_IT_ATTACKED = ("thunderstrike",)
"""Upgrades by their ids that depend on whom their ship attacked this round."""

HUNTING = ("agentkallus",)
"""Upgrades by their ids that make an enemy ship Hunted."""


@dataclass(frozen=True, slots=True)
class Upgrade(Bounded):
    """An upgrade: its id (XWS), by which its abilities are known, and its charges; those of a weapon lie on that."""

    key: str
    name: str
    xws: str = ""
    charges: Annotated[int, Bounds(0, 99, "charges left", most_is="most_charges")] = 0
    most_charges: Annotated[int, Bounds(0, 99, "charges")] = 0
    recovers: Annotated[int, Bounds(-9, 9, "charges that come back")] = 0


def named(ship: str, names: tuple[str, ...]) -> tuple[Upgrade, ...]:
    """Upgrades of the ship with that key of which only names are known."""
    return tuple(Upgrade(key_of(ship, number), name) for number, name in enumerate(names, start=1))


def key_of(ship: str, number: int) -> str:
    """The key of an upgrade of the ship with that key."""
    return f"{ship}-upgrade-{number}"
