"""How the asks and the options of a battle read at the table."""

from __future__ import annotations

from rules.game import Declared, Option
from rules.gods_gloom.attack import SAVE, SPEND
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.force import ATTACKER
from rules.gods_gloom.momentum import DISPLACE
from rules.gods_gloom.rerolls import KEEP, REROLL
from rules.gods_gloom.sheet import Battle
from rules.table import Ask, Roll

FIXED = {
    SAVE: ("save it", "for a later roll"),
    SPEND: ("spend it", "one red and one blue die more"),
    REROLL: ("reroll all its dice", "1 Command Seal, the new dice stand"),
    DISPLACE: ("displace a unit", "1 hex, on the board"),
}
"""Options that read the same in every battle: their names and what they lead to."""


def attack_sentence(declared: Declared[Battle, Attack], ask: Ask) -> str:
    """Who rolls or decides what in an attack."""
    battle, attack = declared.battle, declared.declaration
    _, _, asked = ask.label.partition(" ")
    role, _, what = asked.partition("'s ")
    unit = battle.unit(attack.actor if role == ATTACKER else attack.target)
    if isinstance(ask, Roll):
        return f"{unit.name}: {_rolled(ask)}{_reason(what)}."
    if what == "Boost":
        return f"Does {unit.name} spend its Boost on this roll?"
    if what == "Pool Reroll":
        return f"{unit.name}: reroll the whole pool for a Command Seal?"
    if what == "single die":
        return f"{unit.name}: which die is rerolled?"
    return f"Momentum passes the end of the track for {battle.army(ask.by).name}. What is the bonus?"


def attack_option(declared: Declared[Battle, Attack], ask: Ask, value: int | str) -> Option:
    """How an option reads, and what it leads to."""
    if value == KEEP:
        return Option(value, "keep them" if "Pool" in ask.label else "keep the dice", "")
    if ask.label.endswith("Momentum bonus") and value != DISPLACE:
        return Option(value, declared.battle.unit(str(value)).name, "a Boost token")
    if ask.label.endswith("single die"):
        return Option(value, f"a {value}", _meaning(str(value)))
    label, leads_to = FIXED.get(str(value), (str(value), ""))
    return Option(value, label, leads_to)


def _rolled(ask: Roll) -> str:
    return " and ".join(f"{pool.count} {pool.die.name.split()[0]}" for pool in ask.pools if pool.count)


def _reason(what: str) -> str:
    reasons = {
        "dice": " dice, as they fell",
        "dice again": " dice, rolled again",
        "rerolled die": " die, rolled again",
        "extra dice": " extra, for the criticals",
    }
    return reasons[what]


def _meaning(die: str) -> str:
    colour, face = die.split()
    if int(face) < 3:
        return "a failure" if (colour, face) != ("blue", "1") else "a failure, counted for the critical"
    return ("a Hit" if colour == "red" else "a Block") + (", counted for the critical" if die == "red 6" else "")
