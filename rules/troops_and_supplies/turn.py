"""The start of a battle, the end of a turn and the end of the battle; the text tells none of them (RULINGS)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.asks import Declared
from rules.changes import Change, merged
from rules.ending import next_round
from rules.game import Outcome
from rules.guards import refuse, why_not_under_way
from rules.table import Table
from rules.troops_and_supplies.armies import in_words
from rules.troops_and_supplies.sheet import Army, Battle, Turns


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn ends."""


def begin(battle: Battle, table: Table) -> tuple[str, tuple[Change, ...]]:
    """Begin with the first army at the table."""
    first = battle.armies[0] if battle.settings.turns is Turns.BY_ARMY else None
    turn = Change(battle.key, "turn", battle.turn, first.key if first else None)
    return f"The battle starts{_with(first)}.", (turn,)


def end_turn(declared: Declared[Battle, EndTurn], table: Table) -> Outcome:
    """Pass the turn on and clear what the units of the next army did (RULINGS, "Not known")."""
    battle = declared.battle
    refuse(why_not_under_way(battle))
    if battle.settings.turns is Turns.TOGETHER:
        return Outcome(f"Turn {battle.round} ends.", merged((*_cleared(battle, None), next_round(battle))))
    following = following_army(battle)
    changes = [Change(battle.key, "turn", battle.turn, following.key), *_cleared(battle, following.key)]
    order = [army.key for army in battle.armies]
    if battle.turn is None or order.index(following.key) <= order.index(battle.turn):
        changes.append(next_round(battle))
    return Outcome(f"It is the turn of {following.name}.", merged(changes))


def left_of_all(battle: Battle) -> str:
    """What every army has left; who has won is for the players to say, for the text does not."""
    return "; ".join(f"{army.name} has {in_words(battle, army.key)}" for army in battle.armies)


def following_army(battle: Battle) -> Army:
    """The next army at the table that has units; the same one again if no other has."""
    order = [army.key for army in battle.armies]
    place = order.index(battle.turn) + 1 if battle.turn is not None else 0
    circle = (*battle.armies[place:], *battle.armies[:place])
    return next((army for army in circle if battle.units_left(army.key)), circle[0])


def _cleared(battle: Battle, army: str | None) -> Iterator[Change]:
    for unit in battle.units:
        if army in (None, unit.army):
            yield Change(unit.key, "attacked", unit.attacked, False)
            yield Change(unit.key, "fired", unit.fired, False)


def _with(first: Army | None) -> str:
    return f" with the turn of {first.name}" if first else ""
