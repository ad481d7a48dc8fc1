"""Setting up a battle of units: the units, the board and what is agreed on."""

from __future__ import annotations

from companion.models import Army, TroopBattle, TroopUnit
from companion.services.building import building
from rules.board import Square


def add_unit(
    *,
    key: str,
    who: str,
    seen: int,
    army: Army,
    name: str,
    column: int,
    row: int,
    strength: int,
    supplies: int,
    **card: int | bool,
) -> None:
    """Add a unit with what its Unit Tracking Card shows and the tokens on it, and put it on a square."""
    with building(key, who, seen, f"{name} joins {army} on {Square(column, row)}.") as battle:
        unit = TroopUnit.objects.create(battle=battle, army=army, name=name, column=column, row=row, **card)
        unit.lay(strength=strength, supplies=supplies)


def agree(*, key: str, who: str, seen: int, columns: int, rows: int, turns: str, answering: str) -> None:
    """Agree on the board and on the readings of the rules."""
    with building(key, who, seen, f"The players agree on a board of {columns} by {rows} and how they play.") as battle:
        TroopBattle.objects.filter(pk=battle.pk).update(columns=columns, rows=rows, turns=turns, answering=answering)
