"""What players do by hand, because the text gives no numbers for it: moving a unit, and its supplies (RULINGS)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.board import Square
from rules.bounds import bounds_of
from rules.changes import Change, merged
from rules.game import Illegal, Outcome
from rules.guards import refuse, why_not_now
from rules.table import Table
from rules.troops_and_supplies.armies import supplies_in_words
from rules.troops_and_supplies.sheet import Battle, Unit


@dataclass(frozen=True, slots=True)
class Move:
    """A unit goes to a square, and spends so many Supply Tokens as fuel."""

    actor: str
    column: int
    row: int
    fuel: int = 0


@dataclass(frozen=True, slots=True)
class Resupply:
    """A unit has so many Supply Tokens now."""

    actor: str
    supplies: int


def move(declared: Declared[Battle, Move], table: Table) -> Outcome:
    """Put a unit where its player puts it; ``Illegal`` beside the board or without the fuel."""
    battle, move = declared.battle, declared.declaration
    unit = _unit(battle, move.actor)
    if not (1 <= move.column <= battle.columns and 1 <= move.row <= battle.rows):
        raise Illegal(f"The board has {battle.columns} columns and {battle.rows} rows.")
    if not 0 <= move.fuel <= unit.supplies:
        raise Illegal(f"{unit.name} has {supplies_in_words(unit.supplies)} to spend as fuel. You entered {move.fuel}.")
    here, there = unit.square, Square(move.column, move.row)
    if here == there:
        raise Illegal(f"{unit.name} is on {there} already.")
    changes = (
        Change(unit.key, "column", unit.column, move.column),
        Change(unit.key, "row", unit.row, move.row),
        Change(unit.key, "supplies", unit.supplies, unit.supplies - move.fuel),
    )
    way = f"moves from {here} to {there}" if here else f"is put on {there}"
    fuel = f" for {supplies_in_words(move.fuel)}" if move.fuel else ""
    return Outcome(f"{unit.name} {way}{fuel}.", merged(changes))


def resupply(declared: Declared[Battle, Resupply], table: Table) -> Outcome:
    """Take over the Supply Tokens on a unit's card; ``Illegal`` when nothing changes."""
    battle, resupply = declared.battle, declared.declaration
    unit = _unit(battle, resupply.actor)
    most = bounds_of(Unit, "supplies").most
    if not 0 <= resupply.supplies <= most:
        raise Illegal(f"A unit has 0 to {most} Supply Tokens. You entered {resupply.supplies}.")
    if resupply.supplies == unit.supplies:
        raise Illegal(f"{unit.name} already has {supplies_in_words(unit.supplies)}.")
    return Outcome(
        f"{unit.name} has {supplies_in_words(resupply.supplies)} now, and had {unit.supplies}.",
        (Change(unit.key, "supplies", unit.supplies, resupply.supplies),),
    )


def _unit(battle: Battle, key: str) -> Unit:
    unit = battle.unit(key)
    refuse(why_not_now(battle, unit))
    return unit
