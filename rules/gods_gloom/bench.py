"""What the bench command measures: the odds of both units' wounds, and the whole outlook of a declared attack."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rules.asks import Declared
from rules.gods_gloom.attack_test import AttackTest, attack_test
from rules.gods_gloom.examples.parts import attack, battle
from rules.gods_gloom.force import ATTACKER, DEFENDER, Force
from rules.gods_gloom.odds import Begun, Most, wounds
from rules.gods_gloom.outlook import outlook
from rules.gods_gloom.sheet import Battle, Kind, RedBlue, Unit
from rules.gods_gloom.traits import BY_ITSELF, NUMBERED, OFFERED, Trait
from rules.gods_gloom.wounds import BRITTLE_BONES
from rules.odds import odds

ALL = Most(99, 99)
"""No wounds are so many that more make no difference."""


def even(dice: int) -> AttackTest:
    """A melee with as many red as blue dice on both sides."""
    pool = RedBlue(dice, dice)
    return AttackTest(Kind.MELEE, Force(ATTACKER, "horde", pool), Force(DEFENDER, "host", pool))


CASES = {
    "wounds of both, 5+5 v 5+5": lambda: wounds(Begun(even(5)), ALL),
    "wounds of both, 8+8 v 8+8": lambda: wounds(Begun(even(8)), ALL),
    "outlook, 5+5 v 5+5": lambda: outlook(Declared(battle((5, 5), (5, 5), 4, 4), attack())),
    "outlook, 8+8 v 8+8": lambda: outlook(Declared(battle((8, 8), (8, 8), 4, 4), attack())),
    "outlook, 8+8 v 8+8 with rerolls and the defender's Boost": lambda: outlook(
        Declared(battle((8, 8), (8, 8), 4, 4, horde={"momentum": 2}, defender={"boost": True}), attack())
    ),
    "generic odds, 2+1 v 1+2": lambda: odds(
        attack_test,
        AttackTest(Kind.MELEE, Force(ATTACKER, "horde", RedBlue(2, 1)), Force(DEFENDER, "host", RedBlue(1, 2))),
    ),
}

Chooser: TypeAlias = Callable[[Sequence[Any]], Any]

MOST_TRAITS, MOST_DICE, MOST_HEALTH, MOST_NUMBER = 4, 12, 20, 9
"""What a unit comes by at most, and the largest number of a trait of it."""


def with_anything(battle: Battle, choose: Chooser) -> Battle:
    """The battle whose units have any traits that the rules know, and any dice and Health, as somebody chooses them."""
    return replace(battle, units=tuple(_with_anything(unit, choose) for unit in battle.units))


def _with_anything(unit: Unit, choose: Chooser) -> Unit:
    offence_red, offence_blue, guard_red, guard_blue = (choose(range(MOST_DICE + 1)) for _ in range(4))
    health = choose(range(1, MOST_HEALTH + 1))
    return replace(
        unit,
        offence_red=offence_red,
        offence_blue=offence_blue,
        guard_red=guard_red,
        guard_blue=guard_blue,
        health=health,
        current_health=health if unit.standing else 0,
        traits=", ".join(str(_any_trait(choose)) for _ in range(choose(range(MOST_TRAITS + 1)))),
        effects=choose((unit.effects, unit.effects | {BRITTLE_BONES})),
    )


def _any_trait(choose: Chooser) -> Trait:
    name = choose((*BY_ITSELF, *OFFERED))
    return Trait(name, choose(range(1, MOST_NUMBER + 1)) if name in NUMBERED else 0)
