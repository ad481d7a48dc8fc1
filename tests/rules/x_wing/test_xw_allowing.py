"""Cards that let a ship attack while it is disarmed, with which weapons and dice, or ships of its own side."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.game import Illegal
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.attack_questions import questions, targets
from rules.x_wing.declaration import why_not_attack, why_not_bonus
from rules.x_wing.hands import hands_of
from rules.x_wing.known.scene import Scene
from rules.x_wing.samples import LASERS, TORPEDOES, TOUGH, WEDGE, attack, battle, green, red
from rules.x_wing.ship import Weapon
from rules.x_wing.upgrade import Upgrade

CANNON = Weapon("wedge-cannon", "Ion Cannon", dice=3, special=True)
ROCKETS = Weapon("wedge-rockets", "Proton Rockets", dice=5, special=True, ordnance=True)
CARRIED = (
    Upgrade("carried-1", "Proton Torpedoes", "protontorpedoes"),
    Upgrade("carried-2", "Ion Cannon", "ioncannon"),
    Upgrade("carried-3", "Proton Rockets", "protonrockets"),
)
DISARMED = "Wedge Antilles is disarmed."


def ship(card="", disarm=1, pilot="", **more):
    upgrades = (*CARRIED, Upgrade("card", "Card", card)) if card else CARRIED
    weapons = LASERS, TORPEDOES, CANNON, ROCKETS
    return replace(WEDGE, upgrades=upgrades, weapons=weapons, disarm=disarm, pilot=pilot, **more)


def fires(attacker, **more):
    """The weapons that can be chosen, of those that are asked for."""
    sheet = battle(attacker, TOUGH)
    asked = {q.name: q for q in questions(sheet, {"actor": "wedge", "target": "howlrunner", **more})}
    return {option.value.removeprefix("wedge-") for option in asked["weapon"].options if not option.refused}


OS_1, XG_1 = "os1arsenalloadout", "xg1assaultconfiguration"
TYCHO = "tychocelchu-battleoverendor"


@pytest.mark.parametrize(
    "attacker",
    [
        ship(),
        ship("hullupgrade"),
        ship(OS_1, disarm=2),
        ship(XG_1, disarm=2),
        replace(ship(XG_1), weapons=(LASERS, TORPEDOES)),
    ],
    ids=["no card", "another card", "two tokens", "two tokens of the other", "no such weapon"],
)
def test_without_such_a_card_its_weapon_or_with_more_tokens_than_it_allows_nothing_fires(attacker):
    sheet = battle(attacker, TOUGH)
    assert why_not_attack(sheet, attacker) == why_not_bonus(sheet, attacker) == DISARMED


@pytest.mark.parametrize(
    ("attacker", "weapons"),
    [
        (ship(OS_1, lock="howlrunner"), {"torpedoes", "rockets"}),
        (ship(OS_1, lock="howlrunner", disarm=0), {"lasers", "torpedoes", "cannon", "rockets"}),
        (ship(XG_1, lock="howlrunner"), {"cannon"}),
        (ship(pilot=TYCHO, disarm=2), {"rockets"}),
    ],
)
def test_the_weapons_that_the_card_names_fire(attacker, weapons):
    assert why_not_attack(battle(attacker, TOUGH), attacker) == ""
    assert fires(attacker) == weapons


def test_the_loadout_needs_the_lock_for_every_weapon():
    unlocked = ship(OS_1)
    assert (
        targets(battle(unlocked, TOUGH), "wedge")["howlrunner"]
        == "No weapon of Wedge Antilles can attack Howlrunner now."
    )
    with pytest.raises(Illegal, match=DISARMED):
        play(resolve, Declared(battle(unlocked, TOUGH), attack("wedge-rockets")), ())


def test_another_weapon_is_refused_until_a_card_allows_it():
    sheet = battle(ship(XG_1), TOUGH)
    with pytest.raises(Illegal, match=DISARMED):
        play(resolve, Declared(sheet, attack()), ())
    waiting = play(resolve, Declared(sheet, attack(allowed=True)), ())
    assert f"a card allows it: {DISARMED}" in [step.value for step in waiting.trace]


def red_dice(attacker, weapon, **more):
    sheet = battle(attacker, TOUGH)
    return hands_of(sheet, attack(weapon.key, **more), weapon).attack.dice


def test_so_many_dice_are_rolled_at_most():
    assert red_dice(ship(XG_1, disarm=0), CANNON, distance=1) == 4
    assert red_dice(ship(XG_1), CANNON, distance=1) == 3
    assert red_dice(ship(pilot=TYCHO, disarm=0), ROCKETS) == 5
    assert red_dice(ship(pilot=TYCHO), ROCKETS) == 4
    assert red_dice(ship(pilot=TYCHO, deplete=1), ROCKETS) == 4


@pytest.mark.parametrize(("disarm", "spendable"), [(0, True), (1, False)])
def test_the_lock_is_not_spent_by_the_loadout(disarm, spendable):
    sheet = battle(ship(OS_1, disarm, lock="howlrunner"), TOUGH)
    assert hands_of(sheet, attack("wedge-torpedoes"), TORPEDOES).attack.means.lock is spendable


FRIEND = replace(TOUGH, key="biggs", name="Biggs Darklighter", squad="rebels", weapons=())
ON_FRIEND = replace(attack(), target="biggs")


@pytest.mark.parametrize("card", ["r5tk", "generalgrievouscommand"])
def test_a_ship_of_the_own_side_is_attacked_only_with_a_card_for_it(card):
    plain, allowed = battle(ship(disarm=0), TOUGH, FRIEND), battle(ship(card, disarm=0), TOUGH, FRIEND)
    assert targets(plain, "wedge")["biggs"] == "Biggs Darklighter is on the same side."
    assert targets(allowed, "wedge") == {"howlrunner": "", "biggs": ""}
    with pytest.raises(Illegal, match="is on the same side"):
        play(resolve, Declared(plain, ON_FRIEND), ())
    with pytest.raises(Illegal, match="is on the same side"):
        play(resolve, Declared(allowed, replace(ON_FRIEND, target="wedge")), ())
    outcome = play(resolve, Declared(allowed, ON_FRIEND), (red("HHB"), green("BB"))).outcome
    assert (outcome.hits, outcome.cards) == (2, 2)


def test_a_card_of_a_friend_that_defends_sees_the_attacker_as_its_enemy():
    luke = replace(FRIEND, key="luke", name="Luke")
    sheet = battle(ship("r5tk", disarm=0), TOUGH, luke)
    scene = Scene(sheet, replace(attack(), target="luke"), LASERS, sheet.ship("wedge"), luke, luke, attacking=False)
    assert (scene.foe.key, scene.friend.key) == ("wedge", "luke")
    assert replace(scene, owner=sheet.ship("wedge"), attacking=True).foe.key == "luke"


def test_a_card_that_was_typed_by_its_name_lets_its_ship_attack_friends_too():
    typed = replace(WEDGE, upgrades=(Upgrade("worn", "R5-TK"),))
    assert targets(battle(typed, TOUGH, FRIEND), "wedge") == {"howlrunner": "", "biggs": ""}
