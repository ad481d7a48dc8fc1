"""Effects by which only some dice of a roll are critical."""

from dataclasses import replace

import pytest

from rules.airsoft_squads.attack import resolve
from rules.airsoft_squads.criticals import Criticals
from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.airsoft_squads.outlook import outlook
from rules.airsoft_squads.samples import ROOK, attack, battle, critical, dice
from rules.asks import Declared
from rules.play import play


def skill(stat, operation, amount, **more):
    return Modifier(more.pop("key", stat), "Skill", While.ATTACKER, stat, operation, amount, **more)


def played(stage, shown, *options):
    """Rook attacks with these dice against a 1, and decides so about the critical ones."""
    return play(resolve, Declared(stage, attack()), (dice(shown, 1), *critical(*options)))


def shooting(*some, extra=1, everyone=()):
    """An attack with two dice, of which some are critical from a face on."""
    few = (
        skill(Stat.CRITICAL, Operation.FIX, face, key=f"few-{n}", dice=count) for n, (face, count) in enumerate(some)
    )
    lower = (skill(Stat.CRITICAL, Operation.FIX, face) for face in everyone)
    more = skill(Stat.ATTACK_DICE, Operation.ADD, extra)
    return battle(replace(ROOK, ap=7, skills=(more, *few, *lower)))


def test_one_die_of_two_may_double_and_the_other_is_added():
    stage = shooting((4, 1))
    first = played(stage, (4, 5)).ask
    assert first.label == "critical die"
    assert first.choosing.left[0] == 4
    done = played(stage, (4, 5), "double").outcome
    assert (done.ap, done.doubled) == (2 * 7 + 5, 1)


def test_who_adds_the_first_may_double_the_second():
    done = played(shooting((4, 1)), (4, 5), "add", "double").outcome
    assert (done.ap, done.doubled) == (2 * 7 + 4, 1)


def test_a_die_that_all_make_critical_takes_no_place():
    done = played(shooting((4, 1)), (4, 6), "double", "double").outcome
    assert (done.ap, done.doubled) == (4 * 7, 2)


def test_dice_below_the_face_are_not_asked_for():
    assert played(shooting((4, 1)), (3, 2)).outcome.ap == 7 + 5


def test_two_effects_are_for_a_die_each():
    stage = shooting((3, 1), (5, 1))
    assert played(stage, (3, 5), "double", "double").outcome.doubled == 2
    assert played(stage, (3, 4), "double").outcome.doubled == 1


def test_the_outlook_names_the_dice():
    told = outlook(Declared(shooting((4, 1), everyone=(5,)), attack())).sentence
    assert told.startswith("Critical from 5, from 4 for 1")


def test_the_skill_says_how_many_dice_it_is_for():
    known = skill(Stat.CRITICAL, Operation.FIX, 4)
    assert replace(known, dice=2).effect == "critical from 4 for 2 dice"
    assert known.effect == "critical from 4"


@pytest.mark.parametrize(("stat", "operation"), [(Stat.AP, Operation.ADD), (Stat.CRITICAL, Operation.SUBTRACT)])
def test_nothing_else_is_for_some_dice(stat, operation):
    with pytest.raises(ValueError, match="only a face from which dice are critical can be for some dice"):
        replace(skill(stat, operation, 1), dice=1)


def test_the_places_are_matched():
    both = Criticals(6, ((3, 1), (5, 1)))
    assert both.can_double((3, 5))
    assert not both.can_double((3, 4))
    assert not both.can_double((5, 5, 5))
    assert both.can_double((6, 6, 6))
