"""The aftermath of an attack: its four slots in their order, as a list to go through (seed, step 6)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.x_wing.declaration import Attack, why_not_bonus
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot: its letter, when its abilities trigger, and what to look at."""

    letter: str
    when: str
    look: str

    def __str__(self) -> str:
        return f"{self.when[:1].upper()}{self.when[1:]}: {self.look}"


def slots_of(battle: Battle, attack: Attack) -> tuple[Slot, ...]:
    """In each slot the ship whose cards may say something, or its bonus attack if it still has one.

    The battle is the one after the damage.
    """
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    return (
        Slot("a", "after you defend", _cards(defender)),
        Slot("b", "after you attack", _cards(attacker)),
        Slot("c", "defender's bonus attack", _bonus(battle, defender)),
        Slot("d", "attacker's bonus attack", _bonus(battle, attacker)),
    )


def _cards(ship: Ship) -> str:
    return f"look at {', '.join((ship.name, *ship.upgrades))}"


def _bonus(battle: Battle, ship: Ship) -> str:
    return why_not_bonus(battle, ship) or f"{ship.name} has one left, if an ability grants it"
