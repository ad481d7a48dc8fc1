"""Worked examples: the test vectors, each a whole battle that can be resolved."""

from __future__ import annotations

from rules.examples import Example
from rules.gods_gloom.examples.parts import attack, battle, extra, fell
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.sheet import Battle, Kind

EXTRA_BLUE_ONE = extra("defender", (6,), (1,))

VECTORS: tuple[Example[Battle], ...] = (
    Example(
        "v01",
        "A melee with wounds on one side",
        "attack",
        battle((4, 2), (2, 3), 5, 5),
        attack(),
        fell(((6, 4, 3, 1), (5, 2)), ((3, 2), (4, 4, 1))),
        headline="Reavers against Wardens: 1 wound, 0 back; won by Reavers; Wardens: 1 Morale less.",
        expected=(
            ("wardens", "current_health", 4),
            ("reavers", "current_health", 5),
            ("wardens", "morale_tokens", 2),
            ("reavers", "morale_tokens", 3),
        ),
        story="Three Hits against two Blocks: one wound. The Wardens' only Hit is blocked. More wounds inflicted wins.",
    ),
    Example(
        "v02",
        "Nothing falls: the defender wins",
        "attack",
        battle((3, 2), (2, 2)),
        attack(),
        fell(((2, 2, 1), (1, 2)), ((1, 2), (2, 2))),
        headline="Reavers against Wardens: no wound, 0 back; won by Wardens; Reavers: 1 Morale less.",
        expected=(
            ("wardens", "current_health", 3),
            ("reavers", "current_health", 3),
            ("reavers", "morale_tokens", 2),
            ("wardens", "morale_tokens", 3),
        ),
        story=(
            "No success on either side. A tie is the defender's, so that the attack costs its own unit a Morale token."
        ),
    ),
    Example(
        "v04",
        "A critical of the attacker",
        "attack",
        battle((3, 1), (1, 1), 4, 3),
        attack(),
        (*fell(((6, 6, 2), (2,)), ((1,), (5,))), extra("attacker", (4,))),
        expected=(("wardens", "current_health", 1), ("wardens", "weak", True), ("reavers", "current_health", 4)),
        story="Two 6s on red give one red die more, a Hit: three Hits against one Block. One health left is Decimated.",
    ),
    Example(
        "v05",
        "A critical that misses",
        "attack",
        battle((3, 1), (1, 1), 4, 3),
        attack(),
        (*fell(((6, 6, 2), (2,)), ((1,), (5,))), extra("attacker", (2,))),
        expected=(("wardens", "current_health", 2), ("wardens", "weak", False)),
        story="The same dice, but the extra die fails: two Hits against one Block, one wound.",
    ),
    Example(
        "v07",
        "Both units destroyed at once",
        "attack",
        battle((3, 0), (2, 2), 2, 3),
        attack(),
        (*fell(((5, 4, 3), ()), ((6, 6), (1, 1))), EXTRA_BLUE_ONE),
        headline="Reavers against Wardens: 3 wounds, 3 back; Wardens Destroyed; Reavers Destroyed; nobody wins.",
        expected=(
            ("wardens", "status", "destroyed"),
            ("reavers", "status", "destroyed"),
            ("reavers", "morale_tokens", 3),
            ("wardens", "morale_tokens", 3),
        ),
        story=(
            "Both criticals of the defender come: a red die and a blue one more. The extra blue 1 fails and makes "
            "no further critical. Wounds go on both units before either is checked, so that both fall."
        ),
    ),
    Example(
        "v08",
        "A ranged attack",
        "attack",
        battle((3, 2), (2, 2), 4, 4),
        attack(Kind.RANGED),
        fell(((5, 4, 2), (6, 6)), ((), (3, 2))),
        headline="Reavers at range against Wardens: 1 wound.",
        expected=(
            ("wardens", "current_health", 3),
            ("reavers", "current_health", 4),
            ("reavers", "shot", True),
            ("wardens", "morale_tokens", 3),
        ),
        story="The defender rolls only its blue dice. The attacker's Blocks have nothing to block.",
    ),
    Example(
        "v10",
        "Auto-successes in a ranged attack",
        "attack",
        battle((2, 1), (0, 1), 2, 3),
        attack(
            Kind.RANGED,
            modifiers=(Modifier("Sure Aim", hits=1),),
            target_modifiers=(Modifier("Spikes", hits=2), Modifier("Shieldwall", blocks=1)),
        ),
        fell(((5, 5), (1,)), ((), (2,))),
        expected=(("wardens", "current_health", 1), ("wardens", "weak", True), ("reavers", "current_health", 2)),
        story=(
            "Three Hits against one Auto-Block. The defender's Auto-Hits are void: only melee text wounds an attacker."
        ),
    ),
    Example(
        "v11",
        "Auto-Hits alone",
        "attack",
        battle((2, 0), (0, 1), 3, 2),
        attack(modifiers=(Modifier("Sure Aim", hits=2),)),
        fell(((1, 2), ()), ((), (1,))),
        expected=(("wardens", "status", "destroyed"), ("wardens", "current_health", 0)),
        story="The dice fail, the two Auto-Hits do not.",
    ),
    Example(
        "v13",
        "Destroyed and Decimated",
        "attack",
        battle((4, 1), (2, 0)),
        attack(),
        fell(((6, 5, 4, 4), (1,)), ((5, 4), ())),
        headline="Reavers against Wardens: 4 wounds, 2 back; Wardens Destroyed; Reavers Decimated; won by Reavers.",
        expected=(
            ("wardens", "status", "destroyed"),
            ("reavers", "current_health", 1),
            ("reavers", "weak", True),
            ("reavers", "morale_tokens", 3),
        ),
        story="The only unit that survives wins, though it is left with one health and a Weak token.",
    ),
    Example(
        "v14",
        "The smallest simultaneous deaths",
        "attack",
        battle((1, 0), (1, 0), 1, 1),
        attack(),
        fell(((4,), ()), ((5,), ())),
        expected=(("wardens", "status", "destroyed"), ("reavers", "status", "destroyed")),
        story="One Hit each, one health each: both are destroyed, and nobody wins.",
    ),
    Example(
        "v16",
        "Three 6s are one critical",
        "attack",
        battle((3, 0), (0, 2), 4, 4),
        attack(Kind.RANGED),
        (*fell(((6, 6, 6), ()), ((), (1, 1))), extra("attacker", (6,)), extra("defender", (), (6,))),
        expected=(("wardens", "current_health", 1), ("wardens", "weak", True)),
        story=(
            "Each colour gives one extra die, whatever the count, and the extra 6 gives none: four Hits against "
            "one Block."
        ),
    ),
    Example(
        "v17",
        "An attack without red dice",
        "attack",
        battle((0, 1), (2, 0)),
        attack(),
        fell(((), (4,)), ((5, 3), ())),
        expected=(("wardens", "current_health", 3), ("reavers", "current_health", 2), ("reavers", "morale_tokens", 2)),
        story="Two Hits back against one Block: the attacker is wounded, loses the melee and a Morale token.",
    ),
    Example(
        "v19",
        "Direct Wounds",
        "attack",
        battle((2, 1), (1, 1), 4, 4),
        attack(modifiers=(Modifier("Direct Wounds", wounds=2),)),
        fell(((5, 2), (4,)), ((4,), (5,))),
        expected=(
            ("wardens", "current_health", 2),
            ("reavers", "current_health", 4),
            ("wardens", "morale_tokens", 2),
        ),
        story="The Hit is blocked; the two Direct Wounds cannot be.",
    ),
    Example(
        "v20",
        "Wounds on both sides",
        "attack",
        battle((2, 1), (1, 1)),
        attack(),
        fell(((5, 3), (1,)), ((3,), (1,))),
        expected=(
            ("wardens", "current_health", 1),
            ("wardens", "weak", True),
            ("reavers", "current_health", 2),
            ("wardens", "morale_tokens", 2),
        ),
        story="Two wounds against one: the attacker wins, and the Decimated loser pays its Morale token.",
    ),
    Example(
        "v22",
        "A pool built from a Boost, a formation and a Charge",
        "attack",
        battle((2, 0), (1, 1), attacker={"boost": True, "traits": "Charge Bonus"}, horde={"seals": 1}),
        attack(
            boost=True,
            modifiers=(
                Modifier("Charge", red=1),
                Modifier("Charge Bonus", red=1),
                Modifier("Advance", red=1, seals=1),
            ),
        ),
        fell(((5, 3, 2, 2, 1, 1), (2,)), ((2,), (4,))),
        expected=(
            ("reavers", "boost", False),
            ("horde", "seals", 0),
            ("horde", "charged", True),
            ("horde", "momentum", 2),
            ("wardens", "current_health", 2),
        ),
        story="2 red and no blue, and with Boost, Advance, Charge and Charge Bonus 6 red and 1 blue.",
    ),
    Example(
        "v23",
        "Weak leaves a ranged defender without dice",
        "attack",
        battle((2, 0), (2, 1), defender={"weak": True}),
        attack(Kind.RANGED, target_modifiers=(Modifier("Shieldwall", blocks=1),)),
        fell(((4, 4), ())),
        expected=(("wardens", "current_health", 2), ("wardens", "weak", False)),
        story=(
            "Of the Guard only the blue die counts, and Weak takes it. The Auto-Block is all that is left, and "
            "Weak is spent."
        ),
    ),
    Example(
        "v25",
        "A loser without Morale",
        "attack",
        battle((2, 0), (0, 1), 3, 3, defender={"morale_tokens": 0}),
        attack(),
        fell(((4, 2), ()), ((), (2,))),
        expected=(
            ("wardens", "current_health", 1),
            ("wardens", "weak", True),
            ("wardens", "morale_tokens", 0),
        ),
        story=(
            "One wound leaves 2 health. The loser has no Morale token to lose and suffers a wound instead: Decimated."
        ),
    ),
    Example(
        "v26",
        "One die, two chances in three",
        "attack",
        battle((1, 0), (0, 0), 3, 3),
        attack(),
        fell(((3,), ())),
        expected=(("wardens", "current_health", 2),),
        story="A single red die against no dice wounds on a 3 or more: exactly two rolls in three.",
    ),
)
