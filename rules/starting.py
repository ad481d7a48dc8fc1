"""The start of a battle, once nothing is wrong with the build of any side: the same procedure in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rules.asks import Declared
from rules.changes import Change, merged
from rules.game import OfBattle, Outcome, no_pieces
from rules.guards import refuse
from rules.sheets import BattleSheet
from rules.table import Table

B = TypeVar("B", bound=BattleSheet)

Problems: TypeAlias = Callable[[B, str], Iterable[str]]
"""What is wrong with the build of a side, by the battle and the side's key, a sentence each."""

Begin: TypeAlias = Callable[[B, Table], tuple[str, Iterable[Change]]]
"""What the start of a battle says, and what it changes besides."""


@dataclass(frozen=True, slots=True)
class Start:
    """The sides are built and the battle starts."""


def _begin(battle: BattleSheet, table: Table) -> tuple[str, tuple[Change, ...]]:
    return "The battle starts.", ()


def starting(
    problems: Problems[B] = no_pieces, begin: Begin[B] = _begin, *, sides: str = "sides"
) -> OfBattle[B, Start]:
    """The procedure that starts a battle; ``sides`` is what a game calls its sides."""

    def start(declared: Declared[B, Start], table: Table) -> Outcome:
        """Start the battle; ``Illegal`` when it has started, or something is wrong with a side."""
        battle = declared.battle
        refuse("The battle has started." if battle.started else "")
        refuse(f"A battle needs at least two {sides}." if len(battle.sides) < 2 else "")
        refuse(next((problem for side in battle.sides for problem in problems(battle, side.key)), ""))
        headline, changes = begin(battle, table)
        return Outcome(headline, merged((Change(battle.key, "started", False, True), *changes)))

    return OfBattle("start", "Start the battle", Start, start, at_once=True, offered=lambda battle: not battle.started)
