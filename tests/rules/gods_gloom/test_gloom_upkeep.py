"""Actions, rounds, corrections and the start."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.correction import Correction
from rules.game import Illegal
from rules.games import GAMES
from rules.gods_gloom import GAME
from rules.gods_gloom.action import Doing
from rules.gods_gloom.attack import resolve
from rules.gods_gloom.examples.parts import attack, battle, fell
from rules.gods_gloom.modifiers import OVERLOAD, Modifier
from rules.gods_gloom.sheet import Army, Battle, Kind, Opposites, Settings, Unit
from rules.play import Resolved, Waiting, play
from rules.records import BadRecord
from rules.replay import Record, read, write


def done(fight, procedure, **answers):
    chosen = GAME.procedure(procedure)
    end = play(chosen.resolve, Declared(fight, chosen.declare(answers)), ())
    assert isinstance(end, Resolved)
    return apply(fight, end.outcome.changes), end.outcome.headline


def refused(fight, procedure, **answers):
    with pytest.raises(Illegal) as refusal:
        done(fight, procedure, **answers)
    return str(refusal.value)


FIGHT = battle((1, 0), (1, 1))


def test_focus_gives_a_boost_rally_the_morale_and_cleanse_takes_weak_and_slow():
    shaken = battle((1, 0), (1, 1), attacker={"morale_tokens": 1, "weak": True, "slow": True})
    focused, _ = done(FIGHT, "action", actor="reavers", doing=Doing.FOCUS)
    assert focused.unit("reavers").boost
    rallied, _ = done(shaken, "action", actor="reavers", doing=Doing.RALLY)
    assert rallied.unit("reavers").morale_tokens == 3
    cleansed, _ = done(shaken, "action", actor="reavers", doing=Doing.CLEANSE)
    assert not cleansed.unit("reavers").weak
    assert not cleansed.unit("reavers").slow
    waited, headline = done(shaken, "action", actor="reavers", doing=Doing.OTHER)
    assert waited.unit("reavers").activated
    assert headline == "Reavers: something else."


def test_focus_and_weak_stay_together_where_the_battle_says_so():
    fight = replace(battle((1, 0), (1, 1), attacker={"weak": True}), settings=Settings(opposites=Opposites.BOTH))
    after, _ = done(fight, "action", actor="reavers", doing=Doing.FOCUS)
    assert after.unit("reavers").weak
    assert after.unit("reavers").boost


def test_a_unit_is_activated_once_a_round():
    after, _ = done(FIGHT, "action", actor="reavers", doing=Doing.FOCUS)
    twice = refused(after, "action", actor="reavers", doing=Doing.FOCUS)
    assert twice == "The activation of Reavers is over this round."
    again, _ = done(after, "round")
    assert done(again, "action", actor="reavers", doing=Doing.OTHER)


def test_standing_its_ground_costs_the_loser_of_the_melee_a_morale_token_once():
    lost = replace(FIGHT, loser="wardens")
    after, headline = done(lost, "stand", actor="wardens")
    assert after.unit("wardens").morale_tokens == 2
    assert headline == "Wardens: Stand ground, 1 Morale less."
    sentence = "Wardens did not just lose a melee."
    assert refused(after, "stand", actor="wardens") == refused(FIGHT, "stand", actor="wardens") == sentence
    assert refused(lost, "stand", actor="reavers") == "Reavers did not just lose a melee."
    empty = replace(battle((1, 0), (1, 1), defender={"morale_tokens": 0}), loser="wardens")
    assert refused(empty, "stand", actor="wardens") == "Wardens cannot pay a Morale token."


def melee(fight, *replies, **more):
    end = play(resolve, Declared(fight, attack(**more)), replies)
    assert isinstance(end, Resolved), end
    return apply(fight, end.outcome.changes)


def test_the_loser_of_a_melee_may_stand_its_ground_until_somebody_acts_again():
    fight = battle((1, 0), (0, 0), 3, 4, attacker={"traits": "Move and Fire"})
    lost = melee(fight, *fell(((5,), ())))
    assert lost.loser == "wardens"
    assert melee(fight, *fell(((1,), ()))).loser == "reavers"
    assert melee(lost, *fell(((5,), ())), kind=Kind.RANGED).loser is None
    assert done(lost, "action", actor="wardens", doing=Doing.OTHER)[0].loser is None
    assert done(lost, "round")[0].loser is None
    corrected, _ = done(lost, "correction", actor="wardens", current_health=1, morale_tokens=1)
    assert corrected.loser == "wardens"


@pytest.mark.parametrize(("health", "guard", "roll"), [((3, 1), (0, 0), ()), ((1, 1), (1, 0), (((5,), ()),))])
def test_a_destroyed_loser_cannot_stand_its_ground(health, guard, roll):
    assert melee(battle((1, 0), guard, *health), *fell(((5,), ()), *roll)).loser is None


def test_a_loser_that_is_no_unit_of_the_battle_cannot_be():
    with pytest.raises(ValueError, match="no unit has the key 'nobody'"):
        replace(FIGHT, loser="nobody")


def test_a_round_counts_soulshards_and_lets_everybody_act_again():
    after, headline = done(FIGHT, "round", horde=1, host=0)
    assert (after.round, after.army("horde").score) == (2, 1)
    assert headline == "Round 1 ends: Horde 1 Soulshard, Unliving Host 0 Soulshards."


def test_the_most_soulshards_win_and_a_tie_is_nobodys():
    after, headline = done(FIGHT, "round", horde=1, host=2, last=True)
    assert after.over
    assert headline == "The battle ends: Horde 1 Soulshard, Unliving Host 2 Soulshards, Unliving Host wins."
    assert done(FIGHT, "round", last=True)[1].endswith("nobody wins alone.")
    assert refused(after, "round") == "The battle is over."


def test_soulshards_that_nobody_can_gain_are_refused():
    assert "not 21" in refused(FIGHT, "round", horde=21)
    assert refused(FIGHT, "round", stranger=1) == "That army is not in this battle."
    with pytest.raises(BadRecord):
        done(FIGHT, "round", horde="many")


UNIT = {"actor": "reavers", "current_health": 3, "morale_tokens": 3}


def test_a_correction_sets_what_it_says():
    after, headline = done(
        FIGHT, "correction", **{**UNIT, "current_health": 2, "weak": True, "effects": [{"name": "Hexed"}]}
    )
    reavers = after.unit("reavers")
    assert (reavers.current_health, reavers.weak, reavers.effects) == (2, True, {"Hexed"})
    assert headline == "Reavers is corrected by hand."


@pytest.mark.parametrize("typed", ["Overload used", "overload used"])
def test_a_used_overload_is_set_and_taken_away_by_its_effect(typed):
    fresh = battle((1, 0), (0, 0), attacker={"traits": "Overload[1]"}, horde={"seals": 1})
    shot = attack(Kind.RANGED, modifiers=(Modifier(OVERLOAD, red=1, seals=1, own_wounds=1),))
    used, _ = done(fresh, "correction", **UNIT, effects=[{"name": typed}])
    with pytest.raises(Illegal, match=r"The Overload of Reavers is used up for this game\."):
        play(resolve, Declared(used, shot), ())
    again, _ = done(used, "correction", **UNIT, effects=[])
    assert isinstance(play(resolve, Declared(again, shot), ()), Waiting)


def test_a_correction_destroys_and_brings_back():
    fallen, _ = done(FIGHT, "correction", **{**UNIT, "current_health": 0})
    assert (fallen.unit("reavers").standing, fallen.unit("reavers").destroyed_by) == (False, "a correction")
    back, _ = done(fallen, "correction", **{**UNIT, "current_health": 1})
    assert (back.unit("reavers").standing, back.unit("reavers").destroyed_by) == (True, "")


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({}, "Reavers shows that already."),
        ({"current_health": 99}, "“Health” cannot be 99."),
        ({"effects": [{"name": "x" * 41}]}, "Reavers: an effect needs a name of 1 to 40 letters."),
    ],
)
def test_a_correction_that_cannot_be_is_refused(answers, sentence):
    assert refused(FIGHT, "correction", **{**UNIT, **answers}) == sentence


def test_a_correction_that_was_stored_with_a_field_for_each_value_is_still_read():
    older = {**UNIT, "weak": True, "boost": False, "effects": ["Hexed"]}
    written = write(Record(GAME, GAME.procedure("correction"), FIGHT, Correction("reavers", ()), ()))
    changes = read({**written, "declaration": older}, GAMES).play().outcome.changes
    now, _ = done(FIGHT, "correction", **{**UNIT, "weak": True, "effects": [{"name": "Hexed"}]})
    assert apply(FIGHT, changes) == now
    assert now.unit("reavers").effects == {"Hexed"}


def test_armies_are_corrected_together():
    values = {
        "horde.seals": 3,
        "horde.momentum": 1,
        "horde.soulshards": 2,
        "host.seals": 0,
        "host.momentum": 0,
        "host.soulshards": -1,
    }
    after, _ = done(FIGHT, "armies", **values)
    assert (after.army("horde").seals, after.army("horde").momentum, after.army("host").score) == (3, 1, -1)
    assert refused(after, "armies", **values) == "The armies show that already."
    assert refused(replace(FIGHT, started=False), "armies", **values) == "The battle has not started."
    assert refused(FIGHT, "armies", **{**values, "host.momentum": 1}) == "The momentum slider is on one side only."
    with pytest.raises(BadRecord):
        done(FIGHT, "armies", **{"horde.name": 3})


def test_an_army_that_has_soulshards_before_the_start_has_as_many_points_from_it_on():
    army = replace(FIGHT.armies[0], soulshards=-3, score=0)
    taken_back = replace(FIGHT, started=False, armies=(army, *FIGHT.armies[1:]))
    after, _ = done(taken_back, "start")
    assert [army.score for army in after.armies] == [-3, 0]


def test_a_battle_starts_with_two_armies_that_have_units():
    before = replace(FIGHT, started=False)
    assert done(before, "start")[0].started
    assert refused(FIGHT, "start") == "The battle has started."
    assert refused(replace(before, units=before.units[:1]), "start") == "Unliving Host has no units."
    three = replace(before, armies=(*before.armies, Army("third", "Third")))
    assert refused(three, "start") == "Two armies fight. This battle has 3."


def test_commanders_give_seals_and_the_cheaper_army_one_more():
    def first(*costs):
        units = [replace(u, cost=c, traits="Commander[1]") for u, c in zip(FIGHT.units, costs, strict=True)]
        after, _ = done(replace(FIGHT, units=tuple(units), started=False), "start")
        return tuple(army.seals for army in after.armies)

    assert first(100, 90) == (1, 2)
    assert first(90, 90) == (1, 1)


@pytest.mark.parametrize(
    "broken",
    [
        {"offence_red": 13},
        {"guard_blue": -1},
        {"health": 0},
        {"current_health": 5},
        {"morale_tokens": 4},
        {"speed": 11},
    ],
)
def test_an_impossible_unit_is_refused(broken):
    with pytest.raises(ValueError, match="must be"):
        Unit("one", "One", "horde", **broken)


def test_a_battle_refuses_keys_that_lead_nowhere_and_a_slider_in_two_places():
    with pytest.raises(ValueError, match="no army has the key"):
        Battle((Army("horde", "Horde"),), (Unit("one", "One", "nowhere"),))
    with pytest.raises(ValueError, match="used 2 times"):
        Battle((Army("horde", "Horde"),), (Unit("horde", "One", "horde"),))
    with pytest.raises(ValueError, match="slider"):
        Battle((Army("horde", "Horde", momentum=1), Army("host", "Host", momentum=2)), ())


def test_the_status_tells_the_round_and_an_army_what_it_has():
    assert GAME.status(FIGHT) == (("Round", "1"),)
    assert GAME.status(replace(FIGHT, over=True)) == (("Round", "1"), ("Battle", "over"))
    assert GAME.left(FIGHT, "horde") == (("Seals", "0"), ("Momentum", "0"))
