"""What the worked examples are made of: a battle of one unit against one, an attack, and the dice as they fell."""

from __future__ import annotations

from dataclasses import replace

from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.sheet import Army, Battle, Kind, Unit
from rules.table import Dice

Colours = tuple[int, int]


def unit(name: str, army: str, offence: Colours, guard: Colours, health: int, **more: object) -> Unit:
    """A unit with red and blue dice for Offence and Guard."""
    made = Unit(name.lower(), name, army, *offence, *guard, health=max(health, 4), current_health=health)
    return replace(made, **more)  # type: ignore[arg-type]


def battle(
    offence: Colours,
    guard: Colours,
    attackers_health: int = 3,
    defenders_health: int = 3,
    *,
    attacker: dict[str, object] | None = None,
    defender: dict[str, object] | None = None,
    horde: dict[str, object] | None = None,
    host: dict[str, object] | None = None,
) -> Battle:
    """A battle of one unit against one, with no Command Seals unless they are given."""
    armies = Army("horde", "Horde"), Army("host", "Unliving Host")
    return Battle(
        (replace(armies[0], **(horde or {})), replace(armies[1], **(host or {}))),  # type: ignore[arg-type]
        (
            unit("Reavers", "horde", offence, (1, 1), attackers_health, **(attacker or {})),
            unit("Wardens", "host", (1, 1), guard, defenders_health, **(defender or {})),
        ),
    )


def attack(kind: Kind = Kind.MELEE, **more: object) -> Attack:
    """An attack of the Reavers on the Wardens."""
    return replace(Attack("reavers", "wardens", kind), **more)  # type: ignore[arg-type]


STEPS = {"dice": "ATC.10", "dice again": "ATC.20", "extra dice": "ATC.30"}
"""The steps in which dice are rolled."""


def dice(role: str, red: tuple[int, ...] = (), blue: tuple[int, ...] = (), what: str = "dice") -> Dice:
    """One unit's dice as they fell."""
    return Dice(f"{STEPS[what]} {role}'s {what}", (red, blue))


def fell(
    attacker: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    defender: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
) -> tuple[Dice, ...]:
    """The dice of both units, of those that roll any."""
    both = (dice("attacker", *attacker), dice("defender", *defender))
    return tuple(reply for reply in both if any(reply.faces))


def extra(role: str, red: tuple[int, ...] = (), blue: tuple[int, ...] = ()) -> Dice:
    """The extra dice of a unit's criticals."""
    return dice(role, red, blue, "extra dice")
