"""What happened before is not asked: whom a ship attacked this round, who is Hunted."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply, undo
from rules.correction import BY
from rules.play import play
from rules.x_wing import GAME
from rules.x_wing.attack import resolve
from rules.x_wing.samples import LASERS, attack, battle, green, on_red, red
from rules.x_wing.sheet import Phase
from rules.x_wing.ship import Status
from rules.x_wing.upgrade import Upgrade
from rules.x_wing.weapon_kinds import CANNONS
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, after, declare, usual, with_ids
from tests.rules.x_wing.test_xw_payers import TUBES

OTHER = replace(PLAIN, key="other", name="Other", weapons=())
STRIKER = with_ids(BARE, "thunderstrike")
KALLUS = with_ids(BARE, "agentkallus")


def bonus(sheet, target="howlrunner", **answers):
    asked = GAME.procedure("bonus").questions(sheet, {"actor": "wedge", "target": target} | answers)
    found = next(question for question in asked if question.name == "attacker_abilities")
    return [row.leads_to.partition(":")[0] for row in found.offered], found.usual


def after_attack(*ships, **more):
    declared = Declared(battle(*ships), attack(**more))
    return apply(declared.battle, play(resolve, declared, (red("BBB"), green("EE"))).outcome.changes)


def test_a_bonus_attack_on_another_ship_than_before_rerolls_a_die_without_a_question():
    now = after_attack(STRIKER, PLAIN, OTHER)
    assert now.ship("wedge").attacked_ships == {"howlrunner"}
    assert bonus(now, "howlrunner") == ([], ())
    assert bonus(now, "other") == (["reroll 1 die (attack dice)"], ("Thunderstrike",))


def test_before_its_attack_it_has_attacked_nobody():
    assert bonus(battle(STRIKER, PLAIN)) == (["reroll 1 die (attack dice)"], ("Thunderstrike",))


def test_where_only_a_hand_says_that_it_attacked_it_is_asked():
    sheet = battle(replace(STRIKER, attacked=True), PLAIN)
    assert bonus(sheet) == (["if it has not attacked the defender this round"], ())


def test_both_attacks_of_a_round_are_kept_until_it_ends():
    now = after_attack(STRIKER, PLAIN, OTHER)
    again = Declared(now, attack(target="other", bonus=True))
    now = apply(now, play(resolve, again, (red("BBB"), green("EE"))).outcome.changes)
    assert now.ship("wedge").attacked_ships == {"howlrunner", "other"}
    ending = Declared(replace(now, phase=Phase.END), GAME.procedure("advance").declare({}))
    ended = play(GAME.procedure("advance").resolve, ending, ()).outcome
    assert apply(ending.battle, ended.changes).ship("wedge").attacked_ships == frozenset()


def test_whom_a_ship_without_such_a_card_attacked_is_not_kept():
    assert after_attack(BARE, PLAIN).ship("wedge").attacked_ships == frozenset()


def test_it_is_taken_back_with_the_attack():
    declared = declare(STRIKER, PLAIN)
    changes = play(resolve, declared, (red("BBB"), green("EE"))).outcome.changes
    assert apply(apply(declared.battle, changes), undo(changes)) == declared.battle


def kallus(*ships, target="howlrunner"):
    asked = GAME.procedure("attack").questions(battle(*ships), {"actor": "wedge", "target": target})
    found = next(question for question in asked if question.name == "attacker_abilities")
    return [row.leads_to.partition(":")[0] for row in found.offered]


def test_who_is_hunted_is_asked_once_and_kept_then():
    assert kallus(KALLUS, PLAIN, OTHER) == ["if the defender is Hunted"]
    declared = declare(KALLUS, PLAIN, OTHER, by_attacker=["Agent Kallus"])
    changed = after(declared, red("BBB"), green("EE"))
    assert changed["howlrunner", "hunted"] is True
    now = apply(declared.battle, play(resolve, declared, (red("BBB"), green("EE"))).outcome.changes)
    found = (now.ship("wedge"), *now.ships[1:])
    assert kallus(replace(found[0], engaged=False), *found[1:]) == ["change 1 focus to hit (attack dice)"]
    assert kallus(replace(found[0], engaged=False), *found[1:], target="other") == []
    assert usual("attacker", KALLUS, replace(PLAIN, hunted=True)) == ("Agent Kallus",)


def test_an_attack_without_the_card_says_nothing_of_who_is_hunted():
    assert ("howlrunner", "hunted") not in after(declare(KALLUS, PLAIN), red("FBB"), green("EE"))
    used = on_red("Agent Kallus: change 1 focus to hit")
    marked = declare(KALLUS, replace(PLAIN, hunted=True), by_attacker=["Agent Kallus"])
    assert ("howlrunner", "hunted") not in after(marked, red("FBB"), *used, green("EE"))


@pytest.mark.parametrize("status", [Status.DESTROYED, Status.REMOVED])
def test_with_the_hunted_ship_destroyed_another_is(status):
    gone = replace(OTHER, hunted=True, status=status, destroyed_by=BY)
    assert kallus(KALLUS, PLAIN, gone) == ["if the defender is Hunted"]
    assert kallus(KALLUS, PLAIN, replace(gone, status=Status.ACTIVE, destroyed_by="")) == []


def test_who_is_hunted_can_be_set_right_by_hand_where_somebody_hunts():
    def labels(*ships):
        return {
            question.label
            for question in GAME.procedure("correction").questions(battle(*ships), {"actor": "howlrunner"})
        }

    assert "Is Hunted" in labels(KALLUS, PLAIN)
    assert "Is Hunted" in labels(BARE, replace(PLAIN, hunted=True))
    assert "Is Hunted" not in labels(BARE, PLAIN)


def test_the_cannon_attack_of_major_vynder_comes_after_another_and_with_a_cannon():
    def vynder(xws, *, attacked):
        barrel = replace(TUBES, cost=0)
        ship = replace(BARE, pilot="majorvynder-ssl", weapons=(LASERS, barrel), attacked=attacked)
        card = Upgrade("barrel", "Tubes", xws)
        return bonus(battle(replace(ship, upgrades=(card,)), PLAIN, FRIEND), weapon="tubes")[0]

    (one, *_) = sorted(CANNONS)
    assert vynder(one, attacked=True) == ["if it is the cannon attack that the card grants"]
    assert vynder(one, attacked=False) == []
    assert vynder("protontorpedoes", attacked=True) == []
