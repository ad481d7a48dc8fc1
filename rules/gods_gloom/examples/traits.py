"""Worked examples of traits that act after the dice, and of formations."""

from __future__ import annotations

from rules.examples import Example
from rules.gods_gloom.examples.parts import attack, battle, fell
from rules.gods_gloom.modifiers import OUTDONE, OVERLOADED, Modifier
from rules.gods_gloom.sheet import Battle, Kind

WOUND = fell(((5,), ()))
BERSERK = Modifier("Berserk", hits=1, own_wounds=1)
OVERLOAD = Modifier("Overload", red=1, seals=1, own_wounds=1)

AFTERWARDS: tuple[Example[Battle], ...] = (
    Example(
        "berserk",
        "Berserk costs its own unit a wound",
        "attack",
        battle((1, 0), (0, 0), 2, 4, attacker={"traits": "Berserk"}),
        attack(modifiers=(BERSERK,)),
        WOUND,
        headline=(
            "Reavers against Wardens: 2 wounds, 0 back; won by Reavers; Wardens: 1 Morale less; "
            "Reavers: 1 wound (Berserk); "
            "Reavers Decimated."
        ),
        expected=(("wardens", "current_health", 2), ("reavers", "current_health", 1), ("reavers", "weak", True)),
        story="A Hit and an Auto-Hit. When the action ends, Berserk wounds its own unit, and that is checked too.",
    ),
    Example(
        "berserk-to-death",
        "Destroyed by its own rage",
        "attack",
        battle((1, 0), (0, 0), 1, 1, attacker={"traits": "Berserk"}),
        attack(modifiers=(BERSERK,)),
        WOUND,
        expected=(
            ("wardens", "status", "destroyed"),
            ("reavers", "status", "destroyed"),
            ("reavers", "destroyed_by", "Berserk"),
            ("horde", "momentum", 2),
            ("host", "momentum", 0),
        ),
        story="The attacker has won before it falls: the Momentum is its army's, and nobody has destroyed it.",
    ),
    Example(
        "demoralizing",
        "A wound that takes Morale",
        "attack",
        battle((1, 0), (0, 0), 3, 4, attacker={"traits": "Demoralizing[2]"}),
        attack(),
        WOUND,
        headline=(
            "Reavers against Wardens: 1 wound, 0 back; Wardens: 2 Morale less (Demoralizing); won by Reavers; "
            "Wardens: 1 Morale less."
        ),
        expected=(("wardens", "morale_tokens", 0), ("wardens", "current_health", 3)),
        story="A wound inflicted takes two Morale tokens, and the melee that is lost takes the third.",
    ),
    Example(
        "demoralizing-without-morale",
        "No Morale left to take",
        "attack",
        battle((1, 0), (0, 0), 3, 3, attacker={"traits": "Demoralizing[1]"}, defender={"morale_tokens": 0}),
        attack(Kind.RANGED),
        WOUND,
        expected=(("wardens", "current_health", 1), ("wardens", "weak", True)),
        story="A unit without Morale suffers a wound instead, before it is checked: Decimated.",
    ),
    Example(
        "brittle-bones",
        "Brittle Bones",
        "attack",
        battle((1, 0), (0, 0), 3, 4, defender={"effects": frozenset({"Brittle Bones"}), "morale_tokens": 0}),
        attack(),
        WOUND,
        expected=(("wardens", "status", "destroyed"), ("wardens", "destroyed_by", "Reavers")),
        story="Each time it is wounded, one wound more: two by the Hit, and two for the melee lost without Morale.",
    ),
    Example(
        "bloodlust",
        "Bloodlust",
        "attack",
        battle((1, 0), (0, 0), 3, 4, attacker={"traits": "Bloodlust"}),
        attack(),
        WOUND,
        expected=(("reavers", "boost", True),),
        story="An attacker with Bloodlust that has inflicted a wound gains a Boost at the end of the action.",
    ),
    Example(
        "death-curse",
        "The curse of the dead",
        "attack",
        battle((1, 0), (0, 0), 3, 1, defender={"traits": "Death Curse"}),
        attack(),
        WOUND,
        headline=(
            "Reavers against Wardens: 1 wound, 0 back; Wardens Destroyed; won by Reavers; "
            "Reavers: 1 wound and Weak (Death Curse)."
        ),
        expected=(("reavers", "current_health", 2), ("reavers", "weak", True)),
        story="Who destroys it in a melee suffers a wound and gains Weak.",
    ),
    Example(
        "karmic-retribution",
        "Karmic Retribution",
        "attack",
        battle((3, 0), (0, 0), 3, 2),
        attack(target_modifiers=(Modifier("Karmic Retribution"),)),
        fell(((5, 5, 5), ())),
        expected=(
            ("wardens", "status", "destroyed"),
            ("reavers", "current_health", 1),
            ("reavers", "weak", True),
            ("reavers", "status", "active"),
        ),
        story="Three wounds on a unit with two health come back as two: what is beyond its health does not count.",
    ),
    Example(
        "overload",
        "Overload, once a game",
        "attack",
        battle((1, 0), (0, 0), 3, 4, attacker={"traits": "Overload[1]"}, horde={"seals": 1}),
        attack(Kind.RANGED, modifiers=(OVERLOAD,)),
        fell(((5, 5), ())),
        expected=(
            ("wardens", "current_health", 2),
            ("reavers", "current_health", 2),
            ("reavers", "effects", frozenset({OVERLOADED})),
            ("horde", "seals", 0),
        ),
        story="A red die more for a Seal, and a wound on itself when the attack is over. The card remembers it.",
    ),
    Example(
        "overload-again",
        "A second Overload",
        "attack",
        battle(
            (1, 0), (0, 0), attacker={"traits": "Overload[1]", "effects": frozenset({OVERLOADED})}, horde={"seals": 1}
        ),
        attack(Kind.RANGED, modifiers=(OVERLOAD,)),
        (),
        refused="The Overload of Reavers is used up for this game.",
        story="Once a game means once a game.",
    ),
    Example(
        "formations",
        "Advance, and what Harass takes",
        "attack",
        battle((1, 0), (0, 0), 3, 4, horde={"seals": 1}, host={"seals": 1}),
        attack(
            modifiers=(Modifier(OUTDONE, seals=1),),
            target_modifiers=(Modifier("Harass", morale=1, seals=1),),
        ),
        fell(((1,), ())),
        expected=(
            ("reavers", "morale_tokens", 1),
            ("host", "momentum", 2),
            ("horde", "seals", 0),
            ("host", "seals", 0),
        ),
        story=(
            "Both sides have paid for a formation, and the defender's wins: the attacker loses a Morale token before "
            "the dice, and another for the melee. Winning a contested formation earns Momentum."
        ),
    ),
    Example(
        "counter-charge",
        "A Counter-Charge is a Charge",
        "attack",
        battle(
            (1, 0),
            (0, 1),
            3,
            4,
            attacker={"traits": "Charge Breaker"},
            defender={"traits": "Counter-Charge, Charge Bonus", "offence_red": 2, "offence_blue": 0},
            host={"seals": 1},
        ),
        attack(
            modifiers=(Modifier("Charge", red=1), Modifier("Charge Breaker", red=1)),
            target_modifiers=(
                Modifier("Counter-Charge", red=3, blue=-1, seals=1),
                Modifier("Charge Bonus", red=1),
            ),
        ),
        fell(((5, 5, 1), ()), ((5, 1, 1, 1), ())),
        expected=(("wardens", "current_health", 2), ("reavers", "current_health", 2), ("host", "seals", 0)),
        story=(
            "The unit that is charged rolls its Offence and a Charge of its own, with its Charge Bonus; the Charge "
            "Breaker of the attacker counts against it."
        ),
    ),
)
