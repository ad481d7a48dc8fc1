"""Under a replay lies the course of the battle: its rounds, one tap each, with their attacks and what fell."""

import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from companion.looks import Look
from companion.management.fuzzing import declared
from companion.queries import course
from companion.queries.course import Leg, Mark
from companion.queries.replay import replay_page
from companion.services.history import history_of
from rules.games import GAMES
from tests.companion.playing import Device, sheet_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def attacks_of(game, entries):
    return [one for one in entries if one.record and one.record.procedure.slug == GAMES[game].usual]


def falls_of(entries):
    return [change for one in entries for change in one.changes if change.track == "destroyed_by" and change.after]


@pytest.mark.parametrize("game", GAMES)
def test_the_course_tells_of_every_round_every_attack_and_every_fall(game):
    battle = declared(game, 3, 18).battle
    sheet = sheet_of(battle)
    entries = history_of(battle, sheet).entries
    page = replay_page(battle, None)
    assert [leg.round for leg in page.course] == list(range(page.course[0].round, sheet.round + 1))
    marks = [mark for leg in page.course for mark in leg.marks]
    looks = {side.key: side.look for side in page.sides}
    sides = {piece.key: piece.side for piece in sheet.pieces}
    attacked = [looks[sides[one.record.declaration.actor]] for one in attacks_of(game, entries)]
    assert [mark.look for mark in marks if mark.is_attack] == attacked
    assert sum(mark.fell for mark in marks) == len(falls_of(entries))


def test_a_round_is_one_tap_and_leads_to_where_it_begins():
    battle = declared("troops_and_supplies", 3, 18).battle
    for leg in replay_page(battle, None).course:
        page = replay_page(battle, leg.number)
        assert [other.round for other in page.course if other.is_here] == [leg.round]
        assert page.step.sheet.round == leg.round
        text = text_of(Device(battle).get("replay-step", leg.number))
        there = re.findall(r'<a aria-current="step" aria-label="([^"]*)" href="([^"]*)"', text)
        assert there == [(leg.said, f"/b/{battle.key}/replay/{leg.number}/")]


def test_a_round_says_how_many_attacks_there_were_and_what_was_destroyed():
    battle = declared("troops_and_supplies", 3, 18).battle
    legs = replay_page(battle, None).course
    entries = history_of(battle, sheet_of(battle)).entries
    starts = [[one.number for one in entries].index(leg.number) for leg in legs]
    for leg, start, end in zip(legs, starts, [*starts[1:], len(entries)], strict=True):
        own = entries[start:end]
        attacks, fell = len(attacks_of("troops_and_supplies", own)), len(falls_of(own))
        said = f"Round {leg.round}: {attacks} attack{'' if attacks == 1 else 's'}"
        assert leg.said == said + (f", {fell} piece{'' if fell == 1 else 's'} destroyed" if fell else "")


def test_an_attack_has_the_colour_and_the_emblem_of_its_side_among_three_too():
    battle = declared("gods_gloom", 3, 18).battle
    looks = [Look("rose", "hawk", 1), Look("teal", "sun", 2), Look("ember", "flame", 3)]
    marks = tuple(Mark(look, is_attack=True, fell=0, is_here=False, is_later=False) for look in looks)
    page = replace(replay_page(battle, None), course=(Leg(1, 1, marks, is_here=True),))
    told = render_to_string("replay.html", {"battle": battle, "page": page, "watched": True, "proof": "x"})
    for look in looks:
        assert re.search(rf'<i data-side="{look.colour}"><b><svg[^>]*><use href="[^"]*#em-{look.emblem}"', told)


def test_what_comes_later_is_marked_as_such_and_what_was_undone_not_at_all():
    battle = declared("troops_and_supplies", 3, 18).battle
    attacks = attacks_of("troops_and_supplies", history_of(battle, sheet_of(battle)).entries)
    assert len(attacks) > 1, "of fewer attacks this holds nothing"

    def seen(number):
        marks = [mark for leg in replay_page(battle, number).course for mark in leg.marks if mark.is_attack]
        return [(mark.is_here, mark.is_later) for mark in marks]

    for place, attack in enumerate(attacks):
        assert seen(attack.number) == [(other == place, other > place) for other in range(len(attacks))]
    device = Device(battle)
    for number in range(device.last.number, attacks[-1].number - 1, -1):
        assert device.undo(number).status_code == 302
    assert seen(attacks[0].number) == [(True, False), *[(False, True)] * (len(attacks) - 2)]


def test_a_battle_that_has_just_begun_has_no_course():
    battle = declared("troops_and_supplies", 3, 18).battle
    device = Device(battle)
    for number in range(device.last.number, 1, -1):
        assert device.undo(number).status_code == 302
    assert replay_page(battle, None).course == ()


def test_a_course_that_would_be_too_long_is_not_drawn(monkeypatch):
    battle = declared("troops_and_supplies", 3, 18).battle
    rounds = len(replay_page(battle, None).course)
    monkeypatch.setattr(course, "MOST_MARKS", 0)
    page = replay_page(battle, None)
    assert [leg.shown for leg in page.course] == [()] * rounds
    monkeypatch.setattr(course, "MOST_ROUNDS", rounds - 1)
    assert replay_page(battle, None).course == ()
    assert 'class="course"' not in text_of(Device(battle).get("replay"))
