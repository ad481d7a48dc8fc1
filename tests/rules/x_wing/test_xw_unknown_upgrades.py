"""Upgrades that nothing is known of: they stay with their ship by name, and are there to look at in an attack."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.attack_questions import questions
from rules.x_wing.known import of_others
from rules.x_wing.known.cards import OF_PILOTS, OF_UPGRADES
from rules.x_wing.known.quiet import QUIET, QUIET_ABILITIES
from rules.x_wing.samples import ION_CANNON, TOUGH, WEDGE, attack, battle, green, red
from rules.x_wing.ship import Status
from rules.x_wing.starter import starter_data
from rules.x_wing.upgrade import Upgrade
from rules.x_wing.weapon_terms import TERMS
from rules.x_wing.xws import read
from rules.x_wing.xws import resolve as resolve_squad

PILOT = {"id": "wedgeantilles", "upgrades": {"talent": ["nobodyknows"], "torpedo": ["protontorpedoes"]}}


def wedge(pilot=PILOT):
    (ship,) = resolve_squad(read({"faction": "rebelalliance", "pilots": [pilot]}), starter_data(), "rebels").ships
    return ship


def test_an_upgrade_that_is_not_known_stays_with_its_ship_and_changes_nothing():
    known = wedge({**PILOT, "upgrades": {"torpedo": ["protontorpedoes"]}})
    ship = wedge()
    assert [worn.name for worn in ship.upgrades] == ["Proton Torpedoes", "nobodyknows"]
    assert [worn.name for worn in ship.other_upgrades] == ["nobodyknows"]
    assert (ship.cost, ship.weapons, ship.hull) == (known.cost, known.weapons, known.hull)


def test_a_long_id_is_cut_to_what_a_card_keeps():
    (worn,) = wedge({**PILOT, "upgrades": {"talent": ["x" * 120]}}).upgrades
    assert worn.name == "x" * 50


def test_it_is_named_before_the_dice_and_in_the_checklist_after_them():
    sheet = battle(wedge(), TOUGH)
    declared = attack(sheet.ships[0].weapons[0].key, actor=sheet.ships[0].key)
    asked = {
        question.name: question for question in questions(sheet, {"actor": declared.actor, "target": declared.target})
    }
    assert asked["attacker_abilities"].help.endswith("Wedge Antilles has nobodyknows.")
    assert " has " not in asked["defender_abilities"].help
    outcome = play(resolve, Declared(sheet, declared), [red("BBB"), green("BB")]).outcome
    assert "After you attack: look at Wedge Antilles, nobodyknows" in outcome.checklist
    assert outcome.also == ("Wedge Antilles: Proton Torpedoes",)


def looked_at(*worn, weapons=()):
    """What the players go through after an attack of a ship with these upgrades, and what they may look at besides."""
    sheet = battle(replace(WEDGE, upgrades=worn, weapons=(*WEDGE.weapons, *weapons)), TOUGH)
    outcome = play(resolve, Declared(sheet, attack()), [red("BBB"), green("BB")]).outcome
    (line,) = (line for line in outcome.checklist if line.startswith("After you attack"))
    return line.removeprefix("After you attack: look at Wedge Antilles").removeprefix(", "), outcome.also


@pytest.mark.parametrize(
    ("name", "xws", "open_to_all"),
    [
        ("Squad Leader", "squadleader", False),
        ("Crack Shot", "crackshot", False),
        ("Suppressive Gunner", "suppressivegunner", True),
        ("of a newer data set", "nobodyknowsit", True),
        ("typed by hand", "", True),
    ],
)
def test_only_what_may_matter_is_gone_through(name, xws, open_to_all):
    assert looked_at(Upgrade("worn", name, xws)) == ((name, ()) if open_to_all else ("", (f"Wedge Antilles: {name}",)))


@pytest.mark.parametrize(
    ("ability", "open_to_all"),
    [("Dead to Rights", True), ("Plated Hull", False), ("Full Throttle", False), ("New", True)],
)
def test_what_the_type_of_a_ship_can_do_is_gone_through_where_it_may_matter(ability, open_to_all):
    ship = replace(WEDGE, ability=ability, upgrades=())
    sheet = battle(ship, TOUGH)
    asked = {question.name: question for question in questions(sheet, {"actor": "wedge", "target": "howlrunner"})}
    assert asked["attacker_abilities"].help.endswith(f"Wedge Antilles has {ability}.")
    outcome = play(resolve, Declared(sheet, attack()), [red("BBB"), green("BB")]).outcome
    named = f"After you attack: look at Wedge Antilles, {ability}" in outcome.checklist
    assert (named, outcome.also) == (open_to_all, () if open_to_all else (f"Wedge Antilles: {ability}",))


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"pilot": "magvayarro"}, "Biggs"),
        ({"pilot": "idenversio-swz105"}, "Biggs"),
        ({"pilot": "padmeamidala"}, "Biggs"),
        ({"pilot": "fennrau-sheathipedeclassshuttle"}, "Biggs"),
        ({"pilot": "kyloren-tiewiwhispermodifiedinterceptor"}, "Biggs"),
        ({"pilot": "lowhhrick"}, "Biggs"),
        ({"ability": "Fire Convergence"}, "Biggs, Fire Convergence"),
        ({"upgrades": (Upgrade("worn-2", "Compassion", "compassion"),)}, "Biggs, Compassion"),
        ({"ability": "Plated Hull", "upgrades": (Upgrade("worn-2", "Deadeye Shot", "deadeyeshot"),)}, ""),
        ({"pilot": "magvayarro", "status": Status.REMOVED}, ""),
    ],
)
def test_cards_of_other_ships_are_named_where_they_change_attacks_of_others(more, named):
    biggs = replace(TOUGH, key="biggs", name="Biggs", squad="rebels", weapons=(), **more)
    outcome = play(resolve, Declared(battle(WEDGE, TOUGH, biggs), attack()), [red("BBB"), green("BB")]).outcome
    lines = [line for line in outcome.checklist if line.startswith("Other ships")]
    assert lines == ([f"Other ships: look at {named}"] if named else [])


def test_no_card_of_others_that_the_app_knows_has_to_be_looked_at():
    assert not of_others.PILOTS & {*OF_PILOTS}
    assert not of_others.UPGRADES & {*OF_UPGRADES, *QUIET}
    assert not of_others.ABILITIES & QUIET_ABILITIES


def test_a_ship_of_a_list_can_do_what_its_type_can():
    vader = {"id": "darthvader", "upgrades": {}}
    (ship,) = resolve_squad(read({"faction": "galacticempire", "pilots": [vader]}), starter_data(), "empire").ships
    assert ship.ability == "Advanced Targeting Computer"
    assert not QUIET_ABILITIES & {"Advanced Targeting Computer", "Plated Hull", "Dead to Rights", "Solo"}


def test_a_weapon_is_no_card_to_look_at_once_more():
    cannon = replace(ION_CANNON, key="cannon")
    assert looked_at(Upgrade("worn", cannon.name), weapons=(cannon,)) == ("", ("Wedge Antilles: Ion Cannon",))


def test_no_card_that_the_app_knows_is_said_to_have_no_words_of_attacks():
    assert len(QUIET) > 200
    assert not QUIET & {*OF_UPGRADES, *TERMS}
