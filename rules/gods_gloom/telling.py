"""How the asks and the options of a battle read at the table."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Declared, Option
from rules.gods_gloom.attack import SAVE, SPEND
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.dice import Fallen
from rules.gods_gloom.force import ATTACKER
from rules.gods_gloom.momentum import DISPLACE
from rules.gods_gloom.odds import Ways, blue_blocks, red_hits
from rules.gods_gloom.outlook import ends_of, line
from rules.gods_gloom.rerolls import KEEP, REROLL
from rules.gods_gloom.sheet import Battle
from rules.gods_gloom.wounds import CANCEL
from rules.table import Ask, Choice, Roll
from rules.words import counted, noun

NAMES = {SAVE: "save it", SPEND: "spend it", REROLL: "reroll all its dice", KEEP: "keep the dice"}
"""Options that read the same in every battle."""


def attack_sentence(declared: Declared[Battle, Attack], ask: Ask) -> str:
    """Who rolls or decides what in an attack."""
    battle, attack = declared.battle, declared.declaration
    _, _, asked = ask.label.partition(" ")
    role, _, what = asked.partition("'s ")
    unit = battle.unit(attack.actor if role == ATTACKER else attack.target)
    if isinstance(ask, Roll):
        return f"{unit.name}: {_rolled(ask, what)}."
    if what == "Boost":
        return f"Does {unit.name} spend its Boost on this roll?"
    if what == "Pool Reroll":
        return f"{unit.name}: reroll the whole pool for a Command Seal?"
    if what == "single die":
        return f"{unit.name}: which die is rerolled?"
    return f"Momentum passes the end of the track for {battle.army(ask.by).name}. What is the bonus?"


def attack_option(declared: Declared[Battle, Attack], ask: Ask, value: int | str) -> Option:
    """How an option reads, and what it leads to."""
    about = ask.about if isinstance(ask, Choice) else None
    if ask.label.endswith("Momentum bonus"):
        return _bonus(declared.battle, value, about if isinstance(about, tuple) else ())
    if ask.label.endswith("single die") and value != KEEP:
        return Option(value, f"a {value}", _meaning(str(value)))
    if ask.label.endswith("Pool Reroll"):
        return Option(value, "keep them" if value == KEEP else NAMES[REROLL], _pool(value == KEEP, about))
    if ask.label.endswith("Boost"):
        ends = ends_of(declared.battle, declared.declaration, boosted=value == SPEND)
        return Option(value, NAMES[str(value)], line(ends, declared.declaration.kind))
    return Option(value, NAMES[str(value)])


def _bonus(battle: Battle, value: int | str, weak: Sequence[object]) -> Option:
    if value == DISPLACE:
        return Option(value, "displace a unit", "1 hex, on the board")
    return Option(value, battle.unit(str(value)).name, CANCEL if value in weak else "a Boost token")


def _pool(kept: bool, fallen: object) -> str:
    """What a pool shows, or what it would show on average when it is rolled again."""
    if not isinstance(fallen, Fallen):
        return ""
    if kept:
        extra = fallen.extra_red + fallen.extra_blue
        more = f", {extra} extra {noun(extra, 'die')} to come" if extra else ""
        return f"{counted(fallen.hits, 'Hit')} and {counted(fallen.blocks, 'Block')}{more}"
    hits, blocks = _mean(red_hits(sum(fallen.red))), _mean(blue_blocks(sum(fallen.blue)))
    return f"1 Command Seal; {hits:.1f} Hits and {blocks:.1f} Blocks on average"


def _mean(ways: Ways) -> float:
    return sum(number * rolls for number, rolls in ways.items()) / sum(ways.values())


def _rolled(ask: Roll, what: str) -> str:
    """The dice of an ask and why they are rolled, such as 1 red die, as it fell."""
    count = sum(pool.count for pool in ask.pools)
    colours = " and ".join(f"{pool.count} {pool.die.name.split()[0]}" for pool in ask.pools if pool.count)
    reasons = {
        "dice": ", as it fell" if count == 1 else ", as they fell",
        "dice again": ", rolled again",
        "rerolled die": ", rolled again",
        "extra dice": " extra, for the criticals",
    }
    return f"{colours} {noun(count, 'die')}{reasons[what]}"


def _meaning(die: str) -> str:
    colour, face = die.split()
    if int(face) < 3:
        return "a failure" if (colour, face) != ("blue", "1") else "a failure, counted for the critical"
    return ("a Hit" if colour == "red" else "a Block") + (", counted for the critical" if die == "red 6" else "")
