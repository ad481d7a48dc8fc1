"""Points for destroyed and half-destroyed ships (forum, 2.5 scores)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.changes import Change
from rules.scores import rescored
from rules.x_wing.sheet import Battle, Squad
from rules.x_wing.ship import Ship, Status

SQUAD_POINTS = 20
"""The points of a full squad in 2.5: what an opponent's squad lacks of it, a side starts with."""


def half_at(ship: Ship) -> int:
    """The most hull and shields left with which a ship is at half; upgrades count."""
    return (ship.hull + ship.most_shields) // 2


def is_half(battle: Battle, ship: Ship) -> bool:
    """Whether at most half of its hull and shields is left."""
    return battle.hull_left(ship) + ship.shields <= half_at(ship)


def gives_half(battle: Battle) -> bool:
    """Whether ships at half give points: always in 2.0, in the Chance Engagement scenario of 2.5."""
    return not battle.is_second or battle.settings.chance_engagement


def points(battle: Battle, ship: Ship) -> int:
    """What a ship is worth to its enemies now.

    In 2.0 half the cost counts rounded up; in 2.5 rounded down, and in the Chance Engagement scenario only.
    """
    if ship.status is not Status.ACTIVE:
        return ship.cost
    if not (gives_half(battle) and is_half(battle, ship)):
        return 0
    return ship.cost // 2 if battle.is_second else (ship.cost + 1) // 2


def score(battle: Battle) -> Mapping[str, int]:
    """The points of each squad: the enemy ships, and in 2.5 the scenario's points and what the enemy squads lack."""
    return {squad.key: _score(battle, squad) for squad in battle.squads}


def with_scores(battle: Battle, changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes and what the scores become by them, recomputed from the battle afterwards."""
    return rescored(battle, changes, score)


def total_cost(battle: Battle, squad: Squad) -> int:
    """What all ships of a squad cost."""
    return sum(ship.cost for ship in battle.ships if ship.squad == squad.key)


def _score(battle: Battle, squad: Squad) -> int:
    earned = sum(points(battle, ship) for ship in battle.ships if ship.squad != squad.key)
    if not battle.is_second:
        return earned
    enemies = (enemy for enemy in battle.squads if enemy.key != squad.key)
    deficit = sum(max(0, SQUAD_POINTS - total_cost(battle, enemy)) for enemy in enemies)
    return earned + squad.mission + deficit
