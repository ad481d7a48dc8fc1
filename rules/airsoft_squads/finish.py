"""The end of a battle, which the players declare: the text that is known says nothing of victory (RULINGS.md)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.field import refuse, why_not_now
from rules.airsoft_squads.sheet import Battle
from rules.changes import Change, merged
from rules.game import Declared, Outcome
from rules.table import Table

WINNER, DRAW = "winner", "draw"


@dataclass(frozen=True, slots=True)
class Finish:
    """The players end the battle."""


def finish(declared: Declared[Battle, Finish], table: Table) -> Outcome:
    """End the battle with the winner that the players name, or with a draw."""
    battle = declared.battle
    refuse(why_not_now(battle))
    winner = table.choose(WINNER, battle.active_squad.key, (*(squad.key for squad in battle.squads), DRAW))
    line = "The battle ends in a draw." if winner == DRAW else f"{battle.squad(winner).name} wins the battle."
    changes = (
        Change(battle.key, "winner", battle.winner, None if winner == DRAW else winner),
        Change(battle.key, "over", battle.over, True),
    )
    return Outcome(line, merged(changes))
