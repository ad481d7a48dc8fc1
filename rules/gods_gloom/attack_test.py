"""The Attack Test from the dice to the wounds, step by step (ATC.10 to ATC.60)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import Pool
from rules.gods_gloom.asks import ExtraDice, UnitsDice
from rules.gods_gloom.dice import BLUE, RED, Fallen, successes
from rules.gods_gloom.force import ATTACKER, DEFENDER, Force
from rules.gods_gloom.rerolls import reading, reroll
from rules.gods_gloom.sheet import Kind
from rules.table import Table
from rules.words import counted


@dataclass(frozen=True, slots=True)
class AttackTest:
    """What an Attack Test starts from: both parts in it, and the attacker's Direct Wounds."""

    kind: Kind
    attacker: Force
    defender: Force
    direct: int = 0


@dataclass(frozen=True, slots=True)
class Inflicted:
    """The wounds of both units, and the Seals that each player paid to reroll."""

    on_defender: int
    on_attacker: int = 0
    attackers_seals: int = 0
    defenders_seals: int = 0


def attack_test(test: AttackTest, table: Table) -> Inflicted:
    """Roll, reroll, criticals, auto-successes, cancel, inflict; the active player's dice first within each step."""
    # ATC.10 Roll: both pools lie before anybody rerolls.
    theirs = UnitsDice(test.defender.pools, DEFENDER)
    attackers = table.roll(UnitsDice(test.attacker.pools, ATTACKER, (theirs,)), reading(test.attacker))
    defenders = table.roll(theirs, reading(test.defender))
    # ATC.20 Reroll
    attackers, attackers_seals = reroll(test.attacker, attackers, table)
    defenders, defenders_seals = reroll(test.defender, defenders, table)
    # ATC.30 Criticals and ATC.40 Auto-Successes
    extra = _extra(test.attacker, attackers, hit=_may_hit(test.defender, defenders))
    extra_back = _extra(test.defender, defenders, hit=_may_hit(test.attacker, attackers))
    hits, blocks = _successes(test.attacker, attackers, replace(extra, then=(extra_back,)), table)
    hits_back, blocks_back = _successes(test.defender, defenders, extra_back, table)
    # ATC.50 Cancel
    melee = test.kind is Kind.MELEE
    through = max(0, hits - blocks_back)
    through_back = max(0, hits_back - blocks) if melee else 0
    table.note("ATC.50 Cancel", _cancelled(hits, blocks_back, through))
    if melee:
        table.note("ATC.50 Cancel, the other way", _cancelled(hits_back, blocks, through_back))
    # ATC.60 Inflict
    direct = f" and {counted(test.direct, 'Direct Wound')}" if test.direct else ""
    table.note("ATC.60 Inflict", f"{through} on the defender{direct}, {through_back} on the attacker")
    return Inflicted(through + test.direct, through_back, attackers_seals, defenders_seals)


def _cancelled(hits: int, blocks: int, through: int) -> str:
    return f"{counted(hits, 'Hit')} - {counted(blocks, 'Block')} = {through}"


def _may_hit(force: Force, fallen: Fallen) -> bool:
    """Whether a unit has a Hit, or an extra red die that may make one."""
    return fallen.hits + force.hits + fallen.extra_red > 0


def _extra(force: Force, fallen: Fallen, *, hit: bool) -> ExtraDice:
    """The extra dice of a unit's criticals; ``hit`` tells whether there may be a Hit for it to cancel."""
    # An extra blue die that can do nothing is left out: of an attacker at range, or where nothing hits.
    blue, idle = (fallen.extra_blue, 0) if force.blocks_count and hit else (0, fallen.extra_blue)
    return ExtraDice((Pool(RED, fallen.extra_red), Pool(BLUE, blue)), force.role, idle=idle)


def _successes(force: Force, fallen: Fallen, extra: ExtraDice, table: Table) -> tuple[int, int]:
    """Hits and Blocks of one unit: its dice, the extra dice of its criticals, and its auto-successes."""
    hits, blocks = table.roll(extra, successes)
    if force.hits or force.blocks:
        added = [f"+{counted(n, what)}" for n, what in ((force.hits, "Hit"), (force.blocks, "Block")) if n]
        table.note(f"ATC.40 {force.role}", ", ".join(added))
    return fallen.hits + hits + force.hits, fallen.blocks + blocks + force.blocks
