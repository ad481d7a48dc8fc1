"""One attack and the counterattack that may answer it, as the strengths of two units."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dice import Pool, d
from rules.table import Side, Table
from rules.troops_and_supplies.matching import LOSSES
from rules.troops_and_supplies.sheet import Answering

DECLINE = 0
"""The answer of a side that orders no counterattack; the other answer is the number of its dice."""


@dataclass(frozen=True, slots=True)
class Force:
    """A unit as the dice see it: its Troop Strength and the faces of its battle die."""

    strength: int
    die: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack; ``answers`` is the side that may order a counterattack if the target survives, if it can make one."""

    attacker: Force
    target: Force
    answers: Side | None = None
    answering: Answering = Answering.LEFT


@dataclass(frozen=True, slots=True)
class Left:
    """The strengths that an exchange leaves, and whether the target counterattacked."""

    attacker: int
    target: int
    countered: bool = False


def exchange(exchange: Exchange, table: Table) -> Left:
    """Roll an attack and, if the target's side wants it, its counterattack (seed, "Attacking"; dossier, b1 and b2)."""
    attacker, target = exchange.attacker, exchange.target
    lost = table.roll("battle dice", *pools(attacker, target), read=LOSSES)
    table.note("losses", lost)
    target_left = max(0, target.strength - lost)
    if not target_left or exchange.answers is None:
        return Left(attacker.strength, target_left)
    dice = target_left if exchange.answering is Answering.LEFT else target.strength
    if table.choose("counterattack", exchange.answers, (dice, DECLINE)) == DECLINE:
        return Left(attacker.strength, target_left)
    lost = table.roll("counterattack dice", *pools(Force(dice, target.die), attacker), read=LOSSES)
    table.note("losses of the counterattack", lost)
    return Left(max(0, attacker.strength - lost), target_left, countered=True)


def pools(attacker: Force, target: Force) -> tuple[Pool, Pool]:
    """The attack dice and the defence dice: each side rolls its strength of its own battle die."""
    return (
        Pool(d(attacker.die, f"attack d{attacker.die}"), attacker.strength),
        Pool(d(target.die, f"defence d{target.die}"), target.strength),
    )
