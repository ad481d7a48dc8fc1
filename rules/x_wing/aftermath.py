"""The aftermath of an attack: its four slots in their order, as a list to go through (seed, step 6)."""

from __future__ import annotations

from rules.table import Table
from rules.x_wing.declaration import Attack, why_not_bonus
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship


def tell_aftermath(battle: Battle, attack: Attack, table: Table) -> None:
    """Name in each slot the ship whose cards may say something, and its bonus attack if it still has one.

    The battle is the one after the damage.
    """
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    table.note("6a after you defend", _cards(defender))
    table.note("6b after you attack", _cards(attacker))
    table.note("6c defender's bonus attack", _bonus(battle, defender))
    table.note("6d attacker's bonus attack", _bonus(battle, attacker))


def _cards(ship: Ship) -> str:
    return f"look at {', '.join((ship.name, *ship.upgrades))}"


def _bonus(battle: Battle, ship: Ship) -> str:
    return why_not_bonus(battle, ship) or f"{ship.name} has one left, if an ability grants it"
