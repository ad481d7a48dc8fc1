"""Setting a unit right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.board import column_name
from rules.changes import Change, apply, merged
from rules.following import Following, fallen_or_back, following, why_not_back
from rules.game import Answer, Answers, Count, Declared, Illegal, Option, Outcome, Question
from rules.records import from_json
from rules.table import Table
from rules.troops_and_supplies.sheet import MOST_STRENGTH, MOST_SUPPLIES, Battle, Status, Unit

NO_YES = (Option(False, "no"), Option(True, "yes"))


@dataclass(frozen=True, slots=True)
class Correction:
    """What a unit should show: pairs of a track and its value."""

    actor: str
    values: tuple[tuple[str, int | bool | None], ...]


def correct(declared: Declared[Battle, Correction], table: Table) -> Outcome:
    """Set a unit right; ``Illegal`` when it cannot show that or shows it already.

    A unit without strength is destroyed and one that gets some back stands again, where it is put.
    """
    battle, correction = declared.battle, declared.declaration
    unit = battle.unit(correction.actor)
    values = dict(correction.values)
    asked = {question.name: question for question in questions(battle, {"actor": unit.key})}
    for name, value in values.items():
        if name not in asked:
            raise Illegal(f"{unit.name} has no “{name}” to correct.")
        _check_answer(asked[name], value)
    changes = [Change(unit.key, name, getattr(unit, name), value) for name, value in values.items()]
    settled = merged((*changes, *_follows(unit, values)))
    if not settled:
        raise Illegal(f"{unit.name} shows that already.")
    try:
        apply(battle, settled)
    except ValueError as problem:
        raise Illegal(f"{unit.name} needs both a column and a row, or neither.") from problem
    return Outcome(f"{unit.name} is corrected by hand.", settled)


def follows(before: Battle, edited: Battle) -> Following:
    """A unit that an edit leaves without strength is destroyed, and one that gets some back stands again.

    ``Illegal`` when it puts a unit without strength back on the board.
    """
    if reason := why_not_back(before.units, edited.units, "strength", "Troop Strength"):
        raise Illegal(reason)
    units = fallen_or_back(before.units, edited.units, "strength")
    return following(before, edited, (change for unit in units for change in _follows(unit, {})))


def questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """What can be set right, showing what the unit has now."""
    unit = battle.unit(str(answers.get("actor")))
    strengths = tuple(Option(number, str(number)) for number in range(MOST_STRENGTH + 1))
    return (
        Question("strength", "Troop Strength", strengths, unit.strength),
        Count("supplies", "Supply Tokens", 0, MOST_SUPPLIES, unit.supplies),
        Question("attacked", "Attack used", NO_YES, unit.attacked),
        Question("fired", "Has fired", NO_YES, unit.fired),
        *place_questions(battle, unit, absent=True),
    )


def place_questions(battle: Battle, unit: Unit, *, absent: bool = False) -> tuple[Question, Question]:
    """The column and the row of a unit, as they are."""
    off = (Option(None, "off the board"),) if absent else ()
    columns = (Option(column, column_name(column)) for column in range(1, battle.columns + 1))
    rows = (Option(row, str(row)) for row in range(1, battle.rows + 1))
    here = (unit.column, unit.row) if absent or unit.square else (1, 1)
    return (
        Question("column", "Column", (*off, *columns), here[0]),
        Question("row", "Row", (*off, *rows), here[1]),
    )


def make(answers: Answers) -> Correction:
    """The correction that the answers make; ``BadRecord`` when they name no unit."""
    values = tuple((name, value) for name, value in answers.items() if name not in ("actor", "target"))
    return from_json(Correction, {"actor": answers.get("actor"), "values": [list(pair) for pair in values]})


def _check_answer(question: Question | Count, value: Answer) -> None:
    if isinstance(question, Count):
        fits = isinstance(value, int) and not isinstance(value, bool) and question.least <= value <= question.most
    else:
        fits = any(value == option.value and type(value) is type(option.value) for option in question.options)
    if not fits:
        raise Illegal(f"“{question.label}” cannot be {value}.")


def _follows(unit: Unit, values: Mapping[str, Answer]) -> Iterator[Change]:
    strength = values.get("strength", unit.strength)
    if not strength and unit.status is Status.ACTIVE:
        yield Change(unit.key, "status", unit.status, Status.DESTROYED)
        yield Change(unit.key, "destroyed_by", unit.destroyed_by, "a correction")
    if strength and unit.status is Status.DESTROYED:
        yield Change(unit.key, "status", unit.status, Status.ACTIVE)
        yield Change(unit.key, "destroyed_by", unit.destroyed_by, "")
    if not strength:
        yield Change(unit.key, "supplies", values.get("supplies", unit.supplies), 0)
        yield Change(unit.key, "column", values.get("column", unit.column), None)
        yield Change(unit.key, "row", values.get("row", unit.row), None)
