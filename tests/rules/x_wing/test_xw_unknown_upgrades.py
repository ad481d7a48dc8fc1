"""Upgrades that nothing is known of: they stay with their ship by name, and are there to look at in an attack."""

from rules.asks import Declared
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.attack_questions import questions
from rules.x_wing.samples import TOUGH, attack, battle, green, red
from rules.x_wing.starter import starter_data
from rules.x_wing.xws import read
from rules.x_wing.xws import resolve as resolve_squad

PILOT = {"id": "wedgeantilles", "upgrades": {"talent": ["nobodyknows"], "torpedo": ["protontorpedoes"]}}


def wedge(pilot=PILOT):
    (ship,) = resolve_squad(read({"faction": "rebelalliance", "pilots": [pilot]}), starter_data(), "rebels").ships
    return ship


def test_an_upgrade_that_is_not_known_stays_with_its_ship_and_changes_nothing():
    known = wedge({**PILOT, "upgrades": {"torpedo": ["protontorpedoes"]}})
    ship = wedge()
    assert ship.upgrades == ("Proton Torpedoes", "nobodyknows")
    assert ship.other_upgrades == ("nobodyknows",)
    assert (ship.cost, ship.weapons, ship.hull) == (known.cost, known.weapons, known.hull)


def test_a_long_id_is_cut_to_what_a_card_keeps():
    assert wedge({**PILOT, "upgrades": {"talent": ["x" * 120]}}).upgrades == ("x" * 50,)


def test_it_is_named_before_the_dice_and_in_the_checklist_after_them():
    sheet = battle(wedge(), TOUGH)
    declared = attack(sheet.ships[0].weapons[0].key, actor=sheet.ships[0].key)
    asked = {
        question.name: question for question in questions(sheet, {"actor": declared.actor, "target": declared.target})
    }
    assert asked["attacker_abilities"].help.endswith("Wedge Antilles has nobodyknows.")
    assert " has " not in asked["defender_abilities"].help
    outcome = play(resolve, Declared(sheet, declared), [red("BBB"), green("BB")]).outcome
    assert "After you attack: look at Wedge Antilles, Proton Torpedoes, nobodyknows" in outcome.checklist
