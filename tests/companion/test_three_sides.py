"""Battles of three sides in every game: set up, seats, attacks, the end, who says that it is right, and a rematch."""

from random import Random

import pytest
from django.urls import reverse

from companion.management.playing import Play
from companion.models import Battle, Campaign, Result
from companion.own import own
from companion.services.auditing import audited
from companion.services.joining import join
from companion.setups.joining import joining
from companion.setups.usual import setup_of
from companion.sheets import belongs, stored
from companion.verdicts import State
from rules.games import GAMES
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, forms_of, text_of

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Ben", "Cleo")
STEPS = 14
SEVERAL = [slug for slug, game in GAMES.items() if game.most_sides > 2]
LAID = {"mobile_frame_zero": 2}
"""How many of what belongs to the table each of three has."""


def three(game):
    """A battle of three sides with a player each, set up by pages and with the pieces of the demo; their devices."""
    campaign = Campaign.objects.create(name="Thursdays")
    clients = {"Anna": organise(campaign)} | {name: invited(campaign, name) for name in NAMES[1:]}
    page = clients["Anna"].get(campaign.get_absolute_url())
    form = next(form for form in forms_of(page) if "sides" in form["fields"])
    given = {**form["fields"], "game": game, "name": "Three", "sides": [f"{name}’s side" for name in NAMES]}  # noqa: RUF001
    answer = clients["Anna"].post(form["action"], given)
    assert answer.status_code == 302, text_of(answer)
    battle = Battle.objects.get(campaign=campaign)
    devices = {name: Device(battle, client) for name, client in clients.items()}
    for name, side in zip(NAMES, battle.sides.all(), strict=True):
        assert devices[name].post("seat", side.pk, member=member(name).pk).status_code == 302
    for place, name in enumerate(NAMES):
        bring(battle, place, name)
    assert devices["Anna"].get("setup").status_code == 200
    assert devices["Anna"].post("seats", seated="1").status_code == 302
    return battle, devices


def bring(battle, place, who):
    """The pieces of a side of the demo, and what of that belongs to the table, as they join a side."""
    battle.refresh_from_db()
    demo = GAMES[battle.game].demo.battle
    pieces = [piece for piece in demo.pieces if belongs(piece, demo.sides[place % 2].key)]
    own_pieces = [piece for piece in pieces if piece.side]
    twice = getattr(own(battle.game, "season"), "TWICE", 0)
    laid = [piece for piece in pieces if piece.side is None]
    brought = [*own_pieces[:twice], *own_pieces, *laid * LAID.get(battle.game, 0)]
    join(
        key=battle.key,
        who=who,
        seen=battle.last_event,
        pieces=lambda battle, read: joining(battle, read.sheet, demo, brought, read.sheet.sides[place].key),
        store=setup_of(battle.game).join,
    )


@pytest.mark.parametrize("game", SEVERAL)
def test_a_battle_of_three_sides_is_played_to_its_end_and_again(game):
    battle, devices = three(game)
    play = Play(battle, Random(3))
    play.start()
    play.fight(STEPS)
    for device in devices.values():
        page = text_of(device.get())
        assert all(f"{name}’s side" in page for name in NAMES)  # noqa: RUF001
    play.end()
    battle = Battle.objects.get(pk=battle.pk)
    assert audited(battle).is_clean
    results = list(Result.objects.filter(battle=battle).select_related("player"))
    assert [result.player.name for result in results] == list(NAMES)
    ended_by = battle.ended_by
    for name in NAMES:
        assert text_of(devices[name].get()).count("The result is right") == (0 if ended_by == member(name) else 2), name
    asked = [name for name in NAMES if member(name) != ended_by]
    for name in asked:
        assert Result.objects.filter(battle=battle).first().state == State.OPEN, name
        assert devices[name].post("answer", seen=devices[name].seen, agrees="yes").status_code == 302
    assert set(Result.objects.filter(battle=battle).values_list("state", flat=True)) == {State.CONFIRMED}
    page = text_of(devices["Ben"].client.get(reverse("standings", args=[battle.campaign.key])))
    assert all(name in page for name in NAMES)
    answer = devices["Cleo"].post("rematch", once="one-form-one-rematch")
    assert answer.status_code == 302
    again = Battle.objects.get(once="one-form-one-rematch")
    assert again.seated
    assert [side.player.name for side in again.sides.all()] == list(NAMES)
    before, after = battle.sides.count(), stored(again).sheet
    assert len(after.sides) == before
    assert not after.over


@pytest.mark.parametrize("game", [slug for slug in GAMES if slug not in SEVERAL])
def test_where_two_fight_a_third_is_refused_before_anything_is_built(game):
    campaign = Campaign.objects.create(name="Thursdays")
    client = organise(campaign)
    page = client.get(campaign.get_absolute_url())
    form = next(form for form in forms_of(page) if "sides" in form["fields"])
    answer = client.post(form["action"], {**form["fields"], "game": game, "name": "Three", "sides": list(NAMES)})
    assert answer.status_code == 422
    assert "A battle has two sides. You entered 3." in text_of(answer)
    assert not Battle.objects.exists()


def test_three_games_are_fought_by_more_than_two():
    assert SEVERAL == ["mobile_frame_zero", "troops_and_supplies", "x_wing"]
