"""A card allows what the rules of an attack refuse: the players say so, the reason stays, and the records know it."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.game import Illegal
from rules.play import play
from rules.records import from_json, to_json
from rules.x_wing.attack import resolve
from rules.x_wing.attack_questions import questions
from rules.x_wing.declaration import Attack
from rules.x_wing.hands import hands_of
from rules.x_wing.modify import Modify
from rules.x_wing.samples import LOCKED, TOUGH, WEDGE, attack, battle, green, red
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Arc, Needs, Weapon

RANGE_0 = "In 2.0 a ship cannot attack at range 0."
TORPEDOES = Weapon(
    "torpedoes", "Torpedoes", dice=4, nearest=2, special=True, needs=Needs.LOCK, cost=1, charges=2, most_charges=2
)
TAIL = Weapon("tail", "Tail Blaster", arc=Arc.REAR, dice=2, special=True)
SECOND = Settings(ruleset=Ruleset.SECOND)


def armed(*weapons, **more):
    return replace(WEDGE, weapons=(*WEDGE.weapons, *weapons), **more)


def asked(sheet, **answers):
    return {
        question.name: question for question in questions(sheet, {"actor": "wedge", "target": "howlrunner", **answers})
    }


def refusals(question):
    return {option.value: option.refused for option in question.options}


@pytest.mark.parametrize(
    ("ship", "declared", "sentence"),
    [
        (WEDGE, attack(distance=0), RANGE_0),
        (armed(TORPEDOES), attack("torpedoes"), "Torpedoes needs a lock on the target."),
        (armed(TORPEDOES), attack("torpedoes", 1), "Torpedoes reaches range 2-3. The target is at range 1."),
        (armed(TAIL), attack("tail"), "Tail Blaster fires in the rear arc. The target is in the front arc."),
        (
            armed(replace(TAIL, arc=Arc.FRONT, bonus_only=True)),
            attack("tail"),
            "Tail Blaster is for bonus attacks only.",
        ),
    ],
)
def test_what_is_refused_can_be_allowed_by_a_card_and_the_reason_is_told(ship, declared, sentence):
    sheet = battle(ship, TOUGH)
    with pytest.raises(Illegal) as refusal:
        play(resolve, Declared(sheet, declared), ())
    assert str(refusal.value) == sentence
    waiting = play(resolve, Declared(sheet, replace(declared, allowed=True)), ())
    told = [step.value for step in waiting.trace if step.label == "1b choose weapon"]
    assert told[1:] == [f"a card allows it: {sentence}"]


@pytest.mark.parametrize("settings", [Settings(), SECOND])
def test_a_special_weapon_that_lists_range_0_needs_no_card_for_it(settings):
    beak = replace(TAIL, key="beak", name="Drill Beak", arc=Arc.FRONT, nearest=0, farthest=1)
    sheet = battle(armed(beak), TOUGH, settings=settings)
    assert refusals(asked(sheet)["range"])[0] == ""
    near = asked(sheet, range=0)
    assert refusals(near["weapon"])["beak"] == ""
    assert play(resolve, Declared(sheet, attack("beak", 0)), ()).ask.label == "2a attack dice"


def test_a_turret_that_points_there_covers_a_target_in_the_bullseye():
    turret = replace(TAIL, key="turret", name="Turret", arc=Arc.SINGLE_TURRET)
    ahead = battle(armed(turret), TOUGH)
    assert refusals(asked(ahead, arc="bullseye")["weapon"])["turret"] == ""
    assert refusals(asked(ahead, arc="front")["weapon"])["turret"].startswith("Turret fires in the single turret arc.")


def test_what_is_paid_is_paid_all_the_same():
    sheet = battle(armed(replace(TORPEDOES, charges=0)), TOUGH)
    with pytest.raises(Illegal, match="Torpedoes costs 1 charge and has 0"):
        play(resolve, Declared(sheet, attack("torpedoes", allowed=True)), ())
    assert refusals(asked(sheet, allowed=True)["weapon"])["torpedoes"] == "Torpedoes costs 1 charge and has 0."


def test_a_record_knows_it_and_one_of_before_reads_as_it_was():
    declared = attack(distance=0, allowed=True)
    stored = to_json(declared)
    assert from_json(Attack, stored, "Attack") == declared
    old = {name: value for name, value in stored.items() if name != "allowed"}
    assert from_json(Attack, old, "Attack") == replace(declared, allowed=False)


def test_it_is_asked_only_where_something_is_refused():
    plain = replace(WEDGE, weapons=WEDGE.weapons[:1])
    assert "allowed" not in asked(battle(plain, TOUGH, settings=SECOND))
    assert "allowed" in asked(battle(armed(TORPEDOES), TOUGH, settings=SECOND))
    assert "allowed" in asked(battle(plain, TOUGH))
    empty = replace(TORPEDOES, charges=0)
    assert "allowed" not in asked(battle(replace(WEDGE, weapons=(empty,)), TOUGH))


def test_with_it_everything_can_be_chosen_and_the_reason_of_what_is_chosen_stays():
    sheet = battle(armed(TORPEDOES), TOUGH)
    before = asked(sheet)
    assert refusals(before["range"])[0] == RANGE_0
    assert refusals(before["weapon"])["torpedoes"] == "Torpedoes needs a lock on the target."
    assert (before["allowed"].usual, before["allowed"].help) == (False, "")
    after = asked(sheet, allowed=True, weapon="torpedoes")
    assert set(refusals(after["range"]).values()) == set(refusals(after["weapon"]).values()) == {""}
    assert after["weapon"].usual == before["weapon"].usual
    assert after["allowed"].help == "Torpedoes needs a lock on the target."
    assert asked(sheet, allowed=True, range=0)["allowed"].help == RANGE_0


def test_at_range_0_of_2_0_there_is_no_bonus_and_dice_are_modified_as_always():
    sheet = battle(LOCKED, TOUGH)
    near, usual = attack(distance=0, allowed=True), attack()
    hands = hands_of(sheet, near, LOCKED.weapons[0])
    assert hands == hands_of(sheet, usual, LOCKED.weapons[0])
    asks = play(resolve, Declared(sheet, near), [red("FBH")]).ask
    assert isinstance(asks, Modify)
    bare = hands_of(replace(sheet, settings=SECOND), near, LOCKED.weapons[0])
    assert not bare.attack.means.lock


def test_the_defence_dice_come_as_usual():
    sheet = battle(WEDGE, TOUGH)
    played = play(resolve, Declared(sheet, attack(distance=0, allowed=True)), [red("HHH"), green("BB")])
    assert played.outcome.hits == 3
