"""How the asks, the options and the changes of a battle read at the table."""

from __future__ import annotations

from dataclasses import replace

from rules.board import column_name
from rules.changes import Change, Value
from rules.game import Declared, Option, Told, tell_plainly
from rules.table import Ask, Roll
from rules.troops_and_supplies.attack import Attack, CallIn
from rules.troops_and_supplies.exchange import DECLINE
from rules.troops_and_supplies.outlook import answer_in_words
from rules.troops_and_supplies.sheet import Battle, Status

WORDS = {"attacked": "attack used", "fired": "has fired", "turn": "whose turn", "over": "the battle is over"}
UNSAID = ("destroyed_by",)
"""Tracks that the headline tells already."""

ON_BOARD: dict[Value, str] = {Status.ACTIVE: "yes", Status.DESTROYED: "destroyed", Status.REMOVED: "removed"}
OFF = "off the board"


def sentence(declared: Declared[Battle, Attack | CallIn], ask: Ask) -> str:
    """Who rolls or decides what in an attack."""
    battle, attack = declared.battle, declared.declaration
    fires = attack.fires if isinstance(attack, CallIn) else None
    attacker = battle.unit(fires or attack.actor).name
    target = battle.unit(attack.target).name
    if not isinstance(ask, Roll):
        return f"Does {target} counterattack {attacker}?"
    first, second = (f"{pool.count} d{len(pool.die.faces)}" for pool in ask.pools)
    if ask.label == "battle dice":
        return f"{attacker} attacks with {first}, {target} defends with {second}."
    return f"{target} counterattacks with {first}, {attacker} defends with {second}."


def option(declared: Declared[Battle, Attack | CallIn], ask: Ask, value: int | str) -> Option:
    """How an answer to the question of a counterattack reads, and what it leads to."""
    battle, attack = declared.battle, declared.declaration
    dice = int(value)
    if dice == DECLINE or isinstance(attack, CallIn):
        return Option(value, "no counterattack", "spends nothing")
    label = f"counterattack with {dice} d{battle.unit(attack.target).battle_die}"
    return Option(value, label, answer_in_words(battle, attack, dice))


def tell(battle: Battle, change: Change) -> Told | None:
    """A change in words; a unit that leaves the board leaves its column and row at once."""
    told = tell_plainly(battle, change)
    if told is None or change.track in UNSAID or (change.track == "row" and change.after is None):
        return None
    if change.track == "column":
        before, after = (column_name(v) if isinstance(v, int) else OFF for v in (change.before, change.after))
        return replace(told, before=before, after=after)
    if change.track == "row" and change.before is None:
        return replace(told, before=OFF)
    if change.track == "status":
        return replace(told, what="on the board", before=ON_BOARD[change.before], after=ON_BOARD[change.after])
    return replace(told, what=WORDS.get(change.track, told.what))
