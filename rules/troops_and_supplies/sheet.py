"""The sheets of Troops and Supplies: units, armies, the battle and its board of squares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from rules.board import Square
from rules.bounds import Bounds, check_bounds, within
from rules.checks import found, known, unique
from rules.sheets import Status

DICE = (4, 6, 8, 10, 12, 20)
"""The sizes of battle dice on offer; the text lists none (RULINGS, "Not known")."""

MOST_STRENGTH = 10
"""The top of the range of Troop Strength (Attacking, paragraph 2)."""

MOST_SUPPLIES = 99
LAST_ROUND = 999

Supplies: TypeAlias = Annotated[int, Bounds(0, MOST_SUPPLIES)]
Squares: TypeAlias = Annotated[int, Bounds(1, 16)]
Place: TypeAlias = Annotated[int | None, Bounds(1, 16)]


class Answering(StrEnum):
    """Setting: with which strength a unit counterattacks."""

    LEFT = "left"
    """With what the losses of the attack have left it."""
    FULL = "full"
    """With what it had when it was attacked."""


class Turns(StrEnum):
    """Setting: whose units may attack."""

    BY_ARMY = "by army"
    """Those of the army whose turn it is; the armies take turns in the order of the table."""
    TOGETHER = "together"
    """Everybody's, in one turn for all."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its Unit Tracking Card, where its mini stands, and what it has done this turn.

    ``strength`` is what remains, 0 to 10 (RULINGS). ``attacked`` says that its attack for the turn is used, by an
    attack of its own or a Call In; ``fired`` that it has fired, in an attack of its own or when it was called in.
    """

    key: str
    name: str
    army: str
    battle_die: int = 6
    ammunition_cost: Supplies = 1
    attack_range: Annotated[int, Bounds(0, 30)] = 1
    indirect_fire: bool = False
    strength: Annotated[int, Bounds(0, MOST_STRENGTH, "Troop Strength")] = MOST_STRENGTH
    supplies: Supplies = 0
    column: Place = None
    row: Place = None
    status: Status = Status.ACTIVE
    destroyed_by: str = ""
    attacked: Annotated[bool, "attack used"] = False
    fired: Annotated[bool, "has fired"] = False

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        if self.battle_die not in DICE:
            raise ValueError(f"a battle die has {', '.join(map(str, DICE))} faces, not {self.battle_die}")
        check_bounds(self)
        if (self.column is None) is not (self.row is None):
            raise ValueError("a place on the board is a column and a row")

    @property
    def side(self) -> str:
        """The key of its army."""
        return self.army

    @property
    def standing(self) -> bool:
        """Whether it is in the battle; a unit without strength is not."""
        return self.status is Status.ACTIVE and self.strength > 0

    @property
    def square(self) -> Square | None:
        """Where its mini stands, if it is on the board."""
        return Square(self.column, self.row) if self.column is not None and self.row is not None else None


@dataclass(frozen=True, slots=True)
class Army:
    """One player's side."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The readings of the rules that the players of a battle agree on."""

    answering: Answering = Answering.LEFT
    turns: Turns = Turns.BY_ARMY


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as the rules see it; ``turn`` is the key of the army whose turn it is, if the armies take turns."""

    armies: tuple[Army, ...]
    units: tuple[Unit, ...]
    settings: Settings = Settings()
    columns: Squares = 8
    rows: Squares = 8
    round: Annotated[int, Bounds(1, LAST_ROUND)] = 1
    turn: str | None = None
    started: bool = True
    over: bool = False
    key: str = "battle"

    def __post_init__(self) -> None:
        """Refuse keys that are not unique or lead nowhere, units beside the board, and impossible numbers."""
        check_bounds(self)
        unique((self.key, *(army.key for army in self.armies), *(unit.key for unit in self.units)))
        known((*[unit.army for unit in self.units], self.turn), self.armies, "army")
        for unit in self.units:
            within(f"the column of {unit.name}", unit.column, 1, self.columns)
            within(f"the row of {unit.name}", unit.row, 1, self.rows)

    @property
    def sides(self) -> tuple[Army, ...]:
        """The armies."""
        return self.armies

    @property
    def pieces(self) -> tuple[Unit, ...]:
        """Everything that has a card: the units."""
        return self.units

    def unit(self, key: str) -> Unit:
        """The unit with that key; ``Illegal`` if there is none."""
        return found(self.units, key, "unit")

    def army(self, key: str) -> Army:
        """The army with that key; ``Illegal`` if there is none."""
        return found(self.armies, key, "army")

    def units_left(self, army: str) -> tuple[Unit, ...]:
        """The units that an army has left."""
        return tuple(unit for unit in self.units if unit.army == army and unit.standing)
