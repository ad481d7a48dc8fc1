"""A battle to try the game with: four units a side, melees and shots within reach, tokens on some of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.examples import Demo
from rules.gods_gloom.sheet import Army, Battle, Unit


def _unit(key: str, name: str, army: str, numbers: tuple[int, ...], traits: str) -> Unit:
    """A unit by the dice of its Offence and Guard, Morale, Speed, Health and cost, with all its Morale tokens."""
    offence_red, offence_blue, guard_red, guard_blue, morale, speed, health, cost = numbers
    return Unit(
        key,
        name,
        army,
        offence_red,
        offence_blue,
        guard_red,
        guard_blue,
        morale,
        speed,
        health,
        health,
        cost,
        traits,
        morale_tokens=morale,
    )


BEGINNING = Battle(
    armies=(Army("horde", "Ashen Horde", seals=2), Army("host", "Unliving Host", seals=2)),
    units=(
        _unit("reavers", "Tusk Reavers", "horde", (4, 2, 2, 2, 3, 3, 5, 90), "Charge Bonus, Exploit Broken"),
        _unit("slingers", "Cinder Slingers", "horde", (3, 1, 1, 2, 2, 2, 4, 70), "Crossfire, Move and Fire"),
        _unit("riders", "Gore Riders", "horde", (5, 1, 2, 1, 3, 4, 4, 110), "Charge Bonus, Attack Stance"),
        _unit(
            *("ukra", "Warlord Ukra", "horde"),
            (5, 3, 3, 3, 4, 2, 6, 160),
            "Commander[2], Battle Focus, Direct Wounds[1]",
        ),
        _unit("soldiers", "Bound Soldiers", "host", (3, 2, 2, 2, 2, 2, 5, 80), "Charge Breaker"),
        _unit("wardens", "Grave Wardens", "host", (2, 3, 2, 4, 3, 2, 5, 95), "Circular Defence"),
        _unit("archers", "Bone Archers", "host", (3, 0, 1, 1, 2, 2, 3, 65), "Close-Quarters, Easy Target"),
        _unit("regent", "Pale Regent", "host", (4, 3, 3, 3, 4, 2, 6, 150), "Commander[2], Aura of Precision"),
    ),
)
"""The armies as they were built."""

LYING: dict[str, dict[str, Any]] = {"riders": {"boost": True}, "wardens": {"slow": True}, "archers": {"weak": True}}
"""The tokens that lie by units."""

DEMO = Demo(
    "The broken gate",
    replace(BEGINNING, units=tuple(replace(unit, **LYING.get(unit.key, {})) for unit in BEGINNING.units)),
    BEGINNING,
)
