"""The end of a battle, which the players declare: the text that is known says nothing of victory (RULINGS)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.asks import PieceChoice
from rules.airsoft_squads.sheet import Battle
from rules.changes import Change
from rules.table import Table
from rules.untold import Untold

DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Finish:
    """The players end the battle."""


@dataclass(frozen=True, slots=True)
class Winner(Untold, PieceChoice):
    """Who has won, which the players say."""

    LABEL = "winner"
    SENTENCE = "Who has won? The rules give no score."
    OPTIONS = {DRAW: ("a draw", "")}


def winners(battle: Battle) -> tuple[str, ...]:
    """The key of the squad that the players named; none in a draw."""
    return (battle.winner,) if battle.winner else ()


def close(battle: Battle, table: Table) -> tuple[str, tuple[Change, ...]]:
    """The winner that the players name, or a draw."""
    winner = table.choose(Winner(battle.active_squad.key, (*(squad.key for squad in battle.squads), DRAW)))
    line = "The battle ends in a draw." if winner == DRAW else f"{battle.squad(winner).name} wins the battle."
    return line, (Change(battle.key, "winner", battle.winner, None if winner == DRAW else winner),)
