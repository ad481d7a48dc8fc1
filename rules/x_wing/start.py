"""The start of a battle: squads have ships, and in 2.0 the first player is chosen (2.5, wiki)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.asks import Choice, Declared, Option
from rules.changes import Change
from rules.starting import Start
from rules.table import Table
from rules.x_wing.score import SQUAD_POINTS, total_cost, with_scores
from rules.x_wing.sheet import Battle, Phase
from rules.x_wing.ship import Ship, Size


@dataclass(frozen=True, slots=True)
class FirstPlayer(Choice[Battle, Start, str]):
    """Whom the squad with the lower total makes the first player."""

    LABEL = "first player"

    def sentence(self, declared: Declared[Battle, Start]) -> str:
        """Who chooses."""
        return f"{declared.battle.squad(self.by).name} chooses: who is the first player?"

    def option(self, declared: Declared[Battle, Start], value: str) -> Option:
        """The squad by its name."""
        return Option(value, declared.battle.squad(value).name)


def begin(battle: Battle, table: Table) -> tuple[str, tuple[Change, ...]]:
    """Begin with the Planning Phase; in 2.0 the squad with the lower total chooses the first player.

    No source tells who chooses between equal totals: the squad that is listed first is asked.
    """
    changes = [
        Change(battle.key, "started", battle.started, True),
        Change(battle.key, "phase", battle.phase, Phase.PLANNING),
        Change(battle.key, "initiative", battle.initiative, None),
    ]
    if battle.is_second:
        return "The battle starts.", with_scores(battle, changes)
    cheapest = min(battle.squads, key=lambda squad: total_cost(battle, squad))
    others = (squad.key for squad in battle.squads if squad.key != cheapest.key)
    first = table.choose(FirstPlayer(cheapest.key, (cheapest.key, *others)))
    changes.append(Change(battle.key, "first", battle.first, first))
    return f"The battle starts: {battle.squad(first).name} is the first player.", with_scores(battle, changes)


def squad_problems(battle: Battle, squad: str) -> Iterator[str]:
    """What is wrong with the build of a squad, by its key, a sentence each."""
    if not any(ship.squad == squad for ship in battle.ships):
        yield f"{battle.squad(squad).name} has no ships."
    if battle.is_second:
        yield from (_too_dear(ship) for ship in battle.ships if ship.squad == squad and _is_too_dear(ship))


def _is_too_dear(ship: Ship) -> bool:
    """Whether a ship costs more than a whole squad of 2.5 has, as nearly all do in 2.0; huge ships may."""
    return ship.cost > SQUAD_POINTS and ship.size is not Size.HUGE


def _too_dear(ship: Ship) -> str:
    return f"{ship.name} costs {ship.cost} points. That is more than a whole squad of 2.5 has: change its points."
