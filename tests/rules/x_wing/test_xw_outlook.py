"""The figures on the page before the dice, held against the whole attack with every roll counted."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.distributions import at_least, mapped, mean
from rules.odds import odds
from rules.outlooks import WORTH_A_BAR
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Obstruction
from rules.x_wing.dice import Results
from rules.x_wing.inflicting import inflicted
from rules.x_wing.outlook import BY_CARD, outlook
from rules.x_wing.samples import HOWLRUNNER, WEDGE, attack, battle, with_cards
from rules.x_wing.sheet import Plasma, Ruleset, Settings
from rules.x_wing.ship import Effect, Status, Weapon

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


def suffered(effect, ended):
    return inflicted(effect, Results(ended.hits, ended.crits)).damage.total


@pytest.mark.parametrize("ship", SHIPS.values(), ids=SHIPS)
@pytest.mark.parametrize("plasma", Plasma)
@pytest.mark.parametrize("effect", Effect)
def test_the_outlook_tells_what_the_whole_attack_does(effect, plasma, ship):
    weapon = Weapon("weapon", "weapon", dice=2, special=True, charges=1, most_charges=1, effect=effect)
    ships = replace(WEDGE, weapons=(weapon,), focus=1), ship
    sheet = battle(*ships, decks=True, settings=Settings(plasma=plasma))
    declared = Declared(with_few_cards(sheet), attack("weapon"))
    ended = odds(resolve, declared)
    told = outlook(declared)
    assert sum(row.chance * (0 if row.label == "misses" else int(row.label)) for row in told.table) == mean(
        ended, results
    )
    damage = at_least(mapped(ended, lambda end: suffered(effect, end)))
    steps = [step for loss in told.losses for step in loss.steps]
    assert all(step.chance == told.main.chance for step in steps if step.label == BY_CARD)
    for step in (step for step in steps if step.label != BY_CARD):
        number = int(step.label.removesuffix("+"))
        assert step.chance == damage[number]
        assert not step.destroys or all(end.destroyed for end in ended if suffered(effect, end) >= number)
    destroyed = mean(ended, lambda end: len(end.destroyed))
    assert told.main.chance == destroyed if told.main.verb == "destroys" else not destroyed


def test_the_kill_line_counts_shields_and_the_hull_that_is_left():
    shielded = replace(HOWLRUNNER, agility=0, hull=2, most_shields=1, shields=1, unseen=1)
    (told,) = outlook(Declared(battle(WEDGE, shielded), attack())).losses
    assert (told.verb, told.what, told.end) == ("take", "damage", "destroyed")
    assert [(step.label, step.destroys) for step in told.steps] == [("1+", False), ("2+", True), ("3+", True)]


def test_where_only_the_text_of_a_card_destroys_its_bar_stands_behind_the_kill_line():
    weapon = Weapon("weapon", "weapon", dice=2)
    sturdy = replace(HOWLRUNNER, hull=3, agility=1)
    told = outlook(Declared(battle(replace(WEDGE, weapons=(weapon,)), sturdy, decks=True), attack("weapon")))
    (lost,) = told.losses
    assert [(step.label, step.destroys) for step in lost.steps] == [("1+", False), ("2+", False), ("by a card", True)]
    assert lost.steps[-1].chance == told.main.chance > 0
    agile = replace(sturdy, agility=3)
    told = outlook(Declared(battle(replace(WEDGE, weapons=(weapon,)), agile, decks=True), attack("weapon")))
    assert 0 < told.main.chance < WORTH_A_BAR
    assert not any(step.destroys for step in told.losses[0].steps)
    frail = replace(sturdy, hull=2)
    told = outlook(Declared(battle(replace(WEDGE, weapons=(weapon,)), frail, decks=True), attack("weapon")))
    assert [(step.label, step.destroys) for step in told.losses[0].steps] == [("1+", False), ("2+", True)]


def test_a_ship_that_is_destroyed_already_is_only_hit():
    falling = replace(HOWLRUNNER, status=Status.DESTROYED)
    told = outlook(Declared(battle(WEDGE, falling), attack()))
    assert told.main.verb == "hits"
    assert not any(step.destroys for loss in told.losses for step in loss.steps)


def best_and_worth(attacker, weapon="wedge-lasers", **more):
    told = outlook(Declared(battle(attacker, replace(HOWLRUNNER, agility=2)), attack(weapon, **more)))
    return [part for part in told.line.split(", ") if part.endswith("in the best")], told.more


def test_proton_torpedoes_have_a_best_play_and_tokens_have_a_worth_for_them():
    locked = replace(WEDGE, lock="howlrunner", calculate=1)
    plain = replace(locked, weapons=(replace(locked.weapons[1], effect=Effect.NONE),))
    told = best_and_worth(locked, "wedge-torpedoes")
    assert told == best_and_worth(plain, "wedge-torpedoes")
    assert told[0] == ["2.71 in the best"]
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
