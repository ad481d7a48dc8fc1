"""The figures on the page before the dice, held against the whole attack with every roll counted."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.distributions import mean
from rules.odds import odds, percent
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Obstruction
from rules.x_wing.outlook import number, outlook
from rules.x_wing.samples import HOWLRUNNER, WEDGE, attack, battle, with_cards
from rules.x_wing.sheet import Plasma, Ruleset, Settings
from rules.x_wing.ship import Effect, Weapon

CARDS = (Title.DIRECT_HIT, Title.HULL_BREACH, Title.CONSOLE_FIRE)

SHIPS = {
    "a shield and one hull": replace(HOWLRUNNER, hull=1, most_shields=1, shields=1, agility=0),
    "one hull": replace(HOWLRUNNER, hull=1, agility=1, evade=1),
    "two hull": replace(HOWLRUNNER, hull=2, agility=0, reinforce_fore=1),
    "a card that lies facedown": replace(HOWLRUNNER, hull=3, agility=0, unseen=1),
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
    weapon = Weapon("weapon", "weapon", dice=2, special=True, charges=1, most_charges=1, effect=effect)
    ships = replace(WEDGE, weapons=(weapon,), focus=1), ship
    sheet = battle(*ships, decks=True, settings=Settings(plasma=plasma))
    declared = Declared(with_few_cards(sheet), attack("weapon"))
    ended = odds(resolve, declared)
    told = outlook(declared).line.split(", ")
    assert number(mean(ended, results)) in told[0]
    assert told[-1] == f"destroyed {percent(mean(ended, lambda end: len(end.destroyed)))}"


def best_and_worth(attacker, weapon="wedge-lasers", **more):
    told = outlook(Declared(battle(attacker, replace(HOWLRUNNER, agility=2)), attack(weapon, **more)))
    return [part for part in told.line.split(", ") if part.startswith("in best play")], told.more


def test_proton_torpedoes_have_a_best_play_and_tokens_have_a_worth_for_them():
    locked = replace(WEDGE, lock="howlrunner", calculate=1)
    plain = replace(locked, weapons=(replace(locked.weapons[1], effect=Effect.NONE),))
    told = best_and_worth(locked, "wedge-torpedoes")
    assert told == best_and_worth(plain, "wedge-torpedoes")
    assert told[0] == ["in best play 2.71"]
    assert any("with a focus token of the defender" in line for line in told[1])


def test_a_gas_cloud_hides_no_best_play():
    locked = replace(WEDGE, lock="howlrunner", calculate=1)
    clear, clouded = best_and_worth(locked), best_and_worth(locked, obstruction=Obstruction.GAS_CLOUD)
    assert clouded[0] > []
    assert clouded[0] < clear[0]
    assert any("with an evade token of the defender" in line for line in clouded[1])


def attackers_worth(sheet, **more):
    return [
        line.split(" with ")[1] for line in outlook(Declared(sheet, attack(**more))).more if "of the attacker" in line
    ]


def test_tokens_that_the_attacker_could_not_spend_are_worth_nothing():
    touching = battle(replace(WEDGE, cost=6), replace(HOWLRUNNER, cost=5), settings=Settings(Ruleset.SECOND))
    assert attackers_worth(touching, distance=0) == []
    blinded = with_cards(battle(decks=True), "wedge", Title.BLINDED_PILOT)
    assert attackers_worth(blinded) == ["a Force charge of the attacker"]
