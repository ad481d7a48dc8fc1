"""One attack and the counterattack that may answer it, as the strengths of two units."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Choice, Declared, Option, Roll, Side
from rules.dice import Face, Pool, d
from rules.table import Table
from rules.troops_and_supplies.declaration import Attack, CallIn
from rules.troops_and_supplies.matching import LOSSES
from rules.troops_and_supplies.sheet import Answering, Battle, Unit
from rules.words import counted

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


@dataclass(frozen=True, slots=True)
class BattleDice(Roll[Battle, Attack | CallIn]):
    """The dice of an attack: those of the attacker, and those of the target."""

    LABEL = "battle dice"
    APART = True

    def sentence(self, declared: Declared[Battle, Attack | CallIn]) -> str:
        """Who attacks with what, and who defends."""
        attacker, target = _fighting(declared)
        attack, defence = (f"{pool.count} d{len(pool.die.faces)}" for pool in self.pools)
        return f"{attacker.name} attacks with {attack}, {target.name} defends with {defence}."

    def owners(self, declared: Declared[Battle, Attack | CallIn]) -> tuple[Side, ...]:
        """The army that attacks, and the one that defends."""
        return tuple(unit.army for unit in _fighting(declared))

    def worth(self, face: Face) -> int:
        """A higher one meets or beats more."""
        return int(face)


@dataclass(frozen=True, slots=True)
class Counterattack(Choice[Battle, Attack | CallIn, int]):
    """Whether a target that survived counterattacks, by the number of its dice."""

    LABEL = "counterattack"
    PASS = (DECLINE, "no counterattack")

    def sentence(self, declared: Declared[Battle, Attack | CallIn]) -> str:
        """Who may answer whom."""
        attacker, target = _fighting(declared)
        return f"Does {target.name} counterattack {attacker.name}?"

    def option(self, declared: Declared[Battle, Attack | CallIn], value: int) -> Option:
        """The dice, and what they cost."""
        if value == DECLINE:
            return Option(value, "no counterattack", "spends nothing")
        _, target = _fighting(declared)
        cost = f"spends {target.ammunition_cost} of {counted(target.supplies, 'Supply Token')}"
        return Option(value, f"counterattack with {value} d{target.battle_die}", cost)


@dataclass(frozen=True, slots=True)
class CounterattackDice(Roll[Battle, Attack | CallIn]):
    """The dice of a counterattack: those of the target, and those of the attacker."""

    LABEL = "counterattack dice"
    APART = True

    def sentence(self, declared: Declared[Battle, Attack | CallIn]) -> str:
        """Who counterattacks with what, and who defends."""
        attacker, target = _fighting(declared)
        attack, defence = (f"{pool.count} d{len(pool.die.faces)}" for pool in self.pools)
        return f"{target.name} counterattacks with {attack}, {attacker.name} defends with {defence}."

    def owners(self, declared: Declared[Battle, Attack | CallIn]) -> tuple[Side, ...]:
        """The army that counterattacks, and the one that defends."""
        return tuple(unit.army for unit in reversed(_fighting(declared)))

    def worth(self, face: Face) -> int:
        """A higher one meets or beats more."""
        return int(face)


def exchange(exchange: Exchange, table: Table) -> Left:
    """Roll an attack and, if the target's side wants it, its counterattack (Attacking, paragraphs 5 to 7)."""
    attacker, target = exchange.attacker, exchange.target
    lost = table.roll(BattleDice(pools(attacker, target)), LOSSES)
    table.note("losses", lost)
    target_left = max(0, target.strength - lost)
    if not target_left or exchange.answers is None:
        return Left(attacker.strength, target_left)
    dice = target_left if exchange.answering is Answering.LEFT else target.strength
    if table.choose(Counterattack(exchange.answers, (dice, DECLINE))) == DECLINE:
        return Left(attacker.strength, target_left)
    lost = table.roll(CounterattackDice(pools(Force(dice, target.die), attacker)), LOSSES)
    table.note("losses of the counterattack", lost)
    return Left(max(0, attacker.strength - lost), target_left, countered=True)


def pools(attacker: Force, target: Force) -> tuple[Pool, Pool]:
    """The attack dice and the defence dice: each side rolls its strength of its own battle die."""
    return (
        Pool(d(attacker.die, f"attack d{attacker.die}"), attacker.strength),
        Pool(d(target.die, f"defence d{target.die}"), target.strength),
    )


def _fighting(declared: Declared[Battle, Attack | CallIn]) -> tuple[Unit, Unit]:
    """The unit that fires and its target."""
    battle, attack = declared.battle, declared.declaration
    fires = attack.fires if isinstance(attack, CallIn) else None
    return battle.unit(fires or attack.actor), battle.unit(attack.target)
