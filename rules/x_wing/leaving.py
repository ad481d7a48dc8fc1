"""A ship leaves the board, which is fleeing (dossier, A11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.changes import Change
from rules.game import Declared, Illegal, Outcome
from rules.table import Table
from rules.x_wing.damage import removal
from rules.x_wing.declaration import why_not_now
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship, Status

FLEEING = "fleeing"
"""What took a ship off the board that was not destroyed."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """A ship left the board."""

    actor: str


def leave(declared: Declared[Battle, Leaving], table: Table) -> Outcome:
    """Remove a ship that fled, at once in every phase; ``Illegal`` when it is destroyed or gone."""
    battle = declared.battle
    ship = battle.ship(declared.declaration.actor)
    if reason := _why_not(battle, ship):
        raise Illegal(reason)
    changes = [Change(ship.key, "destroyed_by", ship.destroyed_by, FLEEING), *removal(battle, ship)]
    return Outcome(f"{ship.name} has fled: it left the board.", with_scores(battle, changes))


def who_can_leave(battle: Battle) -> Mapping[str, str]:
    """Which ships can leave the board, and why the others cannot."""
    return {ship.key: _why_not(battle, ship) for ship in battle.ships}


def _why_not(battle: Battle, ship: Ship) -> str:
    if reason := why_not_now(battle, ship):
        return reason
    return f"{ship.name} is destroyed: it goes with its initiative." if ship.status is Status.DESTROYED else ""
