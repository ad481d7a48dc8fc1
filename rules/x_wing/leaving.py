"""A ship leaves the board, which is fleeing (2.5)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.changes import Change
from rules.game import Outcome
from rules.guards import refuse
from rules.table import Table
from rules.x_wing.damage import removal
from rules.x_wing.declaration import why_not_now
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import FLEEING, Ship, Status


@dataclass(frozen=True, slots=True)
class Leaving:
    """A ship left the board."""

    actor: str


def leave(declared: Declared[Battle, Leaving], table: Table) -> Outcome:
    """Remove a ship that fled, at once in every phase; ``Illegal`` when it is destroyed or gone."""
    battle = declared.battle
    ship = battle.ship(declared.declaration.actor)
    refuse(why_not_leave(battle, ship))
    changes = [Change(ship.key, "destroyed_by", ship.destroyed_by, FLEEING), *removal(battle, ship)]
    return Outcome(f"{ship.name} has fled: it left the board.", with_scores(battle, changes))


def why_not_leave(battle: Battle, ship: Ship) -> str:
    """Why a ship cannot leave the board; empty when it can."""
    return why_not_now(battle, ship) or (
        f"{ship.name} is destroyed: it goes with its initiative." if ship.status is Status.DESTROYED else ""
    )
