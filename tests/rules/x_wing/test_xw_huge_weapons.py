"""Weapons of huge ships: the bonus attacks that their cards grant, what they cost, and what they do besides."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.game import Illegal
from rules.play import play
from rules.records import from_json, to_json
from rules.table import Pick
from rules.x_wing import GAME
from rules.x_wing.attack import resolve
from rules.x_wing.building import special_weapon
from rules.x_wing.declaration import check, why_not_bonus
from rules.x_wing.dice import Results
from rules.x_wing.hands import hands_of
from rules.x_wing.odds import chances
from rules.x_wing.outlook import outlook
from rules.x_wing.phases import GoOn, go_on
from rules.x_wing.samples import LASERS, TOUGH, WEDGE, attack, battle, green, red
from rules.x_wing.sheet import Battle, Phase, Ruleset, Settings
from rules.x_wing.ship import Arc, Size
from rules.x_wing.ship_rows import Header, UpgradeRow, UpgradeWeapon

HUGE = replace(WEDGE, size=Size.HUGE, most_energy=6, energy=6, lock=None)
BATTERY = attack("battery", bonus=True)


def weapon(xws, dice=3, nearest=1, **header):
    told = Header(bonus_only=True, **header) if header else None
    row = UpgradeRow(xws, xws.title(), weapon=UpgradeWeapon(Arc.FRONT, dice, nearest, 3, header=told))
    return special_weapon("battery", row)


def armed(xws, defender=TOUGH, **more):
    return battle(replace(HUGE, weapons=(LASERS, replace(weapon(xws), **more))), defender)


def after(sheet, *replies, declared=BATTERY):
    """The battle after an attack, or a sentence with what it asks."""
    played = play(resolve, Declared(sheet, declared), replies)
    return apply(sheet, played.outcome.changes) if hasattr(played, "outcome") else played.ask.label


def battery(sheet):
    return next(one for one in sheet.ship("wedge").weapons if one.key == "battery")


MISSED = (red("BB"), green("BB"))


@pytest.mark.parametrize(
    ("xws", "grants", "free"),
    [("pointdefensebattery", 4, 0), ("tractortentacles", 5, 1), ("protoncannonbattery", 2, 1), ("drillbeak", 1, 0)],
)
def test_a_card_grants_its_bonus_attacks_and_the_first_may_cost_nothing(xws, grants, free):
    sheet = armed(xws, dice=2)
    assert not battery(sheet).more
    for number in range(grants):
        assert not why_not_bonus(sheet, sheet.ship("wedge"))
        sheet = after(sheet, red("BB"), green("BB"))
        assert sheet.ship("wedge").energy == 6 - max(0, number + 1 - free)
    assert not sheet.ship("wedge").bonus_attacked
    with pytest.raises(Illegal, match=f"has made its {grants} bonus attacks? this round"):
        check(sheet, BATTERY)
    check(sheet, replace(BATTERY, allowed=True))


def test_the_bonus_attack_that_an_ability_grants_is_another_one():
    sheet = after(armed("pointdefensebattery", dice=2), red("BBB"), green("BB"), declared=attack(bonus=True))
    ship = sheet.ship("wedge")
    assert ship.bonus_attacked
    assert not why_not_bonus(sheet, ship)
    with pytest.raises(Illegal, match="has made its bonus attack this round"):
        check(sheet, attack(bonus=True))
    used = after(sheet, *MISSED)
    assert battery(used).fired == 1
    spent = replace(battery(sheet), fired=4)
    assert "has made its bonus attack" in why_not_bonus(sheet, replace(ship, weapons=(LASERS, spent)))


def test_the_checklist_tells_how_many_are_left():
    outcome = play(resolve, Declared(armed("pointdefensebattery", dice=2), BATTERY), MISSED).outcome
    (line,) = (line for line in outcome.checklist if line.startswith("Attacker's bonus attack"))
    assert "left of its own: Pointdefensebattery 3" in line
    assert not any("more than the app knows" in line for line in outcome.checklist)


def test_they_come_back_when_the_round_ends():
    sheet = replace(armed("tractortentacles", fired=3), phase=Phase.END)
    ended = go_on(Declared(sheet, GoOn()), None)
    assert battery(apply(sheet, ended.changes)).fired == 0


def test_what_is_left_stands_where_the_weapon_is_chosen():
    sheet = armed("tractortentacles", fired=3)
    asked = GAME.procedure("bonus").questions(sheet, {"actor": "wedge", "target": "howlrunner"})
    (weapons,) = (question for question in asked if question.name == "weapon")
    assert (
        "costs 1 energy, 2 of 5 bonus attacks left"
        in {option.value: option.leads_to for option in weapons.options}["battery"]
    )


@pytest.mark.parametrize(("lock", "usual"), [(None, "yes"), ("friend", "no")])
def test_a_targeting_battery_asks_for_a_lock_after_the_attack_hit_or_not(lock, usual):
    friend = replace(TOUGH, key="friend", name="Mauler", weapons=())
    sheet = armed("targetingbattery")
    sheet = replace(sheet, ships=(replace(sheet.ships[0], lock=lock), *sheet.ships[1:], friend))
    missed = (red("BBB"), green("BB"))
    waiting = play(resolve, Declared(sheet, BATTERY), missed)
    assert (waiting.ask.label, waiting.ask.options[0]) == ("after the attack: lock", usual)
    assert after(sheet, *missed, Pick("after the attack: lock", "yes")).ship("wedge").lock == "howlrunner"
    assert after(sheet, *missed, Pick("after the attack: lock", "no")).ship("wedge").lock == lock


def test_it_asks_for_no_lock_that_there_is_or_cannot_be():
    missed = (red("BBB"), green("BB"))
    sheet = armed("targetingbattery")
    locked = replace(sheet, ships=(replace(sheet.ships[0], lock="howlrunner"), *sheet.ships[1:]))
    done = play(resolve, Declared(locked, BATTERY), (red("BBB"), Pick("2b modify", "done"), green("BB")))
    assert done.outcome.headline == "Wedge Antilles misses Howlrunner."
    jammed = replace(sheet, ships=(replace(sheet.ships[0], jam=1), *sheet.ships[1:]))
    ship = after(jammed, *missed, Pick("after the attack: lock", "yes")).ship("wedge")
    assert (ship.lock, ship.jam) == (None, 0)
    gone = replace(sheet, phase=Phase.ACTIVATION, ships=(sheet.ships[0], replace(TOUGH, hull=1)))
    assert after(gone, red("HHH"), green("BB")).ship("wedge").lock is None


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_drill_beak_makes_crits_of_hits_at_range_0(ruleset):
    sheet = replace(armed("drillbeak", nearest=0, farthest=1), settings=Settings(ruleset))
    close = replace(BATTERY, range=0)
    assert hands_of(sheet, close, battery(sheet)).sharpened
    outcome = play(resolve, Declared(sheet, close), (red("HHB"), green("BB"))).outcome
    assert (outcome.hits, outcome.crits) == (0, 2)
    farther = play(resolve, Declared(sheet, replace(close, range=1)), (red("HHBB"), green("BB"))).outcome
    assert (farther.hits, farther.crits) == (2, 0)


def test_odds_of_a_drill_beak_are_of_crits():
    sheet = armed("drillbeak", nearest=0, farthest=1)
    close = replace(BATTERY, range=0)
    hands = hands_of(sheet, close, battery(sheet))
    assert {left.hits for left in chances(hands)} == {0}
    assert hands.tame(Results(2, 1)) == Results(0, 3)
    assert outlook(Declared(replace(sheet, ships=(sheet.ships[0], replace(TOUGH, hull=3))), close)).main.chance


def test_a_sheet_keeps_what_was_fired():
    sheet = armed("tractortentacles", fired=2)
    assert from_json(Battle, to_json(sheet)) == sheet
