"""What a Call In is offered on."""

from dataclasses import replace

from rules.troops_and_supplies import GAME
from rules.troops_and_supplies.samples import GUNS, LANCERS, SCOUTS, battle

FAR = replace(LANCERS, column=SCOUTS.column, row=SCOUTS.row + SCOUTS.attack_range + 1)
STRONG = replace(GUNS, attack_range=20)


def offered(*units):
    return GAME.procedure("call-in").targets(battle(*units), SCOUTS.key)


def test_a_call_in_is_offered_within_the_spotters_range_and_that_of_a_unit_that_can_fire():
    assert offered(SCOUTS, STRONG, LANCERS)[LANCERS.key] == ""


def test_a_call_in_is_not_offered_beyond_the_spotters_range_however_far_the_guns_reach():
    steps, reach = SCOUTS.attack_range + 1, SCOUTS.attack_range
    assert offered(SCOUTS, STRONG, FAR)[FAR.key] == (
        f"{FAR.name} is out of range of {SCOUTS.name}: {steps} squares, reach {reach}."
    )


def test_a_call_in_is_not_offered_beyond_the_range_of_every_unit_that_can_fire():
    assert "out of range" in offered(SCOUTS, replace(GUNS, attack_range=1), LANCERS)[LANCERS.key]


def test_a_gun_whose_range_does_not_reach_the_target_is_refused_as_the_one_that_fires():
    near = replace(GUNS, key="near", name="Mortars", attack_range=1)
    answers = {"actor": SCOUTS.key, "target": LANCERS.key}
    (question,) = GAME.procedure("call-in").questions(battle(SCOUTS, STRONG, near, LANCERS), answers)
    refused = {option.value: option.refused for option in question.options}
    assert refused[STRONG.key] == ""
    assert refused["near"].startswith(f"{LANCERS.name} is out of range of Mortars")
    assert question.usual == STRONG.key
