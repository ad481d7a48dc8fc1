"""Rows of choices that are made at once, and dice that are laid on several places."""

from dataclasses import replace
from itertools import combinations

from rules.airsoft_squads.samples import DOUBLE_SHOT, attack, battle, dice
from rules.asks import Declared
from rules.at_once import MOST_ENDS, ends_of
from rules.games import GAMES
from rules.mobile_frame_zero.samples import OSPREY_ATTACK, OSPREY_BATTLE
from rules.mobile_frame_zero.sheet import Kind, Range, System
from rules.mobile_frame_zero.turn import Activation
from rules.play import play
from rules.table import Dice, Moment, Pick
from rules.words import listed

KADER = OSPREY_BATTLE.frame("kader")


def moment_of(game, procedure, declared, *replies):
    found = GAMES[game].procedure(procedure)
    return found, Moment(declared, replies, play(found.resolve, declared, replies).ask)


def hit(frame, *faces):
    """The moment at which a frame that was hit in the open loses its systems."""
    frames = tuple(frame if frame.key == one.key else one for one in OSPREY_BATTLE.frames)
    declared = Declared(replace(OSPREY_BATTLE, frames=frames), replace(OSPREY_ATTACK, cover=None))
    return moment_of("mobile_frame_zero", "attack", declared, Dice("damage", (faces,)))


def kader(*systems):
    return replace(KADER, systems=tuple(System(key, name, kind) for key, name, kind in systems))


def labels(ends):
    return [end.option.label for end in ends]


def test_every_two_of_four_systems_are_one_end():
    ends = ends_of(*hit(KADER, 5, 5, 1))
    names = [system.name for system in KADER.systems]
    assert sorted(labels(ends)) == sorted(map(listed, combinations(names, 2)))
    assert all(end.choices == 2 for end in ends)


def test_each_end_is_what_its_replies_lead_to():
    procedure, moment = hit(KADER, 5, 5, 5)
    ends = ends_of(procedure, moment)
    assert len(ends) == 4
    for end in ends:
        replies = (*moment.replies, *(Pick("system lost", key) for key in end.taken))
        changes = play(procedure.resolve, moment.declared, replies).outcome.changes
        lost = {change.piece for change in changes if change.track == "lost"}
        assert lost == set(end.taken)
        assert end.option.label == listed([system.name for system in KADER.systems if system.key in lost])


def test_equal_systems_are_told_once_and_what_the_table_takes_by_itself_is_told_too():
    twins = kader(("a", "cannon", Kind.DIRECT), ("b", "shield", Kind.BLUE), ("c", "shield", Kind.BLUE))
    ends = ends_of(*hit(twins, 5, 5, 1))
    assert sorted((end.option.label, end.choices) for end in ends) == [
        ("cannon and shield", 2),
        ("shield and shield", 2),
    ]
    assert {len(end.taken) for end in ends} == {1, 2}


def test_one_system_is_asked_for_alone():
    assert ends_of(*hit(KADER, 5, 1, 1)) == ()


def test_more_ends_than_are_read_at_a_glance_are_asked_one_by_one():
    many = kader(*((f"s{number}", f"system {number}", Kind.DIRECT) for number in range(MOST_ENDS)))
    assert ends_of(*hit(many, 5, 5, 1)) == ()


def test_a_row_that_was_begun_one_by_one_tells_what_is_left_of_it():
    _, moment = hit(KADER, 5, 5, 5)
    first = moment.ask.options[0]
    begun = (*moment.replies, Pick("system lost", first))
    ends = ends_of(*moment_of("mobile_frame_zero", "attack", moment.declared, *begun))
    (gone,) = (system.name for system in KADER.systems if system.key == first)
    assert len(ends) == 3
    assert not any(gone in label for label in labels(ends))


def test_two_critical_dice_tell_every_end_with_what_it_comes_to():
    stage = battle(replace(DOUBLE_SHOT, ap=5))
    procedure, moment = moment_of("airsoft_squads", "attack", Declared(stage, attack()), dice((6, 6), 1))
    ends = ends_of(procedure, moment)
    assert labels(ends) == ["add all", "double the AP VALUE for 6", "double the AP VALUE for 6 and 6"]
    assert (
        moment.ask.row_sentence(moment.declared, 2) == "2 dice of Rook are critical. Add each, or double the AP VALUE?"
    )
    for end in ends:
        replies = (*moment.replies, *(Pick("critical die", option) for option in end.taken))
        outcome = play(procedure.resolve, moment.declared, replies).outcome
        assert end.option.leads_to.startswith(f"AP {outcome.ap} against EP {outcome.ep}: ")


def test_a_place_offers_every_die_that_may_serve_it_whatever_lies_on_the_others():
    vane = replace(kader(("a", "rifle", Kind.DIRECT), ("b", "shield", Kind.BLUE)), acted=False, defence=None)
    frames = tuple(vane if one.key == vane.key else one for one in OSPREY_BATTLE.frames)
    declared = Declared(replace(OSPREY_BATTLE, frames=frames), Activation("kader", Range.DIRECT))
    _, moment = moment_of("mobile_frame_zero", "activation", declared, Dice("pool", ((4, 4), (6, 3), (5,))))
    laying = moment.ask.laying(declared)
    assert [(place.name, [option.value for option in place.options]) for place in laying.places] == [
        ("defence", ["B:5", "W:4", "none"]),
        ("attack", ["R:6", "R:3", "W:4", "none"]),
        ("movement", ["W:4", "none"]),
        ("spot", ["W:4", "none"]),
    ]
    assert laying.dice.count("W:4") == 2
    assert laying.places[0].options[0].die == ("blue d6", 5)
    assert laying.places[0].options[-1].die is None
