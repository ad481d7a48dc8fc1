"""How the asks and the options of a battle read at the table."""

from __future__ import annotations

from rules.changes import keyed
from rules.game import Declared, Option
from rules.mobile_frame_zero.attack import LEAVE, USE, Attack
from rules.mobile_frame_zero.damage import DIE_LOST
from rules.mobile_frame_zero.forced import ROLL
from rules.mobile_frame_zero.pool import in_words
from rules.mobile_frame_zero.round import TAKE_ONE
from rules.mobile_frame_zero.sheet import Battle, Range, System
from rules.mobile_frame_zero.strike import ABANDON, HOLD, strike_of
from rules.mobile_frame_zero.turn import Activation, Assignment
from rules.table import Ask, Choice, Roll
from rules.words import counted

FIXED = {
    ROLL: ("roll its pool", "all its dice, now"),
    HOLD: ("hold", "takes all the damage"),
    ABANDON: ("abandon", "one damage less, moves 1 unit away"),
    TAKE_ONE: ("take one off", "the end comes sooner"),
}
"""Options that read the same in every battle: their names and what they lead to."""


def attack_sentence(declared: Declared[Battle, Attack], ask: Ask) -> str:
    """Who rolls or decides what in an attack, and why."""
    battle, attack = declared.battle, declared.declaration
    name = battle.target(attack.target).name
    if isinstance(ask, Roll):
        return _damage(battle, attack, ask) if ask.label == "damage" else _turn(name, ask)
    if ask.label == "defence":
        acted = battle.frame(attack.target).acted
        return f"{name} has {'not told its defence' if acted else 'not acted'}. What is its defence?"
    if ask.label == "spot":
        return f"Does {battle.frame(attack.actor).name} use the spot on {name}?"
    if ask.label == "target's position":
        return _position(name)
    if ask.label == "covering frame's position" and attack.cover:
        return _position(battle.target(attack.cover).name)
    if ask.label == "system lost":
        owner = next(f for f in battle.frames if ask.options[0] in {system.key for system in f.systems})
        return f"{owner.name} is hit. Which system does it lose?"
    return _turn(name, ask)


def turn_sentence(declared: Declared[Battle, Activation | Assignment], ask: Ask) -> str:
    """Who rolls or assigns what in a frame's turn."""
    return _turn(declared.battle.frame(declared.declaration.actor).name, ask)


def round_sentence(declared: Declared[Battle, object], ask: Ask) -> str:
    """Who decides about the doomsday clock."""
    name = declared.battle.company(ask.by).name if isinstance(ask, Choice) else ""
    return f"{name}: take one more off the doomsday clock?"


def option(declared: Declared[Battle, object], ask: Ask, value: int | str) -> Option:
    """How an option reads, and what it leads to."""
    if ask.label == "system lost":
        part = keyed(declared.battle).get(str(value))
        if isinstance(part, System):
            return Option(value, f"lose {part.name}", f"{DIE_LOST[part.kind]} gone")
    if ask.label == "spot" and isinstance(declared.declaration, Attack):
        return _spot(declared.battle, declared.declaration, value)
    if ask.label == "defence" and value == "0":
        return Option(value, "0", "no die assigned")
    if ask.label.endswith(" die"):
        return Option(value, in_words(str(value)))
    label, leads_to = FIXED.get(str(value), (str(value), ""))
    return Option(value, label, leads_to)


def _damage(battle: Battle, attack: Attack, ask: Roll) -> str:
    target = battle.target(attack.target)
    dice = ask.pools[0].count
    behind = f" ({battle.target(attack.cover).name})" if attack.cover and attack.range != Range.HAND else ""
    chart = strike_of(battle, attack, dice, 0).chart.title
    return f"{target.name} takes {counted(dice, 'damage die')}, chart {chart}{behind}."


def _position(name: str) -> str:
    return f"{name} is beside a station: hold its position, or abandon it and ignore one damage?"


def _turn(name: str, ask: Ask) -> str:
    if isinstance(ask, Roll):
        return f"{name} rolls its pool: {', '.join(map(str, ask.pools))}."
    if ask.label == "named range":
        return f"Which range does {name} name?"
    if ask.label == "rockets fired":
        return f"How many rockets does {name} fire?"
    return f"Which die does {name} assign to {ask.label.removesuffix(' die')}?"


def _spot(battle: Battle, attack: Attack, value: int | str) -> Option:
    if value == USE:
        return Option(value, USE, f"attack {attack.value + (battle.frame(attack.target).spot or 0)}")
    return Option(value, LEAVE, f"attack {attack.value}")
