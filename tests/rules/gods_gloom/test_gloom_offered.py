"""What the panel offers for an attack, and rows that go with others."""

from dataclasses import replace

import pytest

from rules.gods_gloom.examples.parts import attack, battle, fell
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.sheet import Settings
from tests.rules.gods_gloom.gloom_attacks import after, asks, refused, rows_of

# What the panel offers


def names(question, *, taken=False):
    return question.usual if taken else [row.name for row in question.offered if not row.refused]


def test_known_modifiers_of_any_unit_and_of_its_own_traits_are_offered():
    fight = battle((1, 0), (1, 1), attacker={"traits": "Charge Bonus, Direct Wounds[2], Crossfire"}, horde={"seals": 1})
    own = rows_of(fight, modifiers=[{"name": "Charge", "red": 1}])["modifiers"]
    assert {"Charge", "Advance", "Charge Bonus", "Direct Wounds", "Aura of Precision"} <= set(names(own))
    assert "Crossfire" not in names(own)
    assert "Berserk" not in names(own)
    assert next(row for row in own.offered if row.name == "Direct Wounds").answer == {
        "name": "Direct Wounds",
        "wounds": 2,
    }
    assert "Crossfire" in names(rows_of(fight, kind="ranged")["modifiers"])


def test_an_attacker_at_range_is_offered_no_blue_dice():
    fight = battle((1, 1), (1, 1), attacker={"traits": "Clumsy"}, defender={"traits": "Clumsy"})
    for kind, offered in (("melee", True), ("ranged", False)):
        asked = rows_of(fight, kind=kind)
        for name in ("Aura of Protection", "Clumsy"):
            assert (name in names(asked["modifiers"])) is offered
            assert name in names(asked["target_modifiers"])


def test_what_costs_a_seal_is_refused_without_one():
    offered = rows_of(battle((1, 0), (1, 1)))["modifiers"].offered
    assert next(row for row in offered if row.name == "Advance").refused == "Horde has no Command Seals."


def test_conditions_that_the_app_sees_are_decided():
    traits = {"traits": "Exploit Broken, Exploit Negative Tokens"}
    whole = rows_of(battle((1, 0), (1, 1), attacker=traits))["modifiers"]
    assert names(whole, taken=True) == ()
    broken = rows_of(battle((1, 0), (1, 1), attacker=traits, defender={"morale_tokens": 0, "slow": True}))["modifiers"]
    assert names(broken, taken=True) == ("Exploit Broken", "Exploit Negative Tokens")


def test_flanking_and_cover_are_as_the_battle_is_set():
    fight = replace(battle((1, 0), (1, 1)), settings=Settings(flanking=2, cover=1))
    offered = {row.name: row.answer for row in rows_of(fight)["target_modifiers"].offered}
    assert offered["Flanked"] == {"name": "Flanked", "blue": -2}
    assert offered["Cover"] == {"name": "Cover", "blue": 1}
    assert "Cover" not in {row.name for row in rows_of(battle((1, 0), (1, 1)))["target_modifiers"].offered}


def test_circular_defence_is_never_flanked():
    offered = rows_of(battle((1, 0), (1, 1), defender={"traits": "Circular Defence"}))["target_modifiers"].offered
    assert next(row for row in offered if row.name == "Flanked").refused == "Circular Defence protects Wardens."


def test_a_counter_charge_is_offence_instead_of_guard():
    fight = battle((1, 0), (1, 3), defender={"traits": "Counter-Charge", "offence_red": 4, "offence_blue": 1},
                   host={"seals": 1})  # fmt: skip
    charge = [{"name": "Charge", "red": 1}]
    row = next(r for r in rows_of(fight, modifiers=charge)["target_modifiers"].offered if r.name == "Counter-Charge")
    assert row.refused == ""
    assert row.answer == {"name": "Counter-Charge", "red": 4, "blue": -2, "seals": 1}


def test_battle_focus_goes_with_a_boost():
    fight = battle((1, 0), (1, 1), attacker={"boost": True, "traits": "Battle Focus"})
    assert names(rows_of(fight)["modifiers"], taken=True) == ()
    assert names(rows_of(fight, boost=True)["modifiers"], taken=True) == ("Battle Focus",)


def row(name, **numbers):
    return {"name": name, **numbers}


def refusals(question):
    return {row.name: row.refused for row in question.offered}


# Rows that go with others

GOES_WITH = [
    ("modifiers", "Charge Bonus", "modifiers", "Charge"),
    ("modifiers", "Attack Stance", "modifiers", "Advance"),
    ("modifiers", "Charge Breaker", "target_modifiers", "Counter-Charge"),
    ("target_modifiers", "Charge Breaker", "modifiers", "Charge"),
    ("target_modifiers", "Counter-Charge", "modifiers", "Charge"),
    ("target_modifiers", "Charge Bonus", "target_modifiers", "Counter-Charge"),
    ("target_modifiers", "Attack Stance", "target_modifiers", "Advance"),
    ("target_modifiers", "Blind Spot", "target_modifiers", "Flanked"),
]
TRAITS = {"traits": "Charge Bonus, Charge Breaker, Attack Stance, Blind Spot, Counter-Charge"}


