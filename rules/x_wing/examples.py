"""Worked examples: the dossier's vectors and a few more, each a whole battle that can be resolved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.game import Example
from rules.table import Dice, Pick, Reply
from rules.x_wing.abilities import Ability
from rules.x_wing.cards import Card, Title, new_deck
from rules.x_wing.correct import Correction
from rules.x_wing.declaration import Attack, Facing
from rules.x_wing.engaging import Engagement
from rules.x_wing.gaining import Tokens
from rules.x_wing.leaving import Leaving
from rules.x_wing.mending import Harm, Mending
from rules.x_wing.mission import Mission
from rules.x_wing.phases import GoOn, ToEngagement
from rules.x_wing.score import score
from rules.x_wing.sheet import Battle, Phase, Ruleset, Settings, Squad
from rules.x_wing.ship import Arc, Effect, Needs, Ship, Status, Weapon
from rules.x_wing.start import Start

FACES = {"H": "hit", "C": "crit", "F": "focus", "B": "blank", "E": "evade"}

LASERS = Weapon("wedge-lasers", "laser cannons")
TORPEDOES = Weapon(
    "wedge-torpedoes",
    "Proton Torpedoes",
    dice=4,
    nearest=2,
    special=True,
    ordnance=True,
    needs=Needs.LOCK,
    cost=1,
    charges=2,
    most_charges=2,
    effect=Effect.HIT_TO_CRIT,
)
ION_CANNON = Weapon("wedge-ion", "Ion Cannon", special=True, effect=Effect.ION)
PLASMA = replace(TORPEDOES, key="wedge-plasma", name="Plasma Torpedoes", dice=3, effect=Effect.PLASMA)
JAMMING = Weapon("wedge-jam", "Jamming Beam", farthest=2, special=True, effect=Effect.JAM)
AUTOBLASTERS = Weapon("wedge-autoblasters", "Autoblasters", arc=Arc.BULLSEYE, special=True)
HOMING = replace(TORPEDOES, key="wedge-homing", name="Homing Missiles", effect=Effect.HOMING)

WEDGE = Ship(
    "wedge",
    "Wedge Antilles",
    "rebels",
    "T-65 X-wing",
    initiative=5,
    hull=4,
    most_shields=2,
    shields=2,
    cost=55,
    weapons=(LASERS, TORPEDOES),
    upgrades=("R4 Astromech",),
)
HOWLRUNNER = Ship(
    "howlrunner",
    "Howlrunner",
    "imperials",
    "TIE/ln Fighter",
    initiative=5,
    agility=3,
    cost=40,
    weapons=(Weapon("howlrunner-lasers", "laser cannons", dice=2),),
)
ACADEMY = replace(
    HOWLRUNNER,
    key="academy",
    name="Academy Pilot",
    initiative=1,
    cost=23,
    weapons=(Weapon("academy-lasers", "laser cannons", dice=2),),
)


def battle(
    attacker: Ship = WEDGE, defender: Ship = HOWLRUNNER, *others: Ship, decks: bool = False, **more: Any
) -> Battle:
    """A battle of two squads in the Engagement Phase, with scores that fit; with damage decks where cards matter."""
    squads = (
        Squad("rebels", "Rebels", faction="rebelalliance", deck=new_deck("rebels") if decks else ()),
        Squad("imperials", "Imperials", faction="galacticempire", deck=new_deck("imperials") if decks else ()),
    )
    sheet = Battle(squads, (attacker, defender, *others), initiative=attacker.initiative, first="rebels")
    return scored(replace(sheet, **more))


def scored(sheet: Battle) -> Battle:
    """The battle with the scores that its ships make."""
    points = score(sheet)
    return replace(sheet, squads=tuple(replace(squad, score=points[squad.key]) for squad in sheet.squads))


def with_cards(sheet: Battle, ship: str, *titles: Title, up: bool = True) -> Battle:
    """The battle with some damage cards of these titles on a ship."""
    owner = sheet.ship(ship).squad
    wanted = list(titles)

    def dealt(card: Card) -> Card:
        if card.ship is None and card.title in wanted:
            wanted.remove(card.title)
            return replace(card, ship=ship, faceup=up)
        return card

    squads = tuple(
        replace(squad, deck=tuple(map(dealt, squad.deck))) if squad.key == owner else squad for squad in sheet.squads
    )
    return scored(replace(sheet, squads=squads))


def attack(weapon: str = "wedge-lasers", distance: int = 2, **more: Any) -> Attack:
    """An attack of Wedge on Howlrunner."""
    return replace(Attack("wedge", "howlrunner", weapon, distance), **more)


def faces(short: str) -> tuple[str, ...]:
    """Faces from their first letters."""
    return tuple(FACES[letter] for letter in short)


def red(short: str) -> Dice:
    """Attack dice as they fell."""
    return Dice("2a attack dice", (faces(short),))


def green(short: str) -> Dice:
    """Defence dice as they fell."""
    return Dice("3a defence dice", (faces(short),))


def on_red(*options: str) -> tuple[Reply, ...]:
    """What is applied to the attack dice."""
    return tuple(Pick("2b modify", option) for option in options)


def on_green(*options: str) -> tuple[Reply, ...]:
    """What is applied to the defence dice."""
    return tuple(Pick("3b modify", option) for option in options)


def reroll(step: str, which: str, short: str) -> tuple[Reply, ...]:
    """Dice picked for a reroll, and what they show then."""
    return Pick(f"{step} dice to reroll", which), Dice(f"{step} reroll", (faces(short),))


def card(title: Title) -> Dice:
    """A damage card as it was drawn."""
    return Dice("5 damage card", ((str(title),),))


LOCKED = replace(WEDGE, lock="howlrunner", focus=1)
TOUGH = replace(HOWLRUNNER, hull=6, agility=2)

EXAMPLES = (
    Example(
        "lock-and-focus",
        "A lock and a focus token",
        "attack",
        battle(LOCKED, replace(HOWLRUNNER, agility=2), decks=True),
        attack(distance=1),
        (
            red("HFBB"),
            *on_red("lock"),
            *reroll("2b", "2 blank", "CB"),
            *on_red("focus"),
            green("EB"),
            card(Title.CONSOLE_FIRE),
        ),
        headline="Wedge Antilles hits Howlrunner: 2 damage cards.",
        expected=(
            ("wedge", "lock", None),
            ("wedge", "focus", 0),
            ("howlrunner", "unseen", 1),
            ("imperials-card-9", "ship", "howlrunner"),
            ("rebels", "score", 20),
        ),
        story="The blank is rerolled into a crit, the focus result becomes a hit; one of the two hits is evaded.",
    ),
    Example(
        "Q08",
        "Proton Torpedoes that miss",
        "attack",
        battle(replace(WEDGE, lock="howlrunner"), replace(HOWLRUNNER, focus=1)),
        attack("wedge-torpedoes"),
        (red("HBBB"), *on_red("Proton Torpedoes: change 1 hit to crit", "done"), green("EFB"), *on_green("done")),
        headline="Wedge Antilles misses Howlrunner.",
        expected=(("wedge-torpedoes", "charges", 1), ("wedge", "lock", "howlrunner"), ("howlrunner", "focus", 1)),
        story="The charge is paid and gone; the lock is a requirement and stays, since it was not spent on a reroll.",
    ),
    Example(
        "Q09",
        "An Ion Cannon with three results left",
        "attack",
        battle(replace(WEDGE, weapons=(ION_CANNON,)), TOUGH),
        attack("wedge-ion"),
        (red("HHC"), green("BB")),
        headline="Wedge Antilles hits Howlrunner: a damage card and 2 ion tokens.",
        expected=(("howlrunner", "ion", 2), ("howlrunner", "unseen", 1)),
        story="One result is a hit damage, the other two are ion tokens.",
    ),
    Example(
        "Q16",
        "Plasma Torpedoes against a ship without shields",
        "attack",
        battle(replace(WEDGE, lock="howlrunner", weapons=(PLASMA,)), TOUGH),
        attack("wedge-plasma"),
        (red("CHB"), *on_red("done"), green("EB")),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("howlrunner", "unseen", 1), ("howlrunner", "shields", 0)),
        story="The evade cancels the crit first; there is no shield to lose, and losing one would not be damage.",
    ),
    Example(
        "homing",
        "Homing Missiles: damage instead of dice",
        "attack",
        battle(replace(WEDGE, lock="howlrunner", weapons=(HOMING,)), TOUGH),
        attack("wedge-homing"),
        (Pick("1c homing", "suffer 1 hit damage"),),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("howlrunner", "unseen", 1), ("wedge-homing", "charges", 1)),
        story="The defender takes one hit damage, and no dice are rolled.",
    ),
    Example(
        "jamming",
        "A Jamming Beam takes tokens",
        "attack",
        battle(replace(WEDGE, weapons=(JAMMING,)), replace(TOUGH, focus=1, evade=1)),
        attack("wedge-jam"),
        (red("HHB"), green("BB"), *on_green("done"), Pick("jam removes", "focus")),
        headline="Wedge Antilles hits Howlrunner: 2 jam tokens.",
        expected=(("howlrunner", "focus", 0), ("howlrunner", "evade", 0), ("howlrunner", "jam", 0)),
        story="Each result is a jam token; the attacker chooses what each of them removes.",
    ),
    Example(
        "abilities",
        "Typed abilities of both sides",
        "attack",
        battle(WEDGE, TOUGH),
        attack(
            attacker_abilities=(Ability("Wedge Antilles", defence_dice=-1), Ability("Predator", reroll_attack=1)),
            defender_abilities=(Ability("Brilliant Evasion", change_defence=1),),
        ),
        (
            red("HHB"),
            *on_red("Predator: reroll 1 die"),
            *reroll("2b", "1 blank", "F"),
            green("F"),
            *on_green("Brilliant Evasion: change 1 die to another face"),
            Pick("3b change", "focus to evade"),
        ),
        headline="Wedge Antilles hits Howlrunner: a damage card.",
        expected=(("howlrunner", "unseen", 1),),
        story="One defence die less, one attack die rerolled, and a focus result turned into an evade.",
    ),
    Example(
        "reinforced",
        "A reinforced ship",
        "attack",
        battle(WEDGE, replace(TOUGH, reinforce_fore=1), decks=True),
        attack(facing=Facing.FRONT),
        (red("HHC"), green("EB"), card(Title.FUEL_LEAK)),
        expected=(("howlrunner", "unseen", 0), ("howlrunner", "reinforce_fore", 1)),
        story="After the evade a hit and a crit are left; reinforce cancels the hit, and is not spent.",
    ),
    Example(
        "Q01",
        "Simultaneous fire",
        "attack",
        battle(WEDGE, replace(HOWLRUNNER, hull=1)),
        attack(),
        (red("HBB"), green("BBB")),
        headline="Wedge Antilles hits Howlrunner: a damage card, and Howlrunner is destroyed.",
        expected=(
            ("howlrunner", "status", Status.DESTROYED),
            ("howlrunner", "destroyed_by", "Wedge Antilles"),
            ("rebels", "score", 40),
        ),
        story="It has the same initiative: it stays, can still attack, and is removed when all of them have engaged.",
    ),
    Example(
        "Q01-fires-back",
        "A destroyed ship fires back",
        "attack",
        battle(replace(WEDGE, engaged=True), replace(HOWLRUNNER, unseen=3, status=Status.DESTROYED)),
        Attack("howlrunner", "wedge", "howlrunner-lasers", 1),
        (red("HHB"), green("BB")),
        headline="Howlrunner hits Wedge Antilles: 2 shields.",
        expected=(("wedge", "shields", 0), ("howlrunner", "engaged", True)),
        story="Destroyed by a ship of its own initiative, it engages all the same.",
    ),
    Example(
        "Q02",
        "A lower initiative never engages",
        "advance",
        battle(replace(WEDGE, engaged=True), HOWLRUNNER, replace(ACADEMY, unseen=3, status=Status.DESTROYED)),
        GoOn(),
        (),
        headline="All ships have engaged: the End Phase. Academy Pilot removed.",
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
