"""The odds of an Attack Test colour by colour, which are far fewer cases than those of all dice together.

Everybody plays as usual: nobody pays for a Pool Reroll, and single dice are rerolled while one of the useful colour has
failed. Red dice only make Hits and blue dice only make Blocks, and the usual rerolls of a player are all of one colour,
so what gets through to the one unit and what gets through to the other are parts that do not touch each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.asks import Roll
from rules.dice import Bands, Pool, Tally
from rules.gods_gloom.attack_test import AttackTest, Inflicted
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.dice import CRITICAL, SUCCESS, Fallen
from rules.gods_gloom.force import Force
from rules.gods_gloom.rerolls import DICE
from rules.gods_gloom.sheet import Battle, Kind
from rules.table import Table, end

RED_DICE, BLUE_DICE = "red", "blue"

BANDS = {RED_DICE: ((6,), (1, 2), (3, 4, 5)), BLUE_DICE: ((1,), (2,), (3, 4, 5, 6))}
"""The faces that count for the critical, that fail and that succeed otherwise: a red 6 is a Hit, a blue 1 fails."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The dice of one unit as far as they lie: how they fell, if they are rolled, and how many single ones again.

    ``made`` are its Hits and Blocks once the extra dice of its criticals are rolled.
    """

    fallen: Fallen | None = None
    rerolled: int = 0
    made: tuple[int, int] | None = None


UNROLLED = Lying()


class Begun(NamedTuple):
    """An Attack Test, and the dice of both units that lie there already."""

    test: AttackTest
    attackers: Lying = UNROLLED
    defenders: Lying = UNROLLED


class Lot(NamedTuple):
    """The dice of one colour of a unit: how many are to be rolled, and what lies there.

    ``failed`` are rerolled first, as long as there are ``rerolls``; a blue die of ``criticals`` has failed, too.
    """

    colour: str
    dice: int = 0
    rerolls: int = 0
    criticals: int = 0
    failed: int = 0
    made: int = 0

    @property
    def read(self) -> Bands[Lot]:
        """How the dice that are rolled are read."""
        return Bands(BANDS[self.colour], self._joined)

    @property
    def picked_up(self) -> Lot | None:
        """The dice when a failed one is to be rolled again; nothing where none is."""
        if not self.rerolls:
            return None
        if self.failed:
            return self._replace(dice=1, rerolls=self.rerolls - 1, failed=self.failed - 1)
        if self.criticals and self.colour == BLUE_DICE:
            return self._replace(dice=1, rerolls=self.rerolls - 1, criticals=self.criticals - 1)
        return None

    def with_extra(self, shown: Tally) -> int:
        """The successes when this is what the extra die shows."""
        return self.made + sum(shown[SUCCESS - 1 :])

    def _joined(self, shown: Tally) -> Lot:
        colour, _, rerolls, criticals, failed, made = self
        made += shown[2] + (shown[0] if colour == RED_DICE else 0)
        criticals += shown[0]
        if rerolls:
            return Lot(colour, 0, rerolls, criticals, failed + shown[1], made)
        return Lot(colour, criticals=CRITICAL if criticals >= CRITICAL else 0, made=made)


class Meeting(NamedTuple):
    """The red dice of one unit, the blue dice of the other, and how many more Auto-Hits than Auto-Blocks there are."""

    hits: Lot
    blocks: Lot
    auto: int


def wounds(begun: Begun, table: Table) -> Inflicted:
    """The wounds of both units, when what gets through to each is counted by itself."""
    test, attackers, defenders = begun
    attacker, defender, direct = test.attacker, test.defender, test.direct
    there = _meeting(attacker, attackers, defender, defenders)
    if test.kind is not Kind.MELEE:
        return table.rest_read(through, there, lambda wounds: Inflicted(wounds + direct))
    back = _meeting(defender, defenders, attacker, attackers)
    return table.rest_both(through, there, through, back, lambda wounds, back: Inflicted(wounds + direct, back))


def through(meeting: Meeting, table: Table) -> int:
    """The Hits that no Block cancels."""
    hits, blocks, auto = meeting
    return table.rest_both(successes, hits, successes, blocks, lambda hits, blocks: max(0, hits + auto - blocks))


def successes(lot: Lot, table: Table) -> int:
    """Roll the dice, reroll single ones as long as one has failed, and roll the extra die of a critical."""
    again = lot if lot.dice else lot.picked_up
    if again:
        return table.roll_rest(_rolled(lot, again.dice), again.read, successes)
    if lot.criticals < CRITICAL:
        return lot.made
    return table.roll_rest(_rolled(lot, 1), lot.with_extra, end)


def _rolled(lot: Lot, dice: int) -> Roll[Battle, Attack]:
    """Dice whose unit does not matter: equal ones of both units are counted once, and nobody is asked for them."""
    return Roll((Pool(DICE[lot.colour], dice),))


def _meeting(by: Force, bys: Lying, on: Force, ons: Lying) -> Meeting:
    return Meeting(_lot(RED_DICE, by, bys), _lot(BLUE_DICE, on, ons), by.hits - on.blocks)


def _lot(colour: str, force: Force, lying: Lying) -> Lot:
    if lying.made is not None:
        return Lot(colour, made=lying.made[colour == BLUE_DICE])
    rerolls = max(0, force.singles - lying.rerolled) if colour == force.useful else 0
    lot = Lot(colour, getattr(force.dice, colour), rerolls)
    return lot if lying.fallen is None else lot.read(getattr(lying.fallen, colour))
