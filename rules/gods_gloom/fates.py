"""What became of the dice of an Attack Test: rolled again, counted, cancelled, or nothing (ATC.10 to ATC.60)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.asks import Ask, Declared
from rules.fates import CANCELLED, NOTHING, REROLLED, UNNEEDED, Answered, Became, Fate, Fates, paired
from rules.gods_gloom.asks import KEEP, DiceAgain, DieAgain, SingleDie, UnitsDice
from rules.gods_gloom.attack import attack_test_of
from rules.gods_gloom.attack_test import AttackTest
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.dice import RED, SUCCESS
from rules.gods_gloom.force import ATTACKER, DEFENDER
from rules.gods_gloom.lying import is_boosted
from rules.gods_gloom.sheet import Battle, Kind
from rules.table import Dice, Pick

HITS = Fate(Became.COUNTS, "hits")
CANCELS = Fate(Became.SPENT, "cancels a Hit")


@dataclass(frozen=True, slots=True)
class _Die:
    """One die that fell: its place among all, whose it is, its colour and its face."""

    at: int
    role: str
    colour: str
    face: int


def fates(declared: Declared[Battle, Attack], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
    """The fates of the dice of every roll; before it is over, only which were rolled again."""
    dice: list[_Die] = []
    found: dict[int, Fate] = {}
    rolls: list[list[list[_Die]]] = []
    picked = ""
    for ask, reply in answered:
        if isinstance(ask, SingleDie) and isinstance(reply, Pick):
            picked = "" if reply.option == KEEP else str(reply.option)
        if not isinstance(reply, Dice):
            continue
        found |= dict.fromkeys((die.at for die in _picked_up(dice, found, ask, picked)), REROLLED)
        rolls.append([])
        if not isinstance(ask, UnitsDice):
            continue
        for pool, faces in zip(ask.pools, reply.faces, strict=True):
            colour = "red" if pool.die == RED else "blue"
            fallen = [_Die(len(dice) + at, ask.role, colour, int(face)) for at, face in enumerate(faces)]
            dice += fallen
            rolls[-1].append(fallen)
    if over:
        boosted = is_boosted([reply for _, reply in answered])
        test = attack_test_of(declared.battle, declared.declaration, boosted)
        lying = [die for die in dice if die.at not in found]
        found |= dict.fromkeys((die.at for die in lying), NOTHING) | dict(_ends(lying, test))
    return tuple(tuple(tuple(found.get(die.at) for die in pool) for pool in roll) for roll in rolls)


def _picked_up(dice: list[_Die], found: dict[int, Fate], ask: Ask, picked: str) -> list[_Die]:
    """The dice that are rolled again: the one that was picked, or all of a unit."""
    if not isinstance(ask, DiceAgain):
        return []
    lying = [die for die in dice if die.role == ask.role and die.at not in found]
    if not isinstance(ask, DieAgain):
        return lying
    return [die for die in lying if f"{die.colour} {die.face}" == picked][:1]


def _ends(lying: list[_Die], test: AttackTest) -> Iterator[tuple[int, Fate]]:
    """What Hits and Blocks come to when they have cancelled each other."""
    first = 1
    forces = ((test.attacker, test.defender, ATTACKER, DEFENDER), (test.defender, test.attacker, DEFENDER, ATTACKER))
    for force, other, role, against in forces:
        hits = [die for die in lying if (die.role, die.colour) == (role, "red") and die.face >= SUCCESS]
        blocks = [die for die in lying if (die.role, die.colour) == (against, "blue") and die.face >= SUCCESS]
        counted = role == ATTACKER or test.kind is Kind.MELEE
        cancelled = min(len(hits) + force.hits, len(blocks) + other.blocks) if counted else 0
        pairs = min(cancelled, len(hits), len(blocks))
        for place, die in enumerate(hits):
            yield die.at, paired(CANCELLED, place, pairs, first) if place < cancelled else HITS if counted else NOTHING
        for place, die in enumerate(blocks):
            yield die.at, paired(CANCELS, place, pairs, first) if place < cancelled else UNNEEDED
        first += pairs
