"""The end of a round and the end of a battle, which come in every game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rules.asks import Declared, Option
from rules.bounds import bounds_of
from rules.changes import Change, merged
from rules.game import OfBattle, Outcome
from rules.guards import is_under_way, refuse, why_not_under_way
from rules.questions import Answers, Question
from rules.sheets import BattleSheet
from rules.table import Table

B = TypeVar("B", bound=BattleSheet)
D = TypeVar("D", bound=Hashable)

Close: TypeAlias = Callable[[B, Table], tuple[str, tuple[Change, ...]]]
"""What the end of a battle says, and what it changes besides."""


def next_round(battle: BattleSheet) -> Change:
    """The change to the next round; ``Illegal`` after the last one that a sheet counts."""
    last = bounds_of(battle.__class__, "round").most
    refuse(f"A battle has at most {last} rounds." if battle.round >= last else "")
    return Change(battle.key, "round", battle.round, battle.round + 1)


def sure(leads_to: str = "") -> Question:
    """Whether the players are sure that they end the battle, and what it leads to: one tap is soon done by mistake."""
    options = Option(False, "no", "the battle goes on"), Option(True, "yes", leads_to)
    return Question("sure", "End the battle now", options, False)


def why_not_sure(said: bool) -> str:
    """Why a battle does not end where the players are not sure; empty where they are."""
    return "" if said else "The battle goes on. Say yes to end it."


def ending(slug: str, declaration: type[D], close: Close[B]) -> OfBattle[B, D]:
    """The procedure by which the players end a battle."""

    def end(declared: Declared[B, D], table: Table) -> Outcome:
        """End the battle; ``Illegal`` when it is not under way."""
        battle = declared.battle
        refuse(why_not_under_way(battle))
        headline, changes = close(battle, table)
        return Outcome(headline, merged((*changes, Change(battle.key, "over", battle.over, True))))

    return OfBattle(slug, "End the battle", declaration, end, offered=is_under_way, ends=True)


@dataclass(frozen=True, slots=True)
class EndBattle:
    """The players end the battle, and are ``sure`` of it."""

    sure: bool = True


def usual_ending(left: Callable[[B], str] = lambda battle: "") -> OfBattle[B, EndBattle]:
    """The procedure that ends a battle in which no text tells who has won; ``left`` is what the sides have then."""

    def end(declared: Declared[B, EndBattle], table: Table) -> Outcome:
        """End the battle; ``Illegal`` when it is not under way, or the players are not sure."""
        battle = declared.battle
        refuse(why_not_under_way(battle) or why_not_sure(declared.declaration.sure))
        told = left(battle)
        headline = f"The battle ends: {told}." if told else "The battle ends."
        return Outcome(headline, (Change(battle.key, "over", battle.over, True),))

    def questions(battle: B, answers: Answers) -> tuple[Question]:
        return (sure(left(battle)),)

    return OfBattle("end", "End the battle", EndBattle, end, questions=questions, offered=is_under_way, ends=True)
