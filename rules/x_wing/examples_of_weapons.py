"""Worked examples of what special weapons do besides damage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.examples import Example
from rules.table import Dice, Pick
from rules.x_wing.cards import Title
from rules.x_wing.means import SALVO, SEEK, SHELL
from rules.x_wing.samples import (
    ACADEMY,
    LASERS,
    TORPEDOES,
    TOUGH,
    WEDGE,
    attack,
    battle,
    card,
    green,
    on_green,
    on_red,
    red,
    reroll,
    with_cards,
)
from rules.x_wing.ship import Arc, Effect, Needs, Ship, Size, Weapon

LOCKING = replace(WEDGE, lock="howlrunner")
FRIENDLY_LASERS = replace(LASERS, key="friend-lasers")
FRIEND = replace(ACADEMY, key="friend", name="Biggs Darklighter", squad="rebels", weapons=(FRIENDLY_LASERS,))


MISSILES = replace(TORPEDOES, key="wedge-special", dice=3, nearest=1, charges=3, most_charges=3)


def special(name: str, effect: Effect, **more: Any) -> Weapon:
    """A missile with three dice that needs a lock, unless it is said otherwise."""
    return replace(MISSILES, name=name, effect=effect, **more)


def armed(ship: Ship, weapon: Weapon) -> Ship:
    """The ship with a weapon besides its lasers."""
    return replace(ship, weapons=(LASERS, weapon))


MAG_PULSE = special("Mag-Pulse Warheads", Effect.MAG_PULSE)
AUTOBLASTERS = special("Autoblasters", Effect.AUTOBLASTERS, dice=2, needs=Needs.NOTHING, cost=0, ordnance=False)
CLUSTER = special("Cluster Missiles", Effect.CLUSTER)
HOMING_TORPEDOES = special("Homing Torpedoes", Effect.HOMING_CRIT)
BARRAGE = special("Barrage Rockets", Effect.BARRAGE, needs=Needs.FOCUS)
CONCUSSION = special("Concussion Missiles", Effect.CONCUSSION)
BORON = special("Diamond-Boron Missiles", Effect.BORON)
SEEKER = special("Seeker Missiles", Effect.SEEKER)
SHELLS = special("Energy-Shell Charges", Effect.SHELLS, needs=Needs.CALCULATE)
PODS = special("Multi-Missile Pods", Effect.PODS, dice=2, arc=Arc.FULL_FRONT, needs=Needs.CALCULATE_OR_LOCK)
SATURATION = special("Saturation Rockets", Effect.SATURATION, arc=Arc.FULL_FRONT, needs=Needs.NOTHING, cost=2)
BATTERY = special(
    "Targeting Battery", Effect.TARGETING, needs=Needs.NOTHING, cost=0, energy_cost=1, bonus_only=True, grants=1
)
DRILL = replace(BATTERY, name="Drill Beak", effect=Effect.DRILL, nearest=0, farthest=1)
UNKNOWN = special("Ink Missiles", Effect.NONE, needs=Needs.NOTHING, more=True)
BARGE = replace(WEDGE, size=Size.HUGE, most_energy=3, energy=3)
TRACERS = special("XX-23 S-Thread Tracers", Effect.TRACERS, needs=Needs.ANY)

EXAMPLES_OF_WEAPONS = (
    Example(
        "mag-pulse",
        "Mag-Pulse Warheads",
        "attack",
        battle(armed(LOCKING, MAG_PULSE), replace(TOUGH, focus=1, evade=1), decks=True),
        attack("wedge-special"),
        (
            red("HHC"),
            *on_red("done"),
            green("BB"),
            *on_green("done"),
            card(Title.CONSOLE_FIRE),
            Pick("jam removes", "evade"),
        ),
        headline="Wedge Antilles hits Howlrunner: a damage card, a deplete token and a jam token.",
        expected=(("howlrunner", "deplete", 1), ("howlrunner", "evade", 0), ("howlrunner", "focus", 1)),
        story="Three results are left: one crit damage, a deplete and a jam token, whatever their number.",
    ),
    Example(
        "autoblasters",
        "Autoblasters from behind",
        "attack",
        battle(armed(WEDGE, AUTOBLASTERS), TOUGH, decks=True),
        attack("wedge-special", outside_front=True),
        (red("HC"), green("EE"), card(Title.CONSOLE_FIRE)),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("howlrunner", "unseen", 0),),
        story="Two evades: one cancels the hit, the other cannot cancel the crit.",
    ),
    Example(
        "cluster",
        "Cluster Missiles go on to another ship",
        "bonus",
        battle(
            armed(replace(LOCKING, attacked=True), replace(CLUSTER, charges=2, fired_at="howlrunner")), TOUGH, ACADEMY
        ),
        attack("wedge-special", target="academy", bonus=True),
        (red("HBB"), green("EBB")),
        headline="Wedge Antilles misses Academy Pilot.",
        expected=(("wedge-special", "charges", 1), ("wedge", "bonus_attacked", True)),
        story="The bonus attack costs a charge and needs no lock on the second ship.",
    ),
    Example(
        "cluster-same",
        "Cluster Missiles on the same ship again",
        "bonus",
        battle(armed(replace(WEDGE, attacked=True), replace(CLUSTER, charges=2, fired_at="howlrunner")), TOUGH),
        attack("wedge-special", bonus=True),
        (),
        refused="Cluster Missiles needs a lock on the target.",
        story="Without the lock only another ship can be attacked.",
    ),
    Example(
        "homing-torpedoes",
        "Homing Torpedoes: a crit instead of dice",
        "attack",
        battle(armed(LOCKING, HOMING_TORPEDOES), TOUGH, decks=True),
        attack("wedge-special"),
        (Pick("1c homing", "suffer 1 crit damage"), card(Title.DAMAGED_ENGINE)),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("howlrunner", "unseen", 0), ("wedge-special", "charges", 2)),
        story="The defender suffers one crit damage, and no dice are rolled.",
    ),
    Example(
        "barrage",
        "Barrage Rockets in the bullseye",
        "attack",
        battle(armed(replace(WEDGE, focus=1), BARRAGE), TOUGH),
        attack("wedge-special", arc=Arc.BULLSEYE),
        (red("FBB"), *on_red(SALVO), *reroll("2b", "2 blank", "HH"), *on_red("focus"), green("EE")),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("wedge-special", "charges", 0), ("wedge", "focus", 0)),
        story="One charge for the attack, and one for each of the two blanks that are rerolled.",
    ),
    Example(
        "concussion",
        "Concussion Missiles expose damage cards",
        "attack",
        with_cards(
            battle(armed(LOCKING, CONCUSSION), replace(TOUGH, unseen=1), replace(ACADEMY, hull=4), decks=True),
            "academy",
            Title.DIRECT_HIT,
            up=False,
        ),
        attack("wedge-special"),
        (
            red("HBB"),
            *on_red("done"),
            green("BB"),
            Pick("after the hit: range 0-1", "yes"),
            card(Title.WEAPONS_FAILURE),
            Pick("after the hit: range 0-1", "yes"),
            Dice("facedown card", (("1 Direct Hit!",),)),
        ),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("howlrunner", "unseen", 1), ("imperials-card-13", "faceup", True), ("academy", "unseen", 1)),
        story="One of the defender's cards is turned faceup; the Direct Hit! of its wingman brings another card.",
    ),
    Example(
        "boron",
        "Diamond-Boron Missiles",
        "attack",
        battle(armed(LOCKING, BORON), TOUGH, replace(ACADEMY, agility=2), replace(FRIEND, agility=3)),
        attack("wedge-special"),
        (
            red("HBB"),
            *on_red("done"),
            green("BB"),
            Pick("after the hit: a charge", "yes"),
            Pick("after the hit: range 0-1", "no"),
            Pick("after the hit: range 0-1", "yes"),
            Dice("after the hit: attack die", (("focus",),)),
            Pick("after the hit: range 0-1", "yes"),
            Dice("after the hit: attack die", (("hit",),)),
        ),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("wedge-special", "charges", 1), ("academy", "unseen", 1)),
        story="A second charge harms the ships around the defender that are no more agile.",
    ),
    Example(
        "seeker",
        "Seeker Missiles",
        "attack",
        battle(armed(LOCKING, SEEKER), TOUGH),
        attack("wedge-special"),
        (red("FFF"), *on_red(SEEK, SEEK, "done"), green("EB")),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("wedge-special", "charges", 0), ("wedge", "lock", "howlrunner")),
        story="Two charges more turn two focus results into hits.",
    ),
    Example(
        "shells",
        "Energy-Shell Charges",
        "attack",
        battle(armed(replace(WEDGE, calculate=1), SHELLS), TOUGH, decks=True),
        attack("wedge-special"),
        (red("FBB"), *on_red(SHELL), green("BB"), card(Title.DAMAGED_ENGINE)),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("wedge", "calculate", 0), ("wedge-special", "charges", 2)),
        story="The calculate token that was needed is spent for a crit.",
    ),
    Example(
        "pods",
        "Multi-Missile Pods in the bullseye",
        "attack",
        battle(armed(LOCKING, PODS), TOUGH),
        attack("wedge-special", arc=Arc.BULLSEYE, more_dice=2),
        (red("HHBB"), *on_red("done"), green("BB")),
        headline="Wedge Antilles hits Howlrunner: 2 damage cards.",
        expected=(("wedge-special", "charges", 0),),
        story="One charge for the attack, and two for two dice more.",
    ),
    Example(
        "saturation",
        "Saturation Rockets go on to another ship",
        "bonus",
        battle(
            armed(replace(WEDGE, attacked=True), replace(SATURATION, charges=2, fired_at="howlrunner")), TOUGH, ACADEMY
        ),
        attack("wedge-special", target="academy", bonus=True, more_dice=1),
        (red("HBBB"), green("BBB")),
        headline="Wedge Antilles hits Academy Pilot: a damage card.",
        expected=(("wedge-special", "charges", 0),),
        story="The bonus attack costs one charge instead of two, and the die more another one.",
    ),
    Example(
        "tracers",
        "XX-23 S-Thread Tracers",
        "attack",
        battle(armed(replace(WEDGE, focus=1), TRACERS), TOUGH, FRIEND),
        attack("wedge-special"),
        (red("HHH"), green("BB"), Pick("after the hit: lock", "yes"), Pick("after the hit: lock", "no")),
        headline="Wedge Antilles hits Howlrunner: nothing.",
        expected=(("wedge", "lock", "howlrunner"), ("howlrunner", "unseen", 0)),
        story="A hit does no damage: each friendly ship near enough may lock the defender.",
    ),
    Example(
        "targeting-battery",
        "A Targeting Battery",
        "bonus",
        battle(armed(BARGE, BATTERY), TOUGH),
        attack("wedge-special", bonus=True),
        (red("BBB"), green("BB"), Pick("after the attack: lock", "yes")),
        headline="Wedge Antilles misses Howlrunner.",
        expected=(("wedge", "energy", 2), ("wedge", "lock", "howlrunner"), ("wedge-special", "fired", 1)),
        story="After the attack the attacker may lock the defender, hit or not.",
    ),
    Example(
        "drill-beak",
        "A Drill Beak at range 0",
        "bonus",
        battle(armed(BARGE, DRILL), TOUGH, decks=True),
        attack("wedge-special", 0, bonus=True),
        (red("HBB"), green("BB"), card(Title.CONSOLE_FIRE)),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("howlrunner", "unseen", 0),),
        story="At range 0 each hit becomes a crit: the card is faceup.",
    ),
    Example(
        "unknown-weapon",
        "A weapon that does more than the app knows",
        "attack",
        battle(armed(WEDGE, UNKNOWN), TOUGH),
        attack("wedge-special", by_card=True),
        (red("HBB"), green("BB"), Pick("4 by the card", "1 ion token"), Pick("4 by the card", "nothing more")),
        headline="Wedge Antilles hits Howlrunner: a damage card and an ion token.",
        expected=(("howlrunner", "ion", 1),),
        story="What its card does besides is asked once the results are known.",
    ),
)
