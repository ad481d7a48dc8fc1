"""The figures on the page before the dice, held against the whole attack with every roll counted."""

from dataclasses import replace

import pytest

from rules.game import Declared
from rules.odds import expected, odds, percent
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.examples import HOWLRUNNER, WEDGE, attack, battle
from rules.x_wing.outlook import number, outlook
from rules.x_wing.sheet import Plasma, Settings
from rules.x_wing.ship import Effect, Weapon

CARDS = (Title.DIRECT_HIT, Title.HULL_BREACH, Title.CONSOLE_FIRE)

SHIPS = {
    "a shield and one hull": replace(HOWLRUNNER, hull=1, most_shields=1, shields=1, agility=0),
    "one hull": replace(HOWLRUNNER, hull=1, agility=1, evade=1),
    "two hull": replace(HOWLRUNNER, hull=2, agility=0, reinforce_fore=1),
}


def with_few_cards(sheet):
    """One card of each title that matters, so that every draw can be counted."""
    squads = []
    for squad in sheet.squads:
        one_each = {card.title: card for card in squad.deck if card.title in CARDS}
        squads.append(replace(squad, deck=tuple(one_each.values())))
    return replace(sheet, squads=tuple(squads))


def results(ended):
    return ended.hits + ended.crits


@pytest.mark.parametrize("ship", SHIPS.values(), ids=SHIPS)
@pytest.mark.parametrize("plasma", Plasma)
@pytest.mark.parametrize("effect", Effect)
def test_the_outlook_tells_what_the_whole_attack_does(effect, plasma, ship):
    weapon = Weapon("weapon", "weapon", dice=2, special=True, effect=effect)
    ships = replace(WEDGE, weapons=(weapon,), focus=1), ship
    sheet = battle(*ships, decks=True, settings=Settings(plasma=plasma))
    declared = Declared(with_few_cards(sheet), attack("weapon"))
    ended = odds(resolve, declared)
    told = outlook(declared).line.split(", ")
    assert number(expected(ended, results)) in told[0]
    assert told[-1] == f"destroyed {percent(expected(ended, lambda end: len(end.destroyed)))}"
