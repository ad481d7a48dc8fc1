"""A ship engages: what its damage cards do before, and that it has had its turn (wiki, Disabled Power Regulator)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.changes import Change, difference
from rules.game import Outcome
from rules.guards import refuse
from rules.table import Table
from rules.words import counted
from rules.x_wing.cards import Title
from rules.x_wing.declaration import why_not_engage
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.token_effects import as_it_engages, note_ionized


@dataclass(frozen=True, slots=True)
class Engagement:
    """A ship engages and does not attack."""

    actor: str


def engage(declared: Declared[Battle, Engagement], table: Table) -> Outcome:
    """Let a ship engage without an attack; ``Illegal`` when it is not its turn."""
    battle = declared.battle
    ship = battle.ship(declared.declaration.actor)
    refuse(why_not_engage(battle, ship))
    return Outcome(f"{ship.name} engages and does not attack.", with_scores(battle, engages(battle, ship, table)))


def engages(battle: Battle, ship: Ship, table: Table) -> tuple[Change, ...]:
    """The ship has engaged; each Disabled Power Regulator gives it an ion token before."""
    now = as_it_engages(battle, ship)
    if ion := now.ion - ship.ion:
        table.note(Title.DISABLED_POWER_REGULATOR, f"{counted(ion, 'ion token')} before it engages")
    note_ionized(ship, now, table)
    return Change(ship.key, "engaged", ship.engaged, True), *difference(ship, now)
