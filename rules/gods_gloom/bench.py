"""What the bench command measures: the odds of both units' wounds, and the whole outlook of a declared attack."""

from rules.asks import Declared
from rules.gods_gloom.attack_test import AttackTest, attack_test
from rules.gods_gloom.examples.parts import attack, battle
from rules.gods_gloom.force import ATTACKER, DEFENDER, Force
from rules.gods_gloom.odds import Begun, Most, wounds
from rules.gods_gloom.outlook import outlook
from rules.gods_gloom.sheet import Kind, RedBlue
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
