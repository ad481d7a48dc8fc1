"""What follows the dice of an attack, and what the asks in it lead to."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.gods_gloom import GAME
from rules.gods_gloom.attack import SAVE, resolve
from rules.gods_gloom.examples.parts import attack, battle, fell
from rules.gods_gloom.modifiers import OUTDONE, OVERLOADED, Modifier
from rules.gods_gloom.questions import attack_questions
from rules.gods_gloom.sheet import Kind, Opposites, Settings
from rules.play import Resolved, Waiting, play
from rules.sums import Part
from rules.table import Moment, Pick

ATTACK = GAME.procedure("attack")
WOUND = fell(((5,), ()))
BERSERK = Modifier("Berserk", hits=1, own_wounds=1)


def played(fight, declared, *replies):
    end = play(resolve, Declared(fight, declared), replies)
    assert isinstance(end, Resolved), end
    return end


def after(fight, declared, *replies):
    return apply(fight, played(fight, declared, *replies).outcome.changes)


def options(fight, declared, *replies):
    """What each option of the ask leads to."""
    waiting = play(resolve, Declared(fight, declared), replies)
    assert isinstance(waiting, Waiting), waiting
    shown = [waiting.ask.option(Declared(fight, declared), option) for option in waiting.ask.options]
    return {option.label: option.leads_to for option in shown}


def chances(fight, declared, *replies):
    """The chance that matters most after each option, and what the target then loses on average."""
    waiting = play(resolve, Declared(fight, declared), replies)
    shown = ATTACK.options(Moment(Declared(fight, declared), replies, waiting.ask))
    return {option.label: (option.main.verb, option.main.chance, option.expected) for option in shown}


def offered(fight, question, **answers):
    asked = attack_questions(fight, {"actor": "reavers", "target": "wardens", **answers})
    rows = next(one for one in asked if one.name == question)
    return {row.name: row for row in rows.offered}


# Order and wounds


def test_the_winner_is_known_before_a_unit_pays_for_its_rage():
    end = played(battle((1, 0), (0, 0), 1, 5), attack(modifiers=(BERSERK,)), *WOUND)
    assert end.outcome.winner == "reavers"
    assert end.outcome.destroyed == ("reavers",)
    labels = [step.label for step in end.trace]
    assert labels.index("MEL.50 winner") < labels.index("MEL.80 end of the action")


def test_nobody_is_wounded_by_a_modifier_after_its_death():
    fight = battle((1, 0), (1, 0), 1, 5)
    end = played(fight, attack(modifiers=(BERSERK,)), *fell(((1,), ()), ((5,), ())))
    assert apply(fight, end.outcome.changes).unit("reavers").destroyed_by == "Wardens"
    assert "MEL.80 end of the action" not in [step.label for step in end.trace]


def test_a_brittle_wound_decides_no_melee():
    fight = battle((1, 0), (1, 0), 3, 3, defender={"effects": frozenset({"Brittle Bones"})})
    end = played(fight, attack(), *fell(((5,), ()), ((5,), ())))
    assert end.outcome.winner == "wardens"
    assert apply(fight, end.outcome.changes).unit("wardens").current_health == 1


@pytest.mark.parametrize(("tokens", "left"), [(3, 1), (2, 0), (1, 0)])
def test_demoralizing_takes_the_tokens_that_are_there(tokens, left):
    fight = battle((1, 0), (0, 0), 3, 4, attacker={"traits": "Demoralizing[2]"}, defender={"morale_tokens": tokens})
    wardens = after(fight, attack(Kind.RANGED), *WOUND).unit("wardens")
    assert (wardens.morale_tokens, wardens.current_health) == (left, 3)


def test_without_a_wound_nobody_is_demoralized_and_nobody_rages():
    fight = battle((1, 0), (0, 1), attacker={"traits": "Demoralizing[2], Bloodlust"})
    end = after(fight, attack(), *fell(((5,), ()), ((), (5,))))
    assert end.unit("wardens").morale_tokens == 3
    assert not end.unit("reavers").boost


def test_traits_of_the_melee_do_nothing_at_range():
    fight = battle((1, 0), (0, 0), 3, 1, attacker={"traits": "Bloodlust"}, defender={"traits": "Death Curse"})
    reavers = after(fight, attack(Kind.RANGED), *WOUND).unit("reavers")
    assert (reavers.boost, reavers.weak, reavers.current_health) == (False, False, 3)


def test_a_curse_can_kill_and_earns_its_army_momentum():
    end = after(battle((1, 0), (0, 0), 1, 1, defender={"traits": "Death Curse"}), attack(), *WOUND)
    assert end.unit("reavers").destroyed_by == "Wardens"
    assert (end.army("horde").momentum, end.army("host").momentum) == (1, 0)


def test_two_dead_curse_nobody():
    cursed = {"traits": "Death Curse"}
    end = after(battle((1, 0), (1, 0), 1, 1, attacker=cursed, defender=cursed), attack(), *fell(((5,), ()), ((5,), ())))
    assert not any(unit.standing or unit.weak for unit in end.units)


def test_a_defender_that_rages_pays_for_it_too():
    fight = battle((0, 0), (0, 0), 3, 2, defender={"traits": "Berserk"})
    assert offered(fight, "target_modifiers")["Berserk"].leads_to == "+1 Auto-Hit, 1 wound on itself at the end"
    end = played(fight, attack(target_modifiers=(BERSERK,)))
    assert end.outcome.headline == (
        "Reavers against Wardens: no wound, 1 back; won by Wardens; Reavers: 1 Morale less; "
        "Wardens: 1 wound (Berserk); Wardens Decimated."
    )
    wardens = apply(fight, end.outcome.changes).unit("wardens")
    assert (wardens.current_health, wardens.weak) == (1, True)


def test_two_that_fall_to_their_own_rage_are_destroyed_by_nobody_else():
    rows = (BERSERK, Modifier("Shield", blocks=1))
    end = after(battle((0, 0), (0, 0), 1, 1), attack(modifiers=rows, target_modifiers=rows))
    assert [unit.destroyed_by for unit in end.units] == ["Berserk", "Berserk"]
    assert (end.army("horde").momentum, end.army("host").momentum) == (0, 1)


# Rulings are marked where they act


def test_a_decimated_unit_that_loses_its_boost_says_that_it_is_a_ruling():
    fight = battle((1, 0), (0, 0), 3, 2, defender={"boost": True})
    end = played(fight, attack(), Pick("ATC.10 defender's Boost", SAVE), *WOUND)
    assert "Wardens Decimated; its Weak and its Boost cancel" in end.outcome.headline


def test_the_weak_that_bloodlust_takes_away_is_told():
    fight = battle((1, 0), (1, 0), 2, 4, attacker={"traits": "Bloodlust"})
    end = played(fight, attack(), *fell(((5,), ()), ((5,), ())))
    assert "its Weak and its Boost cancel" in end.outcome.headline
    assert not apply(fight, end.outcome.changes).unit("reavers").weak


def test_tokens_that_both_stay_cancel_nothing():
    fight = battle((1, 0), (0, 0), 3, 2, defender={"boost": True})
    fight = replace(fight, settings=Settings(opposites=Opposites.BOTH))
    end = played(fight, attack(), Pick("ATC.10 defender's Boost", SAVE), *WOUND)
    assert "cancel" not in end.outcome.headline


def test_the_trace_says_why_a_ranged_defender_rolls_no_red_dice():
    trace = played(battle((1, 0), (2, 0)), attack(Kind.RANGED), *WOUND).trace
    assert trace[1].value == "Guard 2 red, 0 blue; no red dice at range = 0 red, 0 blue"


# What is offered


def test_a_formation_that_takes_morale_needs_some_to_take():
    fight = battle((1, 0), (1, 1), defender={"morale_tokens": 0}, horde={"seals": 1}, host={"seals": 1})
    assert offered(fight, "modifiers")["Harass"].refused == "Wardens cannot lose a Morale token."
    assert offered(fight, "target_modifiers")["Harass"].refused == ""
    assert offered(fight, "modifiers")[OUTDONE].leads_to == "1 Seal, paid for nothing"


def test_overload_is_offered_once_a_game():
    fresh = battle((1, 0), (1, 1), attacker={"traits": "Overload[2]"}, horde={"seals": 1})
    row = offered(fresh, "modifiers", kind="ranged")["Overload"]
    assert (row.refused, row.dice) == ("", (Part("red", 2, colour="red"),))
    assert row.leads_to == "1 wound on itself at the end, 1 Seal"
    used = battle(
        (1, 0), (1, 1), attacker={"traits": "Overload[2]", "effects": frozenset({OVERLOADED})}, horde={"seals": 1}
    )
    row = offered(used, "modifiers", kind="ranged")["Overload"]
    assert row.refused == "The Overload of Reavers is used up for this game."


def test_a_counter_charge_of_a_strong_unit_keeps_all_its_dice():
    fight = battle((1, 0), (0, 12), defender={"traits": "Counter-Charge", "offence_red": 12}, host={"seals": 1})
    row = offered(fight, "target_modifiers")["Counter-Charge"]
    assert (row.answer["red"], row.answer["blue"]) == (13, -11)


# What the asks lead to


def sentence(fight, declared, *replies):
    waiting = play(resolve, Declared(fight, declared), replies)
    assert isinstance(waiting, Waiting), waiting
    return waiting.ask.sentence(Declared(fight, declared))


def test_one_die_is_no_dice():
    fight = battle((1, 0), (1, 1), horde={"seals": 1})
    assert sentence(fight, attack()) == "Reavers: 1 red die."
    lie = fell(((1,), ()), ((1,), (1,)))
    assert sentence(fight, attack(), lie[0]) == "Wardens: 1 red and 1 blue dice."
    again = Pick("ATC.20 attacker's Pool Reroll", "reroll all")
    assert sentence(fight, attack(), *lie, again) == "Reavers: 1 red die, rolled again."
    critical = fell(((6, 6), ()))
    assert sentence(battle((2, 0), (0, 0)), attack(), *critical) == "Reavers: 1 red die extra, for the criticals."


def test_one_hit_is_no_hits():
    declared = attack(modifiers=(Modifier("Spikes", wounds=1, hits=1),))
    trace = {
        step.label: step.value for step in played(battle((1, 0), (0, 1)), declared, *fell(((5,), ()), ((), (5,)))).trace
    }
    assert trace["ATC.40 attacker"] == "+1 Hit"
    assert trace["ATC.50 Cancel"] == "2 Hits - 1 Block = 1"
    assert trace["ATC.50 Cancel, the other way"] == "0 Hits - 0 Blocks = 0"
    assert trace["ATC.60 Inflict"] == "1 on the defender and 1 Direct Wound, 0 on the attacker"


def test_the_defender_sees_what_its_boost_changes():
    fight = battle((1, 0), (0, 0), 3, 1, defender={"boost": True})
    assert chances(fight, attack()) == {
        "save it": ("defeats", Fraction(2, 3), "0.7 Health"),
        "spend it": ("defeats", Fraction(2, 9), "0.2 Health"),
    }


def test_a_player_sees_what_a_pool_reroll_gives_up_and_promises():
    fight = battle((3, 1), (0, 0), horde={"seals": 1})
    shown = options(fight, attack(), *fell(((6, 6, 1), (5,))))
    assert shown == {
        "keep them": "2 Hits and 1 Block, 1 extra die to come",
        "reroll all its dice": "1 Command Seal",
    }
    after = chances(fight, attack(), *fell(((6, 6, 1), (5,))))
    assert after["keep them"] == ("defeats", Fraction(1), "2.7 Health")
    # Two sixes among three dice bring an extra one, which hits two times in three.
    assert after["reroll all its dice"] == ("defeats", 1 - Fraction(1, 27), "2.0 Health")


def test_a_pool_reroll_promises_no_extra_blue_die_at_range():
    fight = battle((2, 2), (0, 0), horde={"seals": 1})
    rolled = fell(((6, 6), (1, 1)))
    assert options(fight, attack(), *rolled)["keep them"] == "2 Hits, 2 extra dice to come"
    assert options(fight, attack(Kind.RANGED), *rolled)["keep them"] == "2 Hits, 1 extra die to come"


def test_the_bonus_of_momentum_tells_what_it_gives():
    fight = battle((2, 0), (0, 0), 3, 1, horde={"momentum": 2}, attacker={"weak": True})
    shown = options(fight, attack(), *fell(((5,), ())), Pick("ATC.20 attacker's single die", "keep"))
    assert shown == {"displace a unit": "1 hex, on the board", "Reavers": "a Boost token"}
    fight = battle((1, 0), (0, 0), 2, 2, horde={"momentum": 2}, attacker={"weak": True})
    fight = replace(fight, units=(*fight.units, replace(fight.unit("reavers"), key="others", name="Others")))
    fight = replace(fight, settings=Settings(weak=0))
    shown = options(fight, attack(), *WOUND, Pick("ATC.20 attacker's single die", "keep"))
    assert shown["Others"] == "its Weak and its Boost cancel"
