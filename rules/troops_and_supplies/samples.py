"""Battles and pieces of the worked examples."""

from __future__ import annotations

from dataclasses import replace

from rules.examples import Example
from rules.table import Dice, Pick
from rules.troops_and_supplies.attack import Attack, CallIn
from rules.troops_and_supplies.sheet import Army, Battle, Unit

ARMIES = (Army("red", "Red army"), Army("blue", "Blue army"))


def red(name: str, **more: object) -> Unit:
    """A unit of the red army in the lower left corner."""
    unit = Unit(name.lower().replace(" ", "-"), name, "red", column=1, row=1)
    return replace(unit, **more)  # type: ignore[arg-type]


def blue(name: str, **more: object) -> Unit:
    """A unit of the blue army, one square away from that corner."""
    unit = Unit(name.lower().replace(" ", "-"), name, "blue", column=1, row=2)
    return replace(unit, **more)  # type: ignore[arg-type]


def battle(*units: Unit, **more: object) -> Battle:
    """A battle of two armies in the turn of the red one."""
    return replace(Battle(ARMIES, units, turn="red"), **more)  # type: ignore[arg-type]


def dice(attack: tuple[int, ...], defence: tuple[int, ...], label: str = "battle dice") -> Dice:
    """Attack dice and defence dice as they fell."""
    return Dice(label, (attack, defence))


def counter(strength: int, attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[Pick, Dice]:
    """A counterattack with a strength, and its dice."""
    return Pick("counterattack", strength), dice(attack, defence, "counterattack dice")


MATCHINGS = (
    # number, attack dice, defence dice, attack dice removed, losses
    (1, (4,), (4,), 1, 0, "a tie goes to the defender"),
    (2, (4,), (3,), 0, 1, "a lower die removes nothing"),
    (4, (6, 5, 2), (5, 3, 1), 2, 1, "the 6 cannot be removed, and wastes no defence die"),
    (5, (1, 5), (5, 1), 2, 0, "the 5 is kept for the 5"),
    (7, (1, 1, 1), (1,), 1, 2, "each defence die removes one attack die"),
    (8, (2, 6), (3, 3), 1, 1, "a spare die cannot remove a 6"),
    (10, (8, 7, 3, 1), (6, 6, 6, 6), 2, 2, "eight-sided attack dice against six-sided defence dice"),
    (11, (6, 5, 4, 3, 2, 1), (1, 2, 3, 4, 5, 6), 6, 0, "every die meets its equal"),
    (13, (3, 3, 3), (3, 3), 2, 1, "two of three equal dice go"),
    (14, (10, 9, 8, 2, 2), (9, 8, 3), 3, 2, "three defence dice, three removed"),
    (16, (7, 4, 4, 1), (4, 4, 4), 3, 1, "only the 7 gets through"),
    (17, (6, 4, 4, 3, 1), (5, 5, 3, 2, 2), 4, 1, "only the 6 gets through"),
    (19, (2, 3, 4), (4, 2, 3), 3, 0, "the order of the dice means nothing"),
)
"""Matchings that tell the rule from its usual misreadings."""


def _smallest_die(faces: tuple[int, ...]) -> int:
    return next(die for die in (6, 8, 10) if die >= max(faces))


def matched(
    number: int, attack: tuple[int, ...], defence: tuple[int, ...], removed: int, losses: int, why: str
) -> Example[Battle]:
    """The example of an attack whose dice are matched like this."""
    attacker = red("Rifle squad", strength=len(attack), battle_die=_smallest_die(attack), supplies=1)
    target = blue("Guard squad", strength=len(defence), battle_die=_smallest_die(defence))
    return Example(
        f"matching-{number}",
        f"{', '.join(map(str, attack))} against {', '.join(map(str, defence))}",
        "attack",
        battle(attacker, target),
        Attack("rifle-squad", "guard-squad"),
        (dice(attack, defence),),
        expected=(("guard-squad", "strength", max(0, len(defence) - losses)), ("rifle-squad", "supplies", 0)),
        story=f"Attack dice removed: {removed} of {len(attack)}. {why.capitalize()}.",
    )


RIFLES = red("Rifle squad", strength=3, supplies=5, ammunition_cost=2)
GUARDS = blue("Guard squad", strength=3, supplies=4)
FIRST_DICE = dice((6, 5, 2), (5, 3, 1))

TANKS = red("Tank platoon", strength=10, supplies=2, ammunition_cost=2, battle_die=12, attack_range=2)
MILITIA = blue("Militia", strength=10, supplies=7, column=2, row=2)

SCOUTS = red("Scout section", strength=4, attack_range=2, column=5, row=5)
GUNS = red(
    "Gun battery",
    strength=6,
    supplies=4,
    ammunition_cost=3,
    battle_die=10,
    attack_range=6,
    indirect_fire=True,
    column=1,
    row=5,
)
LANCERS = blue("Lancer troop", strength=5, supplies=5, battle_die=8, attack_range=2, column=6, row=6)
CALLED = CallIn("scout-section", "lancer-troop", "gun-battery")

LAST_MAN = red("Last section", strength=1, supplies=1)
COLUMN = blue("Column", strength=6, supplies=2, ammunition_cost=2)


def call_in_refused(
    slug: str, title: str, refused: str, story: str, guns: Unit = GUNS, lancers: Unit = LANCERS
) -> Example[Battle]:
    """The example of an attack that cannot be called in."""
    refusing = battle(SCOUTS, guns, lancers)
    return Example(f"call-in-{slug}", title, "call-in", refusing, CALLED, (), refused=refused, story=story)
