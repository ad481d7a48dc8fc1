"""Luck on pages: of the rolls that stand in the log, by person and by battle, typed dice and the app's apart."""

import re
import xml.etree.ElementTree as ET
from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.management.fuzzing import finished
from companion.models import Battle, Declaration, Member, Result, Side, Version
from companion.queries.luck_view import luck_of_battle, luck_of_member, side_luck
from companion.queries.rare_rolls import rare_rolls
from companion.services.catching_up import keep_after_migrating, note_luck
from companion.services.lucking import luck_in
from companion.services.undoing import latest_events, redoable, undoable
from companion.verdicts import State
from rules.games import GAMES
from rules.luck import FEW, Telling
from rules.timeline import How
from tests.companion.at_random import at_random
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, text_of
from tests.companion.test_correcting import corrected, correction, filled, later_that_falls, old_roll

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def from_the_log(battle):
    """The luck of a battle when everything that is kept of it is worked out again from its log."""
    with transaction.atomic():
        Declaration.objects.filter(battle=battle.pk).update(luck=None)
        Version.objects.filter(of__battle=battle.pk).update(luck=None)
        note_luck(battle)
        found = kept(battle)
        transaction.set_rollback(True)
    return found


def kept(battle):
    return {side: sorted(rolls) for side, rolls in luck_in(battle).items() if rolls}


@games
def test_what_is_kept_as_things_are_settled_is_what_the_log_tells(game):
    found = 0
    for seed in range(3):
        battle = at_random(game, seed, 30).battle
        before = kept(battle)
        assert before == from_the_log(battle)
        found += sum(map(len, before.values()))
    assert found > 1


@games
def test_a_corrected_die_corrects_the_luck_and_undo_brings_it_back(game):
    device, _, number = old_roll(game)
    before = kept(device.battle)
    _, data = corrected(device, number)
    assert device.post("correct", number, **data, commit="1").status_code == 302
    now = kept(device.battle)
    assert now == from_the_log(device.battle)
    assert device.undo().status_code == 302
    assert kept(device.battle) == before
    assert device.post("redo", event=device.last.number, seen=device.seen).status_code == 302
    assert kept(device.battle) == now


@games
def test_what_was_undone_or_corrected_in_a_file_counts_as_it_did_where_it_stands_again(game):
    device, _, number = old_roll(game)
    before = kept(device.battle)
    _, data = corrected(device, number)
    assert device.post("correct", number, **data, commit="1").status_code == 302
    now = kept(device.battle)
    there = Device(bring_in(battle_file(device.battle)).battles[0], device.client)
    assert there.undo().status_code == 302
    assert list(kept(there.battle).values()) == list(before.values())
    there = Device(bring_in(battle_file(there.battle)).battles[0], device.client)
    assert there.post("redo", event=there.last.number, seen=there.seen).status_code == 302
    assert list(kept(there.battle).values()) == list(now.values())
    undone = undoable(there.battle)
    for _ in range(2):
        assert there.undo(undone).status_code == 302
        undone = undoable(there.battle)
    there = Device(bring_in(battle_file(there.battle)).battles[0], device.client)
    for _ in range(2):
        undo = redoable(there.battle, latest_events(there.battle))
        assert there.post("redo", event=undo.number, seen=there.seen).status_code == 302
    assert list(kept(there.battle).values()) == list(now.values())


def test_what_is_kept_as_the_referees_counts_its_dice_as_they_fit():
    device, number = later_that_falls()
    data = filled(correction(device.get("correct", number), number)) | {"how": "struck"}
    page = text_of(device.post("correct", number, **data))
    data |= dict.fromkeys(re.findall(r'name="(how-\d+)" value="kept"', page), "kept")
    assert device.post("correct", number, **data, commit="1").status_code == 302
    assert device.last.versions.filter(how=How.KEPT).exists()
    assert kept(device.battle) == from_the_log(device.battle)


@pytest.fixture(scope="module")
def at_its_end(rows_of_the_file):
    """A battle at random that has come to its end, with rolls of both kinds of dice."""
    for seed in range(60):
        found = finished("troops_and_supplies", seed, 60).battle
        words = {view.word for view in luck_of_battle(found)}
        if words == {"typed", "app"}:
            return found.pk
    raise LookupError


@pytest.fixture
def battle(at_its_end):
    """That battle, as every test finds it."""
    return Battle.objects.get(pk=at_its_end)


