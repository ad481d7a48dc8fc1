"""Setting a unit right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.asks import Answer, Option
from rules.board import column_name
from rules.changes import Change, apply, merged
from rules.correction import Follows, Settled, destroyed_or_back, edited_by_hand
from rules.game import Illegal
from rules.questions import Answers, Count, Question, choice_of, count_of
from rules.table import Table
from rules.troops_and_supplies.sheet import Battle, Unit


def settle(battle: Battle, key: str, said: Sequence[Change], table: Table) -> Settled:
    """A unit without strength is destroyed and one that gets some back stands again, where it is put."""
    unit = battle.unit(key)
    settled = merged((*said, *_follows(unit, {change.track: change.after for change in said})))
    try:
        apply(battle, settled)
    except ValueError as problem:
        raise Illegal(f"{unit.name} needs both a column and a row, or neither.") from problem
    return Settled(settled)


def questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """What can be set right, showing what the unit has now."""
    unit = battle.unit(str(answers.get("actor")))
    return (
        choice_of(unit, "strength"),
        count_of(unit, "supplies", "Supply Tokens"),
        choice_of(unit, "attacked", "Attack used"),
        choice_of(unit, "fired", "Has fired"),
        *place_questions(battle, unit, absent=True),
    )


def place_questions(battle: Battle, unit: Unit, *, absent: bool = False) -> tuple[Question, Question]:
    """The column and the row of a unit, as they are."""
    off = (Option(None, "off the board"),) if absent else ()
    columns = (Option(column, column_name(column)) for column in range(1, battle.columns + 1))
    rows = (Option(row, str(row)) for row in range(1, battle.rows + 1))
    here = (unit.column, unit.row) if absent or unit.square else (1, 1)
    return (Question("column", "Column", (*off, *columns), here[0]), Question("row", "Row", (*off, *rows), here[1]))


def _follows(unit: Unit, values: Mapping[str, Answer]) -> Iterator[Change]:
    strength = values.get("strength", unit.strength)
    yield from destroyed_or_back(unit, strength)
    if not strength:
        yield Change(unit.key, "supplies", values.get("supplies", unit.supplies), 0)
        yield Change(unit.key, "column", values.get("column", unit.column), None)
        yield Change(unit.key, "row", values.get("row", unit.row), None)


follows: Follows[Battle] = edited_by_hand(lambda battle: battle.units, "strength", lambda unit: _follows(unit, {}))
"""A unit that an edit leaves without strength is destroyed, and one that gets some back stands again."""
