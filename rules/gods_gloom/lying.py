"""The dice of both units as they lie after the replies so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.asks import Ask, Declared
from rules.gods_gloom.asks import KEEP, REROLL, DieAgain, ExtraDice, PoolReroll, SingleDie, UnitsDice
from rules.gods_gloom.attack import SPEND, BoostSpent, resolve
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.dice import Fallen, die_of, face, successes
from rules.gods_gloom.force import ATTACKER, DEFENDER
from rules.gods_gloom.odds import UNROLLED, Lying
from rules.gods_gloom.sheet import Battle
from rules.play import answered
from rules.table import Pick, Reply

FACES = range(1, 7)

NO_MORE = 99
"""More single dice than can be rerolled."""


def is_boosted(replies: Sequence[Reply]) -> bool:
    """Whether the defender has spent its Boost."""
    return any(isinstance(reply, Pick) and reply == Pick(BoostSpent.LABEL, SPEND) for reply in replies)


def ways_to_lie(declared: Declared[Battle, Attack], replies: Sequence[Reply]) -> tuple[tuple[Lying, Lying], ...]:
    """The dice of the attacker and of the defender, in all ways that are equally likely.

    There is one such way, or one for each face of a single die that was picked and is not yet rolled again.
    """
    units, die = {ATTACKER: UNROLLED, DEFENDER: UNROLLED}, ""
    role = ""
    for ask, reply in zip(answered(resolve, declared, replies), replies, strict=True):
        if isinstance(ask, UnitsDice | PoolReroll | SingleDie):
            role = ask.role
            units[role] = _after(units[role], ask, reply, die)
        die = str(reply.option) if isinstance(ask, SingleDie) and isinstance(reply, Pick) else ""
    if die in ("", KEEP):
        return ((units[ATTACKER], units[DEFENDER]),)
    ways = [{**units, role: _turned(units[role], die, face)} for face in FACES]
    return tuple((way[ATTACKER], way[DEFENDER]) for way in ways)


def _after(now: Lying, ask: Ask, reply: Reply, die: str) -> Lying:
    """The dice of a unit after one reply; ``die`` was picked just before to be rolled again."""
    if isinstance(reply, Pick):
        if isinstance(ask, SingleDie):
            return replace(now, rerolled=NO_MORE) if reply.option == KEEP else replace(now, rerolled=now.rerolled + 1)
        return UNROLLED if reply.option == REROLL else now
    assert isinstance(ask, UnitsDice)
    tallies = ask.tallies(reply.faces)
    if isinstance(ask, DieAgain):
        return _turned(now, die, face(tallies[0]))
    if isinstance(ask, ExtraDice):
        assert now.fallen
        hits, blocks = successes(*tallies)
        return replace(now, made=(now.fallen.hits + hits, now.fallen.blocks + blocks))
    return replace(now, fallen=Fallen(*tallies))


def _turned(now: Lying, die: str, new: int) -> Lying:
    assert now.fallen
    return replace(now, fallen=now.fallen.turned(*die_of(die), new))