def test_the_page_of_a_battle_that_is_over_tells_luck_by_side_and_by_dice(client, battle):
    page = text_of(client.get(battle.get_absolute_url()))
    views = luck_of_battle(battle)
    assert views
    for view in views:
        assert f"{view.name}, {view.dice}</th><td>{view.luck.rolls}</td>" in page
        assert view.luck.telling is (Telling.TOO_FEW if view.luck.rolls < FEW else view.luck.telling)
    assert page.count(f"Nobody can tell from fewer than {FEW} rolls.") == 1
    assert sum(view.luck.rolls for view in views) == sum(map(len, luck_in(battle).values()))


def test_the_plot_is_a_picture_without_styles_or_scripts(client, battle):
    views = luck_of_battle(battle)
    page = text_of(client.get(battle.get_absolute_url()))
    for view in views:
        address = reverse("battle-luck", args=[battle.key, view.whose, view.word])
        assert f'src="{address}"' in page
        answer = client.get(address)
        assert answer["Content-Type"].startswith("image/svg+xml")
        drawn = ET.fromstring(answer.content.decode())
        assert "style" not in answer.content.decode()
        assert "script" not in answer.content.decode()
        assert str(view.luck.rolls) in "".join(drawn.itertext())
        for shape in ("polygon", "polyline"):
            for one in drawn.iter(f"{{http://www.w3.org/2000/svg}}{shape}"):
                places = [tuple(map(float, place.split(","))) for place in one.get("points").split()]
                assert all(44 <= x <= 264 and 14 <= y <= 234 for x, y in places)


@pytest.mark.parametrize(("side", "dice", "status"), [(0, "app", 404), (None, "loaded", 404), (None, "app", 200)])
def test_a_picture_of_no_such_dice(client, battle, side, dice, status):
    side = battle.sides.first().pk if side is None else side
    assert client.get(reverse("battle-luck", args=[battle.key, side, dice])).status_code == status


def test_a_member_has_the_luck_of_all_own_battles(battle):
    campaign = battle.campaign
    olga = organise(campaign, name="Olga")
    invited(campaign, "Anna")
    anna = member("Anna")
    page = reverse("member", args=[campaign.key, anna.pk])
    assert "Luck" not in text_of(olga.get(page))
    picture = reverse("member-luck", args=[campaign.key, anna.pk, "app"])
    assert "No rolls yet" in text_of(olga.get(picture))
    side = battle.sides.first()
    assert Device(battle, olga).post("seat", side.pk, member=anna.pk).status_code == 302
    own = side_luck(battle, side.pk)
    assert [(v.word, v.luck) for v in luck_of_member(campaign, anna)] == [(v.word, v.luck) for v in own]
    assert picture in text_of(olga.get(page))
    assert olga.get(picture).status_code == 200
    assert olga.get(reverse("member-luck", args=[campaign.key, 99_999, "app"])).status_code == 404


def test_a_member_of_very_many_battles_has_the_luck_and_the_pieces_of_all(client, battle):
    campaign, games = battle.campaign, 600
    anna = Member.objects.create(campaign=campaign, name="Anna")
    one = Result.objects.filter(battle=battle).first()
    side, roll, rare = one.side.name, [["rolled", 1, 2, 6]], [["rolled", 0, 1, 1000]]
    battles = Battle.objects.bulk_create(
        Battle(campaign=campaign, name=f"Battle {n}", game=one.game, over=True, ending=1) for n in range(games)
    )
    sides = Side.objects.bulk_create(Side(battle=row, name=side, player=anna) for row in battles)
    said = {"campaign": campaign, "game": one.game, "player": anna, "name": side, "how": "won", "score": 1, "rival": 0}
    now = timezone.now()
    Result.objects.bulk_create(
        Result(
            battle_id=row.battle_id,
            side=row,
            **said,
            state=State.CONFIRMED,
            ended=now - timedelta(days=place),
            pieces=["One"] if place < games - 1 else ["First"],
            luck=roll if place < games - 1 else rare,
        )
        for place, row in enumerate(sides)
    )
    (view,) = luck_of_member(campaign, anna)
    assert view.luck.rolls == games
    page = text_of(client.get(reverse("member", args=[campaign.key, anna.pk])))
    assert "First" in page, "the pieces of the earliest battle count"
    best, _ = rare_rolls(Result.objects.filter(player=anna))
    assert best.one_in == 1000


def test_battles_of_earlier_versions_get_their_luck(battle):
    before = {row.side_id: row.luck for row in Result.objects.filter(battle=battle)}
    assert any(before.values())
    Declaration.objects.update(luck=None)
    Result.objects.all().delete()
    Battle.objects.filter(pk=battle.pk).update(ended=None, ending=0)
    keep_after_migrating()
    assert {row.side_id: row.luck for row in Result.objects.filter(battle=battle)} == before
