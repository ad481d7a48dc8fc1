"""The end of a battle: when it comes, and who wins (dossier, A12 and A13)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change
from rules.game import Declared, Illegal, Outcome
from rules.table import Table
from rules.words import counted
from rules.x_wing.score import SQUAD_POINTS, score, with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Status

ROUNDS = 12
"""The rounds of a 2.5 battle."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The players end the battle, by time or by agreement."""


def finish(declared: Declared[Battle, Finish], table: Table) -> Outcome:
    """End the battle and compare the scores."""
    battle = declared.battle
    if battle.over or not battle.started:
        raise Illegal("The battle is over." if battle.over else "The battle has not started.")
    changes = with_scores(battle, [Change(battle.key, "over", battle.over, True)])
    return Outcome(f"The battle is over: {winners(battle)}", changes)


def why_over(battle: Battle) -> str:
    """Why the battle ends with this round, and who wins; empty when it goes on."""
    alive = {ship.squad for ship in battle.ships if ship.status is Status.ACTIVE}
    if len(alive) < 2:
        names = [squad.name for squad in battle.squads if squad.key in alive]
        return f"only {names[0]} has ships left." if names else "no ship is left."
    if not battle.is_second:
        return ""
    best, *others = sorted(score(battle).values(), reverse=True)
    if best >= SQUAD_POINTS and best > max(others):
        return winners(battle)
    return winners(battle) if battle.round >= ROUNDS else ""


def winners(battle: Battle) -> str:
    """Who has the most points, as a sentence."""
    points = score(battle)
    best = max(points.values(), default=0)
    names = [squad.name for squad in battle.squads if points[squad.key] == best]
    if len(names) == 1:
        return f"{names[0]} wins with {counted(best, 'point')}."
    return f"{' and '.join(names)} tie with {counted(best, 'point')}."
