"""The start of a battle, the end of a turn and the end of the battle; the text tells none of them (dossier, g)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.changes import Change, merged
from rules.game import Declared, Outcome
from rules.table import Table
from rules.troops_and_supplies.allowed import refuse, why_not_play
from rules.troops_and_supplies.sheet import LAST_ROUND, Army, Battle, Turns
from rules.troops_and_supplies.standing import army_problems, in_words


@dataclass(frozen=True, slots=True)
class Start:
    """The armies are set up and the battle starts."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn ends."""


@dataclass(frozen=True, slots=True)
class EndBattle:
    """The players end the battle."""


def start(declared: Declared[Battle, Start], table: Table) -> Outcome:
    """Start the battle with the first army at the table; ``Illegal`` when an army has no units."""
    battle = declared.battle
    if battle.started:
        refuse("The battle has started.")
    if len(battle.armies) < 2:
        refuse("A battle needs at least two armies.")
    for army in battle.armies:
        for problem in army_problems(battle, army.key):
            refuse(problem)
    first = battle.armies[0] if battle.settings.turns is Turns.BY_ARMY else None
    changes = (
        Change(battle.key, "started", False, True),
        Change(battle.key, "turn", battle.turn, first.key if first else None),
    )
    return Outcome(f"The battle starts{_with(first)}.", merged(changes))


def end_turn(declared: Declared[Battle, EndTurn], table: Table) -> Outcome:
    """Pass the turn on and clear what the units of the next army did (dossier, section c: at their owner's turn)."""
    battle = declared.battle
    refuse(why_not_play(battle))
    if battle.settings.turns is Turns.TOGETHER:
        return Outcome(f"Turn {battle.round} ends.", merged((*_cleared(battle, None), _next_round(battle))))
    following = _following(battle)
    changes = [Change(battle.key, "turn", battle.turn, following.key), *_cleared(battle, following.key)]
    order = [army.key for army in battle.armies]
    if battle.turn is None or order.index(following.key) <= order.index(battle.turn):
        changes.append(_next_round(battle))
    return Outcome(f"It is the turn of {following.name}.", merged(changes))


def end_battle(declared: Declared[Battle, EndBattle], table: Table) -> Outcome:
    """End the battle; who has won is for the players to say, for the text does not."""
    battle = declared.battle
    refuse(why_not_play(battle))
    standings = "; ".join(f"{army.name} has {in_words(battle, army.key)}" for army in battle.armies)
    return Outcome(f"The battle ends: {standings}.", (Change(battle.key, "over", False, True),))


def _following(battle: Battle) -> Army:
    """The next army at the table that has units; the same one again if no other has."""
    order = [army.key for army in battle.armies]
    place = order.index(battle.turn) + 1 if battle.turn is not None else 0
    circle = (*battle.armies[place:], *battle.armies[:place])
    return next((army for army in circle if battle.standing(army.key)), circle[0])


def _cleared(battle: Battle, army: str | None) -> Iterator[Change]:
    for unit in battle.units:
        if army in (None, unit.army):
            yield Change(unit.key, "attacked", unit.attacked, False)
            yield Change(unit.key, "fired", unit.fired, False)


def _next_round(battle: Battle) -> Change:
    if battle.round == LAST_ROUND:
        refuse(f"A battle has at most {LAST_ROUND} rounds.")
    return Change(battle.key, "round", battle.round, battle.round + 1)


def _with(first: Army | None) -> str:
    return f" with the turn of {first.name}" if first else ""
