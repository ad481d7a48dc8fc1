"""Pieces for the worked examples. No printed card is known, so every name and number here is a sample."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.airsoft_squads.attack import Attack
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.pieces import Card, Kind, Lies, Operator, Position, State
from rules.airsoft_squads.sheet import Battle, Squad
from rules.table import Dice, Pick


def operator(name: str, squad: str, place: int | None, **more: Any) -> Operator:
    """An operator with the numbers of most vectors: AP 4, EP 3, DP 6, MP 2."""
    return replace(Operator(name.lower(), name, squad, ap=4, ep=3, dp=6, mp=2, place=place), **more)


ROOK = operator("Rook", "red", 2)
VIPER = operator("Viper", "blue", 2)

AURA = Modifier("aura", "Spotter", While.ATTACKER, Stat.AP, Operation.ADD, 1, reach=Reach.OTHERS)
SECOND_DIE = Modifier("second-die", "Two shots", While.ATTACKER, Stat.ATTACK_DICE, Operation.ADD, 1)
HARD_HITTER = Modifier("hard-hitter", "Hard hitter", While.ATTACKER, Stat.AP, Operation.ADD, 2)
RECKLESS = Modifier("reckless", "Reckless", While.ALWAYS, Stat.VIOLATION, Operation.FIX, 4)
IN_THE_DARK = Modifier("in-the-dark", "Night eyes", While.ATTACKER, Stat.AP, Operation.ADD, 2, "it is dark")
LIES_DOWN = Modifier("lies-down", "Flat", While.TARGET, Stat.DP, Operation.ADD, 3, "it lies down")

VEST = Card("vest", "Sample vest", "red", Kind.ITEM, lies=Lies.ATTACHED, bearer="rook")
FOCUS = Card(
    "focus",
    "Sample focus",
    "red",
    Kind.ATTACK,
    (Modifier("focus-ap", "Sample focus", While.ATTACKER, Stat.AP, Operation.ADD, 1),),
)
SMOKE = Card(
    "smoke",
    "Sample smoke",
    "blue",
    Kind.DEFENCE,
    (Modifier("smoke-ep", "Sample smoke", While.TARGET, Stat.EP, Operation.ADD, 2),),
)
HELMET = Card(
    "helmet",
    "Sample helmet",
    "blue",
    Kind.ITEM,
    (Modifier("helmet-dp", "Sample helmet", While.ALWAYS, Stat.DP, Operation.ADD, 2),),
)
ADVANCE = Card(
    "advance",
    "Sample advance",
    "red",
    Kind.STRATEGY,
    (Modifier("advance-ap", "Sample advance", While.ATTACKER, Stat.AP, Operation.ADD, 1),),
)
TRICK = Card("trick", "Sample trick", "blue", Kind.EFFECT)


def row(squad: str, length: int = 3, objective: int = 4) -> tuple[Position, ...]:
    """The field positions of a squad."""
    places = range(1, length + 1)
    return tuple(Position(f"{squad}-{n}", f"{squad.capitalize()} position {n}", squad, n, objective) for n in places)


def battle(attacker: Operator = ROOK, target: Operator = VIPER, *others: Operator, **more: Any) -> Battle:
    """Two squads in rows of three, Red squad first."""
    squads = (Squad("red", "Red squad"), Squad("blue", "Blue squad"))
    stage = Battle(squads, (attacker, target, *others), (*row("red"), *row("blue")))
    return replace(stage, **more)


def attack(*met: str) -> Attack:
    """Rook attacks Viper; the conditions that hold."""
    return Attack("rook", "viper", met)


def dice(attack_dice: int | tuple[int, ...], defence: int) -> Dice:
    """Attack and defence dice as they fell."""
    faces = attack_dice if isinstance(attack_dice, tuple) else (attack_dice,)
    return Dice("6 dice", (faces, (defence,)))


def critical(*options: str) -> tuple[Pick, ...]:
    """What the attacker chose for each critical die."""
    return tuple(Pick("critical die", option) for option in options)


SUPPRESSED = replace(ROOK, dp=5, hits=1)
DOUBLE_SHOT = replace(ROOK, ap=3, skills=(SECOND_DIE,))
KITE = operator("Kite", "red", 3, skills=(AURA,))
KITE_HIT = replace(KITE, state=State.HIT)
KITE_SAVED = replace(KITE, place=None)
