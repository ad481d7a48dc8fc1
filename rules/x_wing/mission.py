"""Points that a 2.5 scenario gives, entered by the players (2.5 scores)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Choice, Declared, Option
from rules.changes import Change
from rules.game import Illegal, Outcome
from rules.table import Table
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle

MOST = 9


@dataclass(frozen=True, slots=True)
class Mission:
    """Somebody scored in the scenario."""


@dataclass(frozen=True, slots=True)
class WhoScored(Choice[Battle, Mission, str]):
    """Which squad scored."""

    LABEL = "who scored"

    def sentence(self, declared: Declared[Battle, Mission]) -> str:
        """The question."""
        return "Who has scored in the scenario?"

    def option(self, declared: Declared[Battle, Mission], value: str) -> Option:
        """The squad by its name."""
        return Option(value, declared.battle.squad(value).name)


@dataclass(frozen=True, slots=True)
class PointsScored(Choice[Battle, Mission, int]):
    """How many points it scored."""

    LABEL = "points scored"

    def sentence(self, declared: Declared[Battle, Mission]) -> str:
        """The question."""
        return f"How many points has {declared.battle.squad(self.by).name} scored?"


def is_offered(battle: Battle) -> bool:
    """Whether scenarios give points: in 2.5, while the battle lasts."""
    return battle.is_second and battle.started and not battle.over


def add_points(declared: Declared[Battle, Mission], table: Table) -> Outcome:
    """Ask who scored, and how many points."""
    battle = declared.battle
    if not is_offered(battle):
        raise Illegal("Scenario points are for 2.5 battles that are under way.")
    keys = tuple(squad.key for squad in battle.squads)
    squad = battle.squad(table.choose(WhoScored(keys[0], keys)))
    scored = table.choose(PointsScored(squad.key, tuple(range(1, MOST + 1))))
    changes = [Change(squad.key, "mission", squad.mission, squad.mission + scored)]
    return Outcome(f"{squad.name} scores {scored} in the scenario.", with_scores(battle, changes))
