"""Ships, battles, attacks and replies for the worked examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.table import Dice, Pick, Reply
from rules.x_wing.cards import Card, Title, new_deck
from rules.x_wing.declaration import Attack
from rules.x_wing.score import score
from rules.x_wing.sheet import Battle, Squad
from rules.x_wing.ship import Arc, Effect, Needs, Ship, Weapon
from rules.x_wing.upgrade import named

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
    upgrades=named("wedge", ("R4 Astromech",)),
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
