"""Worked examples: known cases, most by their numbers in the tests, each a whole battle that can be resolved."""

from __future__ import annotations

from dataclasses import replace

from rules.correction import Correction
from rules.examples import Example
from rules.starting import Start
from rules.table import Dice, Pick
from rules.x_wing.abilities import Ability
from rules.x_wing.cards import Title
from rules.x_wing.engaging import Engagement
from rules.x_wing.examples_of_dice import EXAMPLES_OF_DICE
from rules.x_wing.examples_of_weapons import EXAMPLES_OF_WEAPONS
from rules.x_wing.gaining import Gain, Gains
from rules.x_wing.leaving import Leaving
from rules.x_wing.mending import Harm, Mending
from rules.x_wing.mission import Mission
from rules.x_wing.phases import GoOn, ToEngagement
from rules.x_wing.samples import (
    ACADEMY,
    AUTOBLASTERS,
    HOWLRUNNER,
    LASERS,
    TOUGH,
    WEDGE,
    attack,
    battle,
    card,
    green,
    red,
    with_cards,
)
from rules.x_wing.set_tokens import Tokens
from rules.x_wing.sheet import Phase, Ruleset, Settings
from rules.x_wing.ship import Status

EXAMPLES = (
    *EXAMPLES_OF_DICE,
    *EXAMPLES_OF_WEAPONS,
    Example(
        "Q02",
        "A lower initiative never engages",
        "advance",
        battle(replace(WEDGE, engaged=True), HOWLRUNNER, replace(ACADEMY, unseen=3, status=Status.DESTROYED)),
        GoOn(),
        (),
        headline="No other ship engages: the End Phase. Academy Pilot removed.",
        expected=(("academy", "status", Status.REMOVED), ("howlrunner", "engaged", True)),
        story="All ships of initiative 5 have engaged: the destroyed Academy Pilot leaves before its turn comes.",
    ),
    Example(
        "engage",
        "A ship engages without an attack",
        "engage",
        with_cards(battle(decks=True), "wedge", Title.DISABLED_POWER_REGULATOR),
        Engagement("wedge"),
        (),
        headline="Wedge Antilles engages and does not attack.",
        expected=(("wedge", "engaged", True), ("wedge", "ion", 1)),
        story="The Disabled Power Regulator gives it an ion token before.",
    ),
    Example(
        "Q13",
        "Bases that touch, in 2.0",
        "attack",
        battle(),
        attack(distance=0),
        (),
        refused="In 2.0 a ship cannot attack at range 0.",
        story="Whatever the range inside the arc is: a ship cannot attack a ship that it touches.",
    ),
    Example(
        "D13",
        "Range 0 in 2.5",
        "attack",
        battle(
            replace(WEDGE, focus=1, cost=6),
            replace(TOUGH, cost=5),
            settings=Settings(Ruleset.SECOND),
        ),
        attack(distance=0, attacker_abilities=(Ability("ability", attack_dice=1),)),
        (red("HFB"), green("BB")),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("wedge", "focus", 1),),
        story="Three printed dice; no ability adds one, and the attacker cannot modify them.",
    ),
    Example(
        "bonus",
        "A bonus attack",
        "bonus",
        battle(replace(WEDGE, engaged=True, attacked=True), TOUGH),
        attack(bonus=True),
        (red("BBB"), green("BB")),
        headline="Wedge Antilles misses Howlrunner.",
        expected=(("wedge", "bonus_attacked", True),),
        story="On top of the attack that it made: one a round.",
    ),
    Example(
        "outside",
        "Out of the arc",
        "attack",
        battle(replace(WEDGE, weapons=(LASERS, AUTOBLASTERS))),
        attack(AUTOBLASTERS.key),
        (),
        refused="Autoblasters fires in the bullseye arc. The target is in the front arc.",
        story="The weapon's arc is the attack arc.",
    ),
    Example(
        "Q14",
        "A jammed ship takes a focus",
        "tokens",
        battle(WEDGE, replace(HOWLRUNNER, jam=1)),
        Tokens("howlrunner", focus=1, jam=1),
        (),
        headline="Howlrunner: focus gained and jammed, jam 0.",
        expected=(("howlrunner", "focus", 0), ("howlrunner", "jam", 0)),
        story="The focus token is gained and removed, and the jam token with it.",
    ),
    Example(
        "gains",
        "Tokens and a lock before the Engagement Phase",
        "gains",
        battle(WEDGE, replace(HOWLRUNNER, jam=1), phase=Phase.ACTIVATION, initiative=None),
        Gains((Gain("wedge", ("focus", "stress"), "howlrunner"), Gain("howlrunner", ("evade",)))),
        (),
        headline="Antilles and Howlrunner: tokens gained.",
        expected=(("wedge", "focus", 1), ("wedge", "lock", "howlrunner"), ("howlrunner", "jam", 0)),
        story="Each ship gains what its own form of tokens would give it: the jam token eats the evade token.",
    ),
    Example(
        "H10",
        "Hull Breach and Direct Hit!",
        "damage",
        battle(WEDGE, TOUGH, decks=True, phase=Phase.ACTIVATION, initiative=None),
        Harm("howlrunner", 1, 2),
        (card(Title.HULL_BREACH), card(Title.DIRECT_HIT), card(Title.CONSOLE_FIRE)),
        headline="Howlrunner suffers 1 hit and 2 crit damage.",
        expected=(("howlrunner", "unseen", 1), ("howlrunner", "status", Status.ACTIVE)),
        story="The hit of Direct Hit! is a crit because of the Hull Breach: two cards up, two down.",
    ),
    Example(
        "repair",
        "A repair",
        "card",
        with_cards(battle(WEDGE, TOUGH, decks=True), "howlrunner", Title.WEAPONS_FAILURE),
        Mending("howlrunner", "imperials-card-13"),
        (),
        headline="Howlrunner: Weapons Failure is turned facedown.",
        expected=(("imperials-card-13", "faceup", False),),
        story="A faceup card that is repaired is turned facedown and still counts.",
    ),
    Example(
        "correction",
        "A shield that was forgotten",
        "correction",
        battle(replace(WEDGE, shields=1)),
        Correction("wedge", (("shields", 2),)),
        (),
        headline="Wedge Antilles is corrected by hand.",
        expected=(("wedge", "shields", 2),),
        story="The players set the ship right.",
    ),
    Example(
        "fled",
        "A ship that leaves the board",
        "leave",
        battle(replace(WEDGE, lock="howlrunner"), replace(HOWLRUNNER, focus=1), phase=Phase.ACTIVATION),
        Leaving("howlrunner"),
        (),
        headline="Howlrunner has fled: it left the board.",
        expected=(
            ("howlrunner", "status", Status.REMOVED),
            ("howlrunner", "focus", 0),
            ("wedge", "lock", None),
            ("rebels", "score", 40),
        ),
        story="It flees: it is removed with its tokens and the locks on it, and scored like a destroyed one.",
    ),
    Example(
        "start",
        "The lower total chooses",
        "start",
        battle(started=False),
        Start(),
        (Pick("first player", "rebels"),),
        headline="The battle starts: Rebels is the first player.",
        expected=(("battle", "first", "rebels"), ("battle", "phase", Phase.PLANNING)),
        story="40 points against 55: the Imperials choose.",
    ),
    Example(
        "mission",
        "Points of a scenario",
        "mission",
        battle(replace(WEDGE, cost=20), replace(HOWLRUNNER, cost=20), settings=Settings(Ruleset.SECOND)),
        Mission(),
        (Pick("who scored", "imperials"), Pick("points scored", 3)),
        headline="Imperials scores 3 in the scenario.",
        expected=(("imperials", "score", 3),),
        story="In 2.5 scenarios give points at once.",
    ),
    Example(
        "draw-order",
        "A random first player",
        "engagement",
        battle(
            replace(WEDGE, cost=6),
            replace(HOWLRUNNER, cost=5),
            settings=Settings(Ruleset.SECOND),
            phase=Phase.PLANNING,
            initiative=None,
        ),
        ToEngagement(),
        (Dice("first player", (("2 Imperials",),)),),
        headline="Round 1: the Engagement Phase. Initiative 5 engages.",
        expected=(("battle", "first", "imperials"), ("battle", "initiative", 5)),
        story="In 2.5 the player order is drawn after the dials are set.",
    ),
)
