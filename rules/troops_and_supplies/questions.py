"""Which units may be chosen for what, and what the panel asks."""

from __future__ import annotations

from rules.asks import Option
from rules.board import Board, Square
from rules.guards import each, others, why_not_now
from rules.questions import Answers, Count, Question, count_of
from rules.troops_and_supplies.allowed import (
    why_not_attack,
    why_not_call_in,
    why_not_fire,
    why_not_reach,
    why_not_spotted,
    why_not_target,
)
from rules.troops_and_supplies.correct import place_questions
from rules.troops_and_supplies.sheet import Battle, Unit

attackers, targets = each(Unit, why_not_attack), others(Unit, why_not_target)
spotters, spotted = each(Unit, why_not_call_in), others(Unit, why_not_spotted)
present = each(Unit, why_not_now)


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
        for unit in battle.units_left(spotter.army)
        if unit.indirect_fire and unit.key != spotter.key
    )
    able = [option.value for option in options if not option.refused]
    return (Question("fires", "Which unit fires", options, able[0]),) if able else ()


def move_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The square, and the fuel: the text counts movement like range and gives no values (RULINGS, "Not known")."""
    unit = battle.unit(str(answers.get("actor")))
    fuel = Count("fuel", "Supplies spent as fuel", 0, unit.supplies, 0)
    return (*place_questions(battle, unit), *((fuel,) if unit.supplies else ()))


def supply_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """How many Supply Tokens are on the unit's card."""
    unit = battle.unit(str(answers.get("actor")))
    return (count_of(unit, "supplies", "Supply Tokens on its card"),)


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
