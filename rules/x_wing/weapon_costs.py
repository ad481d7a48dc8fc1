"""What an attack with a weapon costs, and when it repeats an attack of the same round (2.5, bonus attack)."""

from __future__ import annotations

from typing import NamedTuple

from rules.x_wing.ship import REPEATING, Arc, Effect, Weapon

FRONTAL = (Arc.FRONT, Arc.BULLSEYE)
"""Where a target is in the front arc."""

REPEATED = 1
"""The charge that a repeated attack of Saturation Rockets costs instead of their usual cost."""


class Price(NamedTuple):
    """Charges of the weapon, and energy and Force of the ship."""

    charges: int = 0
    energy: int = 0
    force: int = 0


def repeats(weapon: Weapon, target: str, *, bonus: bool) -> bool:
    """Whether an attack is the bonus attack that the weapon grants after one on another ship, whatever it needs."""
    return bonus and weapon.effect in REPEATING and weapon.fired_at not in (None, target)


def price(weapon: Weapon, target: str, *, bonus: bool) -> Price:
    """What an attack costs."""
    cheap = weapon.effect is Effect.SATURATION and repeats(weapon, target, bonus=bonus)
    charges = REPEATED if cheap else weapon.cost
    energy = 0 if bonus and weapon.fired < weapon.free else weapon.energy_cost
    return Price(charges, energy, weapon.force_cost if bonus else 0)


def more_dice(weapon: Weapon, target: str, arc: Arc, *, bonus: bool) -> int:
    """How many attack dice can be added for charges, one each, when the attack itself is paid."""
    of_arc = {Effect.PODS: {Arc.FRONT: 1, Arc.BULLSEYE: 2}, Effect.SATURATION: dict.fromkeys(FRONTAL, 1)}
    left = weapon.charges - price(weapon, target, bonus=bonus).charges
    return max(0, min(of_arc.get(weapon.effect, {}).get(arc, 0), left))
