"""What special weapons need and cost: tokens, charges, energy, Force, and the bonus attacks that they grant."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.game import Illegal
from rules.play import play
from rules.x_wing import GAME
from rules.x_wing.examples_of_weapons import CLUSTER, LOCKING, PODS, armed, special
from rules.x_wing.phases import GoOn, go_on
from rules.x_wing.samples import ACADEMY, TOUGH, WEDGE, battle, green, on_red, red
from rules.x_wing.sheet import Phase
from rules.x_wing.ship import Arc, Effect, Needs
from tests.rules.x_wing.armed_ships import after, played, questions

PLAIN = {"needs": Needs.NOTHING, "cost": 0}


def test_cluster_missiles_grant_a_bonus_attack_on_another_ship_this_round():
    sheet = battle(armed(LOCKING, CLUSTER), TOUGH, ACADEMY)
    outcome = played(sheet, (red("BBB"), *on_red("done"), green("BB"))).outcome
    assert after(outcome)["wedge-special", "fired_at"] == "howlrunner"
    assert any(
        "Cluster Missiles grants it on another ship at range 0-1 of Howlrunner" in line for line in outcome.checklist
    )
    fired = replace(CLUSTER, charges=2, fired_at="howlrunner")
    there = battle(armed(replace(WEDGE, attacked=True), fired), TOUGH, ACADEMY)
    bonus = GAME.procedure("bonus")
    weapons = {}
    for target in ("academy", "howlrunner"):
        asked = bonus.questions(there, {"actor": "wedge", "target": target})
        (question,) = (each for each in asked if each.name == "weapon")
        weapons[target] = next(option for option in question.options if option.value == "wedge-special")
    assert weapons["academy"].refused == ""
    assert "only at range 0-1 of Howlrunner" in weapons["academy"].leads_to
    assert weapons["howlrunner"].refused == "Cluster Missiles needs a lock on the target."
    ended = play(go_on, Declared(replace(there, phase=Phase.END, initiative=None), GoOn()), ()).outcome
    assert after(ended)["wedge-special", "fired_at"] is None


def test_a_usual_attack_with_cluster_missiles_needs_the_lock_all_the_same():
    fired = replace(CLUSTER, fired_at="howlrunner")
    sheet = battle(armed(WEDGE, fired), TOUGH, ACADEMY)
    with pytest.raises(Illegal, match="Cluster Missiles needs a lock on the target"):
        played(sheet, (), target="academy")


def test_a_bonus_attack_that_costs_force():
    foresight = special("Foresight", Effect.FORESIGHT, force_cost=1, **PLAIN)
    sheet = battle(armed(replace(WEDGE, most_force=1, force=1), foresight), TOUGH)
    replies = (red("BBB"), green("BB"))
    assert ("wedge", "force") not in after(played(sheet, replies).outcome)
    outcome = played(sheet, replies, bonus=True).outcome
    assert after(outcome)["wedge", "force"] == 0
    with pytest.raises(Illegal, match="Foresight costs 1 Force and Wedge Antilles has 0"):
        played(battle(armed(WEDGE, foresight), TOUGH), (), bonus=True)


def test_a_force_charge_that_is_paid_cannot_be_spent_on_dice():
    costly = special("Costly", Effect.NONE, force_cost=1, **PLAIN)
    sheet = battle(armed(replace(WEDGE, most_force=2, force=2), costly), TOUGH)
    replies = (red("FFB"), *on_red("force"), green("BB"))
    assert after(played(sheet, replies, bonus=True).outcome)["wedge", "force"] == 0


def test_energy_is_paid_and_some_comes_back():
    battery = special("Battery", Effect.ION_BATTERY, needs=Needs.NOTHING, cost=0, energy_cost=1, bonus_only=True)
    ship = armed(replace(WEDGE, most_energy=3, energy=1, recovers_energy=1), battery)
    sheet = battle(ship, TOUGH, decks=False)
    with pytest.raises(Illegal, match="Battery is for bonus attacks only"):
        played(sheet, ())
    outcome = played(sheet, (red("HHB"), green("BB")), bonus=True).outcome
    assert after(outcome)["wedge", "energy"] == 0
    assert (after(outcome)["howlrunner", "ion"], outcome.cards) == (2, 1)
    empty = battle(replace(ship, energy=0), TOUGH, phase=Phase.END, initiative=None)
    with pytest.raises(Illegal, match="Battery costs 1 energy and Wedge Antilles has 0"):
        played(empty, (), bonus=True)
    assert after(play(go_on, Declared(empty, GoOn()), ()).outcome)["wedge", "energy"] == 1


@pytest.mark.parametrize(
    ("needs", "tokens", "refused"),
    [
        (Needs.CALCULATE_OR_LOCK, {"calculate": 1}, ""),
        (Needs.CALCULATE_OR_LOCK, {"lock": "howlrunner"}, ""),
        (Needs.CALCULATE_OR_LOCK, {"focus": 1}, "Pods needs a calculate token or a lock on the target."),
        (Needs.ANY, {"focus": 1}, ""),
        (Needs.ANY, {}, "Pods needs a focus token, a calculate token or a lock on the target."),
    ],
)
def test_one_of_several_requirements_is_enough(needs, tokens, refused):
    asked = questions(replace(WEDGE, **tokens), replace(PODS, name="Pods", needs=needs))["weapon"]
    assert asked.options[1].refused == refused


@pytest.mark.parametrize(
    ("arc", "charges", "most"), [("front", 3, 1), ("bullseye", 3, 2), ("bullseye", 2, 1), ("front", 1, 0)]
)
def test_dice_for_charges_are_asked_for_where_they_can_be_had(arc, charges, most):
    asked = questions(LOCKING, replace(PODS, charges=charges), weapon="wedge-special", arc=arc)
    assert (
        [option.value for option in asked["more_dice"].options] == list(range(most + 1))
        if most
        else "more_dice" not in asked
    )
    sheet = battle(armed(LOCKING, replace(PODS, charges=charges)), TOUGH)
    with pytest.raises(Illegal, match="Multi-Missile Pods can add"):
        played(sheet, (), arc=Arc(arc), more_dice=most + 1)
