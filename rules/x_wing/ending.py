"""The end of a battle: when it comes, and who wins (2.5, 2.5 scores)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.changes import Change
from rules.ending import sure, why_not_sure
from rules.game import Outcome
from rules.guards import refuse, why_not_under_way
from rules.questions import Answers, AnyQuestion
from rules.scores import leading, most_points
from rules.table import Table
from rules.x_wing.score import SQUAD_POINTS, score, with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Status

ROUNDS = 12
"""The rounds of a 2.5 battle."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The players end the battle, by time or by agreement, and are ``sure`` of it."""

    sure: bool = True


def finish(declared: Declared[Battle, Finish], table: Table) -> Outcome:
    """End the battle and compare the scores; ``Illegal`` when the players are not sure."""
    battle = declared.battle
    refuse(why_not_under_way(battle))
    refuse(why_not_sure(declared.declaration.sure))
    changes = with_scores(battle, [Change(battle.key, "over", battle.over, True)])
    return Outcome(f"The battle is over: {verdict(battle)}", changes)


def questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """Whether the players are sure, and who wins then."""
    return (sure(verdict(battle)),)


def why_over(battle: Battle) -> str:
    """Why the battle ends with this round, and who wins; empty when it goes on."""
    if len(_alive(battle)) < 2:
        return verdict(battle)
    if not battle.is_second:
        return ""
    best, *others = sorted(score(battle).values(), reverse=True)
    if best >= SQUAD_POINTS and best > max(others):
        return verdict(battle)
    return verdict(battle) if battle.round >= ROUNDS else ""


def winners(battle: Battle) -> tuple[str, ...]:
    """The keys of who wins: the only squad that has ships left, else the most points; none where no ship is left."""
    alive = _alive(battle)
    if len(alive) < 2:
        return alive
    return leading(score(battle))


def verdict(battle: Battle) -> str:
    """Who wins and why, as a sentence."""
    alive = _alive(battle)
    if not alive:
        return "no ship is left."
    if len(alive) == 1:
        return f"only {battle.squad(alive[0]).name} has ships left and wins."
    return f"{most_points(battle, score(battle))}."


def _alive(battle: Battle) -> tuple[str, ...]:
    """The keys of the squads that have ships left."""
    alive = {ship.squad for ship in battle.ships if ship.status is Status.ACTIVE}
    return tuple(squad.key for squad in battle.squads if squad.key in alive)
