"""How the asks and the options of a battle read at the table."""

from __future__ import annotations

from typing import Any

from rules.changes import keyed
from rules.game import Declared, Option
from rules.table import Ask, Choice, Roll
from rules.words import counted
from rules.x_wing.attack import DICE, INSTEAD, SUFFER, Attack
from rules.x_wing.counting import attack_dice, defence_dice
from rules.x_wing.declaration import check
from rules.x_wing.modifying import (
    CALCULATE,
    DONE,
    EVADE_BLANK,
    EVADE_FOCUS,
    FORCE,
    LOCK,
    SPEND_FOCUS,
    Changing,
    Modifying,
    Picking,
)
from rules.x_wing.rerolling import OTHERS
from rules.x_wing.sheet import Battle
from rules.x_wing.standing import with_odds
from rules.x_wing.strike import ATTACK_DICE, DEFENCE_DICE
from rules.x_wing.tokens import NAMES
from rules.x_wing.wounds import DRAW

MANY = 4
"""More dice than some players have of a colour."""

LABELS = {
    LOCK: "spend the lock",
    SPEND_FOCUS: "spend focus",
    CALCULATE: "spend calculate",
    FORCE: "spend Force",
    EVADE_BLANK: "evade: turn a blank",
    EVADE_FOCUS: "evade: turn a focus result",
    DONE: "done",
    OTHERS: "other dice",
    DICE: "roll the dice",
    SUFFER: "suffer 1 hit damage",
}


def sentence(declared: Declared[Battle, Any], ask: Ask) -> str:
    """Who rolls or decides what, and why."""
    battle, declaration = declared.battle, declared.declaration
    if ask.label == DRAW:
        return "A faceup damage card is dealt: draw one, or enter the one that was drawn."
    if ask.label == "facedown card":
        return "Which of the facedown damage cards is it? Pick one at random."
    if ask.label in ("first player", "who scored"):
        return _first(battle, ask)
    if ask.label == "jam removes":
        return "A jam token removes a green token or a lock. Which one?"
    if isinstance(declaration, Attack):
        return _in_attack(battle, declaration, ask)
    return f"{ask.label.capitalize()}?"


def option(declared: Declared[Battle, Any], ask: Ask, value: int | str) -> Option:
    """How an option reads, and what it leads to: while dice are modified the odds."""
    battle, declaration = declared.battle, declared.declaration
    if ask.label in ("first player", "who scored"):
        part = keyed(battle).get(str(value))
        return Option(value, part.name if part else str(value))
    if ask.label == "jam removes":
        return Option(value, NAMES.get(str(value), str(value)))
    told = Option(value, LABELS.get(str(value), str(value)))
    if isinstance(declaration, Attack) and isinstance(ask, Choice):
        return with_odds(told, declared, ask)
    return told


def _first(battle: Battle, ask: Ask) -> str:
    if isinstance(ask, Choice):
        return f"{battle.squad(ask.by).name} chooses: who is the first player?"
    return "Who is the first player this round? It is random."


def _in_attack(battle: Battle, attack: Attack, ask: Ask) -> str:
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    if ask.label == ATTACK_DICE:
        return _rolls(attacker.name, "attack", str(attack_dice(battle, attack, check(battle, attack))), ask)
    if ask.label == DEFENCE_DICE:
        return _rolls(defender.name, "defence", str(defence_dice(battle, attack, check(battle, attack))), ask)
    if ask.label == INSTEAD:
        return f"Does {defender.name} suffer 1 hit damage instead of the dice?"
    dice = "attack dice" if ask.label.startswith("2b") else "defence dice"
    if isinstance(ask, Roll):
        count = ask.pools[0].count
        return f"{counted(count, dice.replace('dice', 'die'))} {'is' if count == 1 else 'are'} rerolled."
    who = battle.squad(ask.by).name
    lying = _lying(ask)
    if ask.label.endswith("dice to reroll"):
        return f"{who}: which {dice} are rerolled?{lying}"
    if ask.label.endswith("modify"):
        return f"{who} modifies the {dice}.{lying}"
    return f"{who}: which result?{lying}"


def _rolls(name: str, kind: str, count: str, ask: Ask) -> str:
    dice = ask.pools[0].count if isinstance(ask, Roll) else 0
    few = ""
    if dice >= MANY:
        few = " With fewer dice, note what they show and roll again until there are enough: that is no reroll."
    return f"{name} rolls {counted(dice, f'{kind} die')}: {count}.{few}"


def _lying(ask: Choice) -> str:
    about = ask.about
    if isinstance(about, Picking | Changing):
        about = about.now
    return f" They show {about.dice}." if isinstance(about, Modifying) else ""
