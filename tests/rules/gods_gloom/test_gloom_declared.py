"""What attack may be declared."""

from dataclasses import replace

import pytest

from rules.gods_gloom.examples.parts import attack, battle
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.questions import targets
from rules.gods_gloom.sheet import Kind
from tests.rules.gods_gloom.gloom_attacks import asks, refused, rows_of

# What may be declared


@pytest.mark.parametrize(
    ("attacker", "kind", "sentence"),
    [
        ({"morale_tokens": 0}, Kind.MELEE, "Without a Morale token Reavers cannot make a melee attack."),
        ({"activated": True}, Kind.MELEE, "The activation of Reavers is over this round."),
        ({"shot": True}, Kind.RANGED, "Reavers already made a ranged attack this round."),
        ({"current_health": 0}, Kind.MELEE, "Reavers is destroyed."),
    ],
)
def test_an_attack_that_cannot_be_made_says_why(attacker, kind, sentence):
    assert refused(battle((1, 0), (1, 1), attacker=attacker), attack(kind)) == sentence


def test_traits_waive_what_they_name():
    raging = {"morale_tokens": 0, "traits": "Blind Rage"}
    assert asks(battle((1, 0), (1, 1), attacker=raging), attack())
    moving = {"shot": True, "traits": "Move and Fire"}
    assert asks(battle((1, 0), (1, 1), attacker=moving), attack(Kind.RANGED))


def test_friends_and_the_destroyed_cannot_be_attacked():
    fight = battle((1, 0), (1, 1), defender={"current_health": 0})
    assert targets(fight, "reavers") == {"wardens": "Wardens is destroyed."}
    assert refused(battle((1, 0), (1, 1)), replace(attack(), target="reavers")) == "Reavers is on the same side."


def test_before_the_start_and_after_the_end_nobody_attacks():
    fight = battle((1, 0), (1, 1))
    assert refused(replace(fight, started=False), attack()) == "The battle has not started."
    assert refused(replace(fight, over=True), attack()) == "The battle is over."


def test_direct_wounds_are_the_attackers_only():
    fight = battle((1, 0), (1, 1))
    assert "wounds" in {column.name for column in rows_of(fight)["modifiers"].columns}
    assert "wounds" not in {column.name for column in rows_of(fight)["target_modifiers"].columns}
    declared = attack(target_modifiers=(Modifier("Spikes", wounds=1),))
    assert refused(fight, declared) == "“Spikes” of Wardens: only the attacker inflicts Direct Wounds."


def test_a_modifier_is_entered_once_and_pools_have_an_end():
    twice = (Modifier("Charge", red=1), Modifier("Charge", red=1))
    assert refused(battle((1, 0), (1, 1)), attack(modifiers=twice)).startswith("“Charge” of Reavers is there twice.")
    many = tuple(Modifier(f"more {n}", red=9) for n in range(4))
    assert refused(battle((1, 0), (1, 1)), attack(modifiers=many)).startswith("Reavers would roll 37 red")
    assert "at most 20" in refused(
        battle((1, 0), (1, 1)), attack(modifiers=tuple(Modifier(f"m{n}") for n in range(21)))
    )


def test_a_defender_whose_boost_would_go_beyond_what_can_be_rolled_is_told_before_the_dice():
    fight = battle((1, 0), (12, 1), defender={"boost": True})
    more = (Modifier("High ground", red=9), Modifier("Rage", red=9))
    sentence = "Wardens would roll 31 red and 2 blue dice with its Boost. At most 30 can be entered."
    assert refused(fight, attack(target_modifiers=more)) == sentence
    assert asks(fight, attack(target_modifiers=more[:1]))


@pytest.mark.parametrize(
    "broken", [{"name": ""}, {"name": "x" * 41}, {"name": "x", "red": 100}, {"name": "x", "hits": -1}]
)
def test_a_modifier_beyond_a_row_is_refused(broken):
    with pytest.raises(ValueError, match=r"modifier|dice|Auto"):
        Modifier(**broken)
