"""What an attack does step by step, and what it leaves behind."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.gods_gloom.attack import SAVE, SPEND, BoostSpent, resolve
from rules.gods_gloom.dice import Fallen
from rules.gods_gloom.examples.parts import attack, battle, dice, fell
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.rerolls import KEEP, REROLL, options
from rules.gods_gloom.sheet import Kind, Opposites, Settings
from rules.play import BadReply, Resolved, Waiting, play
from rules.table import Dice, Pick
from tests.rules.gods_gloom.gloom_attacks import after, asks, counts, played, refused

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
    assert refused(battle((1, 0), (0, 0)), attack(boost=True)) == "Reavers cannot spend a Boost token."


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
        "Offence 2 red, 0 blue; Charge +1 red; Boost +1 red, +1 blue; Weak -1 red, -1 blue = 3 red, 0 blue"
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
    assert asks(fight, attack(), fell(((5,), (1, 1)), ((5,), (1,)))).label == "ATC.30 attacker's extra dice"


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


@pytest.mark.parametrize("kind", [Kind.MELEE, Kind.RANGED])
def test_no_extra_blue_die_of_the_defender_is_asked_for_where_nothing_hits_it(kind):
    fight = battle((2, 0), (0, 2), 3, 9)
    missed = fell(((1, 2), ()), ((), (1, 1)))
    assert played(fight, attack(kind), missed).outcome.on_defender == 0
    assert counts(asks(fight, attack(kind), fell(((1, 5), ()), ((), (1, 1))))) == (0, 1)


def test_what_an_extra_red_die_or_an_auto_hit_may_still_hit_is_blocked_by_an_extra_blue_die():
    fight, missed = battle((1, 0), (0, 2), 3, 9), fell(((1,), ()), ((), (1, 1)))
    sure = Modifier("sure", hits=1)
    assert counts(asks(fight, replace(attack(), modifiers=(sure,)), missed)) == (0, 1)
    both = fell(((6, 6), ()), ((), (1, 1)))
    extra = asks(battle((2, 0), (0, 2), 3, 9), attack(), both)
    assert [counts(each) for each in (extra, *extra.beside)] == [(1, 0), (0, 1)]


def test_no_extra_blue_die_of_the_attacker_is_asked_for_where_nothing_hits_back():
    fight = battle((1, 2), (2, 1), 3, 9)
    assert played(fight, attack(), fell(((5,), (1, 1)), ((1, 2), (1,)))).outcome.on_attacker == 0
    assert counts(asks(fight, attack(), fell(((5,), (1, 1)), ((5, 2), (1,))))) == (0, 1)
    assert [counts(each) for each in _both(asks(fight, attack(), fell(((5,), (1, 1)), ((6, 6), (1,)))))] == [
        (0, 1),
        (1, 0),
    ]


def _both(ask):
    return ask, *ask.beside


def test_replies_with_an_extra_blue_die_that_nothing_hits_are_still_read():
    fight, missed = battle((2, 0), (0, 2), 3, 9), fell(((1, 2), ()), ((), (1, 1)))
    old = (*missed, dice("defender", (), (4,), "extra dice"))
    assert played(fight, attack(), old).outcome == played(fight, attack(), missed).outcome


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
        "Wardens: without Morale, 1 wound instead; Wardens Destroyed."
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
