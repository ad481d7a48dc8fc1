"""Points that a 2.5 scenario gives, entered by the players (dossier, A13)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change
from rules.game import Declared, Illegal, Outcome
from rules.table import Table
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle

MOST = 9


@dataclass(frozen=True, slots=True)
class Mission:
    """Somebody scored in the scenario."""


def is_offered(battle: Battle) -> bool:
    """Whether scenarios give points: in 2.5, while the battle lasts."""
    return battle.is_second and battle.started and not battle.over


def add_points(declared: Declared[Battle, Mission], table: Table) -> Outcome:
    """Ask who scored, and how many points."""
    battle = declared.battle
    if not is_offered(battle):
        raise Illegal("Scenario points are for 2.5 battles that are under way.")
    keys = tuple(squad.key for squad in battle.squads)
    squad = battle.squad(table.choose("who scored", keys[0], keys))
    scored = table.choose("points scored", squad.key, tuple(range(1, MOST + 1)))
    changes = [Change(squad.key, "mission", squad.mission, squad.mission + scored)]
    return Outcome(f"{squad.name} scores {scored} in the scenario.", with_scores(battle, changes))
