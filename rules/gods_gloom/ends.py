"""How an attack can end for both units, with the cases of each end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from rules.distributions import Cases, together
from rules.gods_gloom.aftermath import aftermath
from rules.gods_gloom.attack import attack_test_of, spent_units
from rules.gods_gloom.attack_test import Inflicted
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.odds import UNROLLED, Begun, Lying, Most, wounds
from rules.gods_gloom.sheet import Battle, Unit

Wounds = tuple[int, int]


class End(NamedTuple):
    """The Health that the target and the attacker lose, and whether the attacker wins the melee."""

    lost: int
    back: int
    won: bool = False


@dataclass(frozen=True, slots=True)
class Ends:
    """Both units before an attack, and the cases that lead to each end of it."""

    attacker: Unit
    target: Unit
    cases: Cases[End]

    def chance(self, holds: Callable[[End], bool]) -> Fraction:
        """The chance of all ends that hold."""
        ends, whole = self.cases
        return Fraction(sum(ways for end, ways in ends.items() if holds(end)), whole)

    def chances(self, read: Callable[[End], int]) -> dict[int, Fraction]:
        """The chance of everything that is read of the ends, the least first."""
        ends, whole = self.cases
        found = together((read(end), ways) for end, ways in ends.items())
        return {value: Fraction(found[value], whole) for value in sorted(found)}


def ends_of(
    battle: Battle, attack: Attack, boosted: bool, ways: Sequence[tuple[Lying, Lying]] = ((UNROLLED, UNROLLED),)
) -> Ends:
    """How an attack can end when everybody plays as usual; ``boosted`` when the defender spends its Boost.

    ``ways`` are those in which the dice of the attacker and the defender may lie, all equally likely.
    """
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    test, most = attack_test_of(battle, attack, boosted), Most(target.current_health, attacker.current_health)
    # Whatever way they lie in, equally many dice are still to fall: all are counted in equally many cases.
    found = [wounds(Begun(test, *lying), most) for lying in ways]
    suffered = together(pair for cases, _ in found for pair in cases.items())
    end = _ending(battle, attack, boosted)
    ends = together((end(wounds), ways) for wounds, ways in suffered.items())
    return Ends(attacker, target, (ends, found[0][1] * len(ways)))


@lru_cache(maxsize=16)
def _ending(battle: Battle, attack: Attack, boosted: bool) -> Callable[[Wounds], End]:
    """What finds the end of an attack by its wounds: once for each, since every option of an ask leads to the same."""
    attacker, target = spent_units(battle, attack, boosted)
    opposites = battle.settings.opposites

    @cache
    def end(wounds: Wounds) -> End:
        after = aftermath(attacker, target, attack, Inflicted(*wounds), opposites)
        lost = target.current_health - after.target.current_health
        back = attacker.current_health - after.attacker.current_health
        return End(lost, back, after.winner == attacker.key)

    return end