@pytest.mark.parametrize(("side", "name", "other_side", "other"), GOES_WITH)
def test_a_row_that_goes_with_another_is_offered_and_ticked_only_with_it(side, name, other_side, other):
    fight = battle((1, 0), (1, 1), attacker=TRAITS, defender=TRAITS, horde={"seals": 1}, host={"seals": 1})
    alone = rows_of(fight)[side]
    assert refusals(alone)[name] == f"{name} needs “{other}”."
    assert name not in names(alone, taken=True)
    together = rows_of(fight, **{other_side: [row(other)]})[side]
    if name != "Counter-Charge":
        assert name in names(together, taken=True)
    assert refusals(together)[name] == ""


@pytest.mark.parametrize(("side", "name", "other_side", "other"), GOES_WITH)
def test_a_row_that_goes_with_another_cannot_be_declared_without_it(side, name, other_side, other):
    assert refused(battle((1, 0), (1, 1)), attack(**{side: (Modifier(name),)})) == f"{name} needs “{other}”."


def test_a_trait_of_a_counter_charge_is_offered_only_where_there_can_be_one():
    fight = battle((1, 0), (1, 1), attacker={"traits": "Charge Breaker"}, defender={"traits": "Charge Bonus"})
    asked = rows_of(fight)
    assert "Charge Breaker" not in refusals(asked["modifiers"])
    assert "Charge Bonus" not in refusals(asked["target_modifiers"])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Exploit Broken", "Wardens must not have Morale tokens."),
        ("Exploit Negative Tokens", "Wardens must be Weak or Slow."),
        ("Battle Focus", "Its Boost is not spent."),
    ],
)
def test_a_row_whose_condition_does_not_hold_cannot_be_declared(name, sentence):
    declared = attack(modifiers=(Modifier(name, red=1),))
    assert refused(battle((1, 0), (1, 1)), declared) == sentence


def test_a_unit_that_is_harassed_out_of_its_last_morale_is_broken():
    traits, harass = {"traits": "Exploit Broken"}, {"morale": 1, "seals": 1}
    fight = battle((1, 0), (1, 1), attacker=traits, defender={"morale_tokens": 1}, horde={"seals": 1})
    assert names(rows_of(fight)["modifiers"], taken=True) == ()
    assert names(rows_of(fight, modifiers=[row("Harass", **harass)])["modifiers"], taken=True) == ("Exploit Broken",)
    assert asks(fight, attack(modifiers=(Modifier("Harass", **harass), Modifier("Exploit Broken", red=1))))


# Formations


@pytest.mark.parametrize("side", ["modifiers", "target_modifiers"])
def test_a_side_declares_one_formation(side):
    fight = battle((1, 0), (1, 1), horde={"seals": 2}, host={"seals": 2})
    unit = "Reavers" if side == "modifiers" else "Wardens"
    two = attack(**{side: (Modifier("Hold"), Modifier("Formation outdone"))})
    assert refused(fight, two) == (f"“Hold” and “Formation outdone” of {unit}: a side declares one formation at most.")
    offered = refusals(rows_of(fight, **{side: [row("Hold")]})[side])
    assert [name for name in ("Advance", "Hold", "Harass", "Formation outdone") if not offered[name]] == ["Hold"]
    assert offered["Advance"] == "No Advance: “Hold” is taken."


@pytest.mark.parametrize("side", ["modifiers", "target_modifiers"])
def test_a_formation_is_outdone_only_by_one_of_the_other_side(side):
    unit = "Reavers" if side == "modifiers" else "Wardens"
    alone = attack(**{side: (Modifier("Formation outdone"),)})
    assert refused(battle((1, 0), (1, 1)), alone) == (
        f"“Formation outdone” of {unit} needs a formation of the other side."
    )


@pytest.mark.parametrize(("ours", "theirs"), [("modifiers", "target_modifiers"), ("target_modifiers", "modifiers")])
def test_where_a_formation_applies_the_other_side_is_offered_only_the_outdone_one(ours, theirs):
    fight = battle((1, 0), (1, 1), horde={"seals": 2}, host={"seals": 2})
    offered = refusals(rows_of(fight, **{ours: [row("Advance")]})[theirs])
    assert [name for name in ("Advance", "Hold", "Harass", "Formation outdone") if not offered[name]] == [
        "Formation outdone"
    ]
    assert offered["Hold"] == "No Hold: “Advance” of the other side applies."


def test_the_same_formation_of_both_sides_does_nothing_and_is_paid_for():
    outdone = (Modifier("Formation outdone", seals=1),)
    fight = battle((1, 0), (0, 1), horde={"seals": 1}, host={"seals": 1})
    end = after(fight, attack(modifiers=outdone, target_modifiers=outdone), fell(((1,), ()), ((), (1,))))
    assert [army.seals for army in end.armies] == [0, 0]
    assert (end.army("horde").momentum, end.army("host").momentum) == (0, 1)
