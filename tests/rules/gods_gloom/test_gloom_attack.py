"""What an attack may be, step by step, and what it leaves behind."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.game import Illegal
from rules.gods_gloom.attack import SAVE, SPEND, BoostSpent, resolve
from rules.gods_gloom.dice import Fallen
from rules.gods_gloom.examples.parts import attack, battle, dice, fell
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.questions import attack_questions, targets
from rules.gods_gloom.rerolls import KEEP, REROLL, options
from rules.gods_gloom.sheet import Kind, Opposites, Settings
from rules.play import BadReply, Resolved, Waiting, play
from rules.table import Dice, Pick


def played(fight, declared, replies):
    end = play(resolve, Declared(fight, declared), replies)
    assert isinstance(end, Resolved), end
    return end


def after(fight, declared, replies):
    return apply(fight, played(fight, declared, replies).outcome.changes)


def asks(fight, declared, replies=()):
    waiting = play(resolve, Declared(fight, declared), replies)
    assert isinstance(waiting, Waiting)
    return waiting.ask


def refused(fight, declared):
    with pytest.raises(Illegal) as refusal:
        play(resolve, Declared(fight, declared), ())
    return str(refusal.value)


def counts(ask):
    return tuple(pool.count for pool in ask.pools)


# ATC.10


def test_the_attacker_rolls_all_its_dice_in_both_kinds_of_attack():
    for kind in Kind:
        assert counts(asks(battle((3, 2), (2, 1)), attack(kind))) == (3, 2)


def test_a_defender_rolls_only_its_blue_dice_against_a_ranged_attack():
    rolled = (dice("attacker", (1,), ()),)
    assert counts(asks(battle((1, 0), (2, 1)), attack(), rolled)) == (2, 1)
    assert counts(asks(battle((1, 0), (2, 1)), attack(Kind.RANGED), rolled)) == (0, 1)


def test_modifiers_change_the_pools_and_never_take_more_than_there_is():
    declared = attack(modifiers=(Modifier("Charge", red=2), Modifier("Clumsy", blue=-5)))
    assert counts(asks(battle((1, 2), (1, 1)), declared)) == (3, 0)


@pytest.mark.parametrize("size", range(3))
def test_the_size_of_weak_is_a_setting(size):
    fight = replace(battle((3, 3), (1, 1), attacker={"weak": True}), settings=Settings(weak=size))
    assert counts(asks(fight, attack())) == (3 - size, 3 - size)


def test_weak_is_spent_by_both_units_with_the_roll():
    fight = battle((1, 1), (1, 1), attacker={"weak": True}, defender={"weak": True})
    assert not any(unit.weak for unit in after(fight, attack(), ()).units)


def test_a_boost_is_spent_only_by_who_wants_it():
    fight = battle((1, 0), (0, 0), attacker={"boost": True})
    assert counts(asks(fight, attack(boost=True))) == (2, 1)
    assert counts(asks(fight, attack())) == (1, 0)
    assert after(fight, attack(), fell(((1,), ()))).unit("reavers").boost
    assert not after(fight, attack(boost=True), fell(((1, 1), (2,)))).unit("reavers").boost


def test_a_boost_that_is_not_there_cannot_be_spent():
    assert refused(battle((1, 0), (0, 0)), attack(boost=True)) == "Reavers has no Boost token."


def test_the_defender_is_asked_for_its_boost_before_the_dice():
    fight = battle((1, 0), (0, 0), defender={"boost": True})
    ask = asks(fight, attack())
    assert ask == BoostSpent("host", (SAVE, SPEND))
    assert ask.label == "ATC.10 defender's Boost"
    kept = after(fight, attack(), (Pick(ask.label, SAVE), *fell(((1,), ()))))
    assert kept.unit("wardens").boost


def test_the_trace_tells_where_the_dice_come_from():
    fight = battle((2, 0), (1, 1), attacker={"boost": True, "weak": True})
    declared = attack(boost=True, modifiers=(Modifier("Charge", red=1),))
    trace = played(fight, declared, fell(((1, 1, 1), ()), ((1,), (1,)))).trace
    assert trace[0].label == "ATC.10 Reavers"
    assert trace[0].value == (
        "Offence 2 red, 0 blue; Charge +1 red (ruling); Boost +1 red, +1 blue; Weak -1 red, -1 blue (ruling) "
        "= 3 red, 0 blue"
    )


# ATC.20


def test_the_active_player_rerolls_first_and_both_pools_lie_by_then():
    fight = battle((1, 0), (1, 0), horde={"seals": 1}, host={"seals": 1})
    rolled = fell(((1,), ()), ((1,), ()))
    assert asks(fight, attack(), rolled).by == "horde"
    assert asks(fight, attack(), (*rolled, Pick("ATC.20 attacker's Pool Reroll", KEEP))).by == "host"


def test_a_pool_reroll_costs_its_player_a_seal():
    fight = battle((1, 0), (1, 0), host={"seals": 2})
    replies = (
        *fell(((1,), ()), ((1,), ())),
        Pick("ATC.20 defender's Pool Reroll", REROLL),
        dice("defender", (5,), (), "dice again"),
    )
    end = after(fight, attack(), replies)
    assert end.army("host").seals == 1
    assert end.unit("reavers").current_health == 2


def test_seals_paid_for_modifiers_cannot_be_paid_again():
    fight = battle((1, 0), (0, 0), horde={"seals": 1})
    declared = attack(modifiers=(Modifier("Advance", red=1, seals=1),))
    assert isinstance(play(resolve, Declared(fight, declared), fell(((5, 5), ()))), Resolved)


def test_seals_that_are_not_there_cannot_be_paid():
    declared = attack(modifiers=(Modifier("Advance", red=1, seals=1),))
    assert refused(battle((1, 0), (0, 0)), declared) == "Horde has 0 Command Seals and would pay 1."


def test_equal_faces_are_one_option_and_failures_of_the_useful_colour_come_first():
    fallen = Fallen((2, 0, 1, 0, 0, 1), (1, 0, 0, 0, 1, 0))
    assert options(fallen, "red") == ("red 1", KEEP, "red 3", "red 6", "blue 1", "blue 5")
    assert options(fallen, "blue")[:2] == ("blue 1", KEEP)


def test_a_die_that_does_not_lie_there_cannot_be_rerolled():
    fight = battle((2, 0), (0, 0), horde={"momentum": 2})
    with pytest.raises(BadReply):
        play(resolve, Declared(fight, attack()), (*fell(((1, 5), ())), Pick("ATC.20 attacker's single die", "red 4")))


def test_a_single_die_can_be_rerolled_after_the_whole_pool():
    fight = battle((1, 0), (0, 0), horde={"momentum": 2, "seals": 1})
    replies = (
        *fell(((1,), ())),
        Pick("ATC.20 attacker's Pool Reroll", REROLL),
        dice("attacker", (2,), (), "dice again"),
        Pick("ATC.20 attacker's single die", "red 2"),
        Dice("ATC.20 attacker's rerolled die", ((4,),)),
    )
    waiting = play(resolve, Declared(fight, attack()), replies)
    assert isinstance(waiting, Waiting)
    assert waiting.ask.label == "GMP.30 Momentum bonus"


# ATC.30 to ATC.60


def test_criticals_are_counted_after_rerolls():
    fight = battle((2, 0), (0, 0), horde={"seals": 1})
    again = (Pick("ATC.20 attacker's Pool Reroll", REROLL), dice("attacker", (6, 6), (), "dice again"))
    assert asks(fight, attack(), (*fell(((6, 1), ())), *again)).label == "ATC.30 attacker's extra dice"
    again = (Pick("ATC.20 attacker's Pool Reroll", REROLL), dice("attacker", (6, 1), (), "dice again"))
    assert isinstance(play(resolve, Declared(fight, attack()), (*fell(((6, 6), ())), *again)), Resolved)


BLUE_ONES = fell(((5, 6, 6), (1, 1)), ((), (1,)))


def test_no_extra_blue_die_is_asked_for_at_range_where_it_can_do_nothing():
    fight = battle((1, 2), (1, 1))
    rolled = fell(((5,), (1, 1)), ((), (1,)))
    end = played(fight, attack(Kind.RANGED), rolled)
    assert end.outcome.on_defender == 1
    assert asks(fight, attack(), fell(((5,), (1, 1)), ((1,), (1,)))).label == "ATC.30 attacker's extra dice"


def test_at_range_only_the_extra_red_die_of_the_attacker_is_rolled():
    fight = battle((3, 2), (0, 1), 3, 4)
    ask = asks(fight, attack(Kind.RANGED), BLUE_ONES)
    assert counts(ask) == (1, 0)
    assert ask.sentence(Declared(fight, attack(Kind.RANGED))) == "Reavers: 1 red die extra, for the criticals."


def test_the_defenders_extra_blue_die_is_rolled_at_range():
    asked = asks(battle((1, 0), (0, 2)), attack(Kind.RANGED), fell(((5,), ()), ((), (1, 1))))
    assert (asked.label, counts(asked)) == ("ATC.30 defender's extra dice", (0, 1))


@pytest.mark.parametrize(("offence", "rolled"), [((3, 2), BLUE_ONES), ((1, 2), fell(((5,), (1, 1)), ((), (1,))))])
def test_replies_with_the_extra_blue_die_of_an_attack_at_range_are_still_read(offence, rolled):
    fight = battle(offence, (0, 1), 3, 9)
    red = (5,) if offence == (3, 2) else ()
    new = (*rolled, dice("attacker", red, (), "extra dice")) if red else rolled
    old = (*rolled, dice("attacker", red, (3,), "extra dice"))
    was = played(fight, attack(Kind.RANGED), old)
    assert was.outcome == played(fight, attack(Kind.RANGED), new).outcome
    assert ("ATC.30 attacker's extra dice", "red d6: 5; blue d6: 3" if red else "blue d6: 3") in [
        (step.label, step.value) for step in was.trace
    ]
    with pytest.raises(BadReply):
        played(fight, attack(Kind.RANGED), (*rolled, dice("attacker", red, (3, 3), "extra dice")))


def test_sixes_on_blue_and_ones_on_red_are_no_criticals():
    assert after(battle((2, 0), (0, 2)), attack(), fell(((1, 1), ()), ((), (6, 6))))


def test_an_auto_success_is_not_counted_for_a_critical():
    fight, declared = battle((1, 0), (0, 0), 3, 5), attack(modifiers=(Modifier("Berserk", hits=1),))
    assert after(fight, declared, fell(((6,), ()))).unit("wardens").current_health == 3


def test_blocks_cancel_both_ways_only_in_melee():
    rolled = fell(((5,), (1,)), ((4,), (1,)))
    assert after(battle((1, 1), (1, 1)), attack(), rolled).unit("reavers").current_health == 2
    rolled = fell(((5,), (1,)), ((), (1,)))
    assert after(battle((1, 1), (1, 1)), attack(Kind.RANGED), rolled).unit("reavers").current_health == 3


def test_a_unit_at_1_that_is_not_wounded_is_not_decimated_again():
    end = after(battle((1, 0), (0, 1), 3, 1), attack(), fell(((2,), ()), ((), (1,))))
    assert not end.unit("wardens").weak


def test_a_destroyed_unit_tells_by_whom_and_pays_no_morale():
    end = after(battle((2, 0), (0, 0), 3, 1), attack(), fell(((5, 5), ())))
    wardens = end.unit("wardens")
    assert (wardens.standing, wardens.destroyed_by, wardens.morale_tokens) == (False, "Reavers", 3)


def test_the_wound_of_a_loser_without_morale_can_destroy_it():
    fight = battle((1, 0), (0, 0), 3, 2, defender={"morale_tokens": 0})
    end = played(fight, attack(), fell(((5,), ())))
    assert end.outcome.destroyed == ("wardens",)
    assert end.outcome.headline == (
        "Reavers against Wardens: 1 wound, 0 back; Wardens Decimated; won by Reavers; "
        "Wardens without Morale, 1 wound instead; Wardens Destroyed."
    )


@pytest.mark.parametrize(
    ("opposites", "weak", "boost"), [(Opposites.CANCEL, False, False), (Opposites.BOTH, True, True)]
)
def test_weak_meets_boost_as_the_battle_is_set(opposites, weak, boost):
    fight = battle((1, 0), (0, 0), 3, 2, defender={"boost": True})
    fight = replace(fight, settings=Settings(opposites=opposites))
    wardens = after(fight, attack(), (Pick("ATC.10 defender's Boost", SAVE), *fell(((5,), ())))).unit("wardens")
    assert (wardens.weak, wardens.boost) == (weak, boost)


# Momentum


@pytest.mark.parametrize(
    ("horde", "host", "ends"),
    [(0, 0, (1, 0)), (1, 0, (2, 0)), (0, 1, (0, 0)), (0, 2, (0, 1))],
)
def test_winning_moves_the_slider_by_one(horde, host, ends):
    fight = battle((1, 0), (0, 0), 3, 5, horde={"momentum": horde}, host={"momentum": host})
    end = after(fight, attack(), fell(((5,), ())))
    assert (end.army("horde").momentum, end.army("host").momentum) == ends


def test_only_the_first_charge_of_the_game_earns_momentum():
    declared = attack(modifiers=(Modifier("Charge", red=1),))
    first = battle((0, 0), (0, 0), 3, 9)
    assert after(first, declared, fell(((5,), ()))).army("horde").momentum == 2
    later = battle((0, 0), (0, 0), 3, 9, horde={"charged": True})
    assert after(later, declared, fell(((5,), ()))).army("horde").momentum == 1


def test_a_flanking_melee_earns_momentum_even_when_it_is_lost():
    declared = attack(target_modifiers=(Modifier("Flanked", blue=-1),))
    end = after(battle((1, 0), (0, 1)), declared, fell(((1,), ())))
    assert (end.army("horde").momentum, end.army("host").momentum) == (0, 0)


def test_both_destroyed_leave_the_slider_where_it_was():
    end = after(battle((1, 0), (1, 0), 1, 1), attack(), fell(((5,), ()), ((5,), ())))
    assert (end.army("horde").momentum, end.army("host").momentum) == (0, 0)


# What may be declared


@pytest.mark.parametrize(
    ("attacker", "kind", "sentence"),
    [
        ({"morale_tokens": 0}, Kind.MELEE, "Reavers has no Morale token, which a melee attack needs."),
        ({"activated": True}, Kind.MELEE, "Reavers has been activated this round."),
        ({"shot": True}, Kind.RANGED, "Reavers has made its ranged attack this round."),
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
    assert refused(battle((1, 0), (1, 1)), attack(modifiers=twice)).startswith("Reavers has “Charge” twice.")
    many = tuple(Modifier(f"more {n}", red=9) for n in range(4))
    assert refused(battle((1, 0), (1, 1)), attack(modifiers=many)).startswith("Reavers would roll 37 red")
    assert "At most 20" in refused(
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


# What the panel offers


def rows_of(fight, **answers):
    asked = attack_questions(fight, {"actor": "reavers", "target": "wardens", **answers})
    return {question.name: question for question in asked}


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


def test_what_costs_a_seal_is_refused_without_one():
    offered = rows_of(battle((1, 0), (1, 1)))["modifiers"].offered
    assert next(row for row in offered if row.name == "Advance").refused == "No Command Seal is left for it."


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
    assert next(row for row in offered if row.name == "Flanked").refused == "Wardens has Circular Defence."


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
        ("Exploit Broken", "Wardens has Morale tokens."),
        ("Exploit Negative Tokens", "Wardens is neither Weak nor Slow."),
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
    assert refused(fight, two) == (f"{unit} has “Hold” and “Formation outdone”. A side declares one formation at most.")
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
