"""What was set up twice, in the battle as its first set-up is corrected: each says what it said, where both fit."""

from dataclasses import replace
from random import Random

import pytest

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.management.fuzzing import Fuzz
from companion.models import Campaign, SquadModifier
from companion.services.demo import load_demo_battle
from companion.services.editing import editing
from companion.services.history import history_of
from companion.sheets import stored
from rules.airsoft_squads.samples import LIES_DOWN, ROOK, VIPER, battle
from rules.changes import keyed
from rules.games import GAMES
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.test_correcting_set_up import (
    commit,
    correction,
    declared_since,
    fought,
    games,
    holds,
    joined,
)
from tests.companion.test_three_sides import NAMES, several

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def agreed_twice():
    """A device at a battle that is being set up, in which the players have agreed on something once more."""
    _, devices = several("gods_gloom", NAMES[:2])
    device = devices["Anna"]
    agreed = form_to(device.get("setup"), "/setup/agreement/")
    assert device.client.post(agreed["action"], agreed["fields"] | {"flanking": "2"}).status_code == 302
    return device


def test_what_was_agreed_on_later_stands_when_something_else_is_corrected_from_the_start():
    device = agreed_twice()
    before = device.sheet
    commit(device, 1, piece="battle", **{"again-battle-weak": "3"})
    assert (device.sheet.settings.flanking, device.sheet.settings.weak) == (2, 3)
    holds(device.battle)
    commit(device, 1, piece="battle", **{"again-battle-weak": str(before.settings.weak)})
    assert device.sheet == before
    holds(device.battle)


def test_what_was_agreed_on_later_stands_when_the_same_is_corrected_from_the_start():
    device = agreed_twice()
    for said in ("3", "2", "1"):
        commit(device, 1, piece="battle", **{"again-battle-flanking": said})
        assert device.sheet.settings.flanking == 2
        holds(device.battle)


def test_of_a_row_that_does_not_fit_any_more_what_fits_is_kept():
    """Two positions came to where one had been taken out, which was not so."""
    device = fought("airsoft_squads", steps=0)
    squad = device.sheet.squads[0].key
    last = max((one for one in device.sheet.positions if one.squad == squad), key=lambda one: one.place)
    assert device.post("setup-remove", last.key.rpartition("-")[2], seen=device.seen).status_code == 302
    number = device.seen
    rows = form_to(device.get("setup", side=squad), "/setup/positions/")
    answer = device.client.post(rows["action"], rows["fields"] | {"count": "2", "objective": "1"})
    assert answer.status_code == 302
    before = device.sheet
    commit(device, number, how="struck")
    holds(device.battle)
    places = [one.place for one in device.sheet.positions if one.squad == squad]
    assert sorted(places) == list(range(1, last.place + 2)), "the second of the two is still there"
    commit(device, number, how="again")
    assert device.sheet == before
    holds(device.battle)


def test_what_never_came_to_a_piece_is_not_there_whatever_came_to_it_later():
    _, devices = several("airsoft_squads", NAMES[:2])
    device, before = devices["Anna"], []
    bearer = device.sheet.operators[0].key.rpartition("-")[2]
    for name in ("Steady", "Quick"):
        form = form_to(device.get("setup"), "/setup/effect/")
        said = {"name": name, "side": "attacker", "stat": "AP", "operation": "add", "amount": "1"}
        before.append(device.seen)
        answer = device.client.post(form["action"], form["fields"] | said | {"bearer": bearer})
        assert answer.status_code == 302

    def skills():
        return [skill.name for skill in device.sheet.operators[0].skills]

    commit(device, before[0] + 1, how="struck")
    assert skills() == ["Quick"]
    holds(device.battle)
    commit(device, before[0] + 1, how="again")
    assert skills() == ["Steady", "Quick"]
    holds(device.battle)
    commit(device, before[1] + 1, how="struck")
    assert skills() == ["Steady"]
    holds(device.battle)


@games
def test_what_was_done_with_a_piece_that_never_joined_can_still_be_looked_at(game):
    device = fought(game, steps=0)
    key, number = joined(device)
    fuzz = Fuzz(GAMES[game], Random(1), device.battle.campaign)
    fuzz.battle = device.battle
    while not declared_since(device, key, number):
        fuzz.declare()
    commit(device, number, how="struck")
    told = [line.entry.number for line in history_of(device.battle, device.sheet).lines if line.answers]
    for one in told:
        for posted in ({}, {"how": "again"}, {"how": "struck"}, {"how": "kept"}):
            page = device.post("correct", one, **posted) if posted else device.get("correct", one)
            assert page.status_code == 200, (one, posted)
        assert device.post("correct", one, how="again", seen=device.seen, commit="1").status_code == 422
    holds(device.battle)


@games
def test_what_was_done_to_a_piece_happens_again_only_where_the_piece_is_there(game):
    device = fought(game, steps=0)
    key, number = joined(device)
    row = stored(device.battle).rows[key]
    with editing(key=device.battle.key, who="Anna"):
        row.name = "Renamed"
        row.save()
    before, change = device.sheet, device.last.number
    for each in (number, change):
        commit(device, each, how="struck")
    was = everything()
    page = device.post("correct", change, **correction(device, change) | {"how": "again"}, commit="1")
    assert page.status_code == 422
    assert "cannot stand like that: what it was done to is not in the battle by then." in text_of(page)
    assert everything() == was
    for each in (number, change):
        commit(device, each, how="again")
        holds(device.battle)
    assert device.sheet == before


def test_a_skill_belonged_to_another_who_has_one_already():
    device = fought("airsoft_squads", steps=0)
    giver, taker = [operator for operator in device.sheet.operators if operator.skills][:2]
    before = device.sheet
    (skill,) = giver.skills
    commit(device, 1, piece=skill.key, **{f"again-{skill.key}-bearer": taker.key.rpartition("-")[2]})
    shown = keyed(device.sheet)
    assert (shown[giver.key].skills, shown[taker.key].skills) == ((), (skill, *taker.skills))
    holds(device.battle)
    device.undo()
    assert device.sheet == before


def test_a_skill_belonged_to_another_in_a_battle_of_a_file_where_one_has_gone_since():
    """What had gone before the file has a later id there than all that is left."""
    game = GAMES["airsoft_squads"]
    one, two, three, other = (
        replace(LIES_DOWN, key=name, name=name.title()) for name in ("one", "two", "three", "other")
    )
    sheet = battle(replace(ROOK, skills=(one, two, three)), replace(VIPER, skills=(other,)))
    demo = replace(game, demo=replace(game.demo, battle=sheet))
    device = Device(load_demo_battle(Campaign.objects.create(name="Season"), demo), name="Anna")
    with editing(key=device.battle.key, who="staff"):
        SquadModifier.objects.get(name="Two").delete()
    (again,) = bring_in(battle_file(device.battle)).battles
    brought = Device(again, device.client)
    rook, viper = brought.sheet.operators
    key = viper.skills[0].key
    commit(brought, 1, piece=key, **{f"again-{key}-bearer": rook.key.rpartition("-")[2]})
    assert [skill.name for skill in brought.sheet.operators[0].skills] == ["One", "Three", "Other"]
    holds(again)
