"""Which units may be chosen for what, and what the panel asks."""

from __future__ import annotations

from rules.board import Board, Square
from rules.game import Answers, Count, Option, Question
from rules.troops_and_supplies.allowed import (
    why_not_attack,
    why_not_call_in,
    why_not_fire,
    why_not_now,
    why_not_reach,
    why_not_spotted,
    why_not_target,
)
from rules.troops_and_supplies.correct import place_questions
from rules.troops_and_supplies.sheet import MOST_SUPPLIES, Battle


def attackers(battle: Battle) -> dict[str, str]:
    """Which units can attack, and why the others cannot."""
    return {unit.key: why_not_attack(battle, unit) for unit in battle.units}


def targets(battle: Battle, actor: str) -> dict[str, str]:
    """Which units one can attack."""
    attacker = battle.unit(actor)
    return {unit.key: why_not_target(battle, attacker, unit) for unit in battle.units if unit.key != actor}


def spotters(battle: Battle) -> dict[str, str]:
    """Which units can call an attack in."""
    return {unit.key: why_not_call_in(battle, unit) for unit in battle.units}


def spotted(battle: Battle, actor: str) -> dict[str, str]:
    """On which units one can call an attack in."""
    spotter = battle.unit(actor)
    return {unit.key: why_not_spotted(battle, spotter, unit) for unit in battle.units if unit.key != actor}


def present(battle: Battle) -> dict[str, str]:
    """Which units can be moved and supplied: those that are left."""
    return {unit.key: why_not_now(battle, unit) for unit in battle.units}


def correctable(battle: Battle) -> dict[str, str]:
    """The units that can be set right by hand, destroyed ones too."""
    return {unit.key: "" for unit in battle.units}


def call_in_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """Which unit with indirect fire makes the attack, if one can."""
    spotter, target = battle.unit(str(answers.get("actor"))), battle.unit(str(answers.get("target")))
    options = tuple(
        Option(
            unit.key,
            unit.name,
            f"{unit.strength} d{unit.battle_die}",
            why_not_fire(battle, spotter, unit) or why_not_reach(unit, target),
        )
        for unit in battle.standing(spotter.army)
        if unit.indirect_fire and unit.key != spotter.key
    )
    able = [option.value for option in options if not option.refused]
    return (Question("fires", "Which unit fires", options, able[0]),) if able else ()


def move_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The square, and the fuel: the text counts movement like range and gives no values (dossier, g)."""
    unit = battle.unit(str(answers.get("actor")))
    fuel = Count("fuel", "Supplies spent as fuel", 0, unit.supplies, 0)
    return (*place_questions(battle, unit), *((fuel,) if unit.supplies else ()))


def supply_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """How many Supply Tokens are on the unit's card."""
    unit = battle.unit(str(answers.get("actor")))
    return (Count("supplies", "Supply Tokens on its card", 0, MOST_SUPPLIES, unit.supplies),)


def board(battle: Battle, actor: str) -> Board:
    """The board with the squares in range of the chosen unit marked."""
    here = next((unit for unit in battle.units if unit.key == actor and unit.square), None)
    return Board(
        battle.columns,
        battle.rows,
        tuple((unit.key, unit.square) for unit in battle.units if unit.square),
        _in_range(battle, here.square, here.attack_range) if here and here.square else frozenset(),
        put="move",
    )


def _in_range(battle: Battle, here: Square, reach: int) -> frozenset[Square]:
    squares = (Square(column, row) for column in range(1, battle.columns + 1) for row in range(1, battle.rows + 1))
    return frozenset(square for square in squares if 1 <= here.steps_to(square) <= reach)
