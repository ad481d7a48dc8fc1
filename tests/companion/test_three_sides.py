"""Battles of three to five sides in every game: set up, seats, attacks, the end, its confirmation, and a rematch."""

import re
from random import Random

import pytest
from django.urls import reverse

from companion.at_random import aims
from companion.management.playing import Play
from companion.models import Battle, Campaign, Declaration, Result
from companion.own import own
from companion.services.auditing import audited
from companion.services.joining import join
from companion.setups.joining import joining
from companion.setups.usual import setup_of
from companion.sheets import belongs, stored
from companion.verdicts import State
from rules.changes import keyed
from rules.games import GAMES
from rules.mobile_frame_zero.limits import STATIONS
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, form_to, forms_of, sheet_of, text_of
from tests.companion.test_ready_to_start import main_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
STEPS = 14
MOST_TAPS = 40
SEVERAL = [slug for slug, game in GAMES.items() if game.most_sides > 2]
LAID = {"mobile_frame_zero": STATIONS}
"""How many of what belongs to the table each has, by the number of sides."""


def several(game, names):
    """A battle of some sides with a player each, set up by pages and with the pieces of the demo; their devices."""
    campaign = Campaign.objects.create(name="Thursdays")
    clients = {"Anna": organise(campaign)} | {name: invited(campaign, name) for name in names[1:]}
    page = clients["Anna"].get(campaign.get_absolute_url())
    form = next(form for form in forms_of(page) if "sides" in form["fields"])
    given = {**form["fields"], "game": game, "name": "Three", "sides": [f"{name}’s side" for name in names]}  # noqa: RUF001
    answer = clients["Anna"].post(form["action"], given)
    assert answer.status_code == 302, text_of(answer)
    battle = Battle.objects.get(campaign=campaign)
    devices = {name: Device(battle, client) for name, client in clients.items()}
    for name, side in zip(names, battle.sides.all(), strict=True):
        assert devices[name].post("seat", side.pk, member=member(name).pk).status_code == 302
    for place, name in enumerate(names):
        bring(battle, place, name, len(names))
    assert devices["Anna"].get("setup").status_code == 200
    assert devices["Anna"].post("seats", seated="1").status_code == 302
    return battle, devices


def bring(battle, place, who, many):
    """The pieces of a side of the demo, and what of that belongs to the table, as they join a side."""
    battle.refresh_from_db()
    demo = GAMES[battle.game].demo.battle
    pieces = [piece for piece in demo.pieces if belongs(piece, demo.sides[place % 2].key)]
    own_pieces = [piece for piece in pieces if piece.side]
    twice = getattr(own(battle.game, "season"), "TWICE", 0)
    laid = [piece for piece in pieces if piece.side is None]
    brought = [*own_pieces[:twice], *own_pieces, *laid * LAID.get(battle.game, {}).get(many, 0)]
    join(
        key=battle.key,
        who=who,
        seen=battle.last_event,
        pieces=lambda battle, read: joining(battle, read.sheet, demo, brought, read.sheet.sides[place].key),
        store=setup_of(battle.game).join,
    )


def attack_by_pages(play, devices):
    """One player attacks another: each sends what its own page offers, and the one who attacked takes it back."""
    battle, procedure = play.battle, play.game.procedure("attack")
    while not (able := aims(procedure, sheet_of(battle))):
        play.fight(1)
    actor, aim = able[-1]
    sheet = sheet_of(battle)
    sides = [side.key for side in sheet.sides]
    attacker, target = (list(devices)[sides.index(keyed(sheet)[key].side)] for key in (actor, aim))
    page = devices[attacker].get(attacker=actor, target=aim, do="attack")
    assert send(devices[attacker], form_to(page, "/declare/", do="attack"))
    for _ in range(MOST_TAPS):
        if not Declaration.objects.filter(battle=battle, status="open").exists():
            break
        taps = [(name, form) for name in devices for form in forms_of(devices[name].get()) if answers(form)]
        assert {name for name, _ in taps} <= {attacker, target, "Anna"}
        name, form = next((name, form) for name, form in taps if name in (attacker, target))
        assert send(devices[name], form)
    assert devices[attacker].last.declaration.status == "settled"
    for name in devices:
        offered = any(form["action"].endswith("/undo/") for form in forms_of(devices[name].get()))
        assert offered is (name in (attacker, "Anna")), name
        if not offered:
            assert devices[name].undo().status_code == 403
    assert devices[attacker].undo().status_code == 302


def answers(form):
    """Whether a form answers what is asked with one tap."""
    return form["action"].endswith(("/choice/", "/apply/")) or ("roll", "1") in form["buttons"]


def send(device, form):
    """Tap what comes first in a form; whether it was taken."""
    buttons = [button for button in form["buttons"] if button[0]]
    chosen = dict([next((one for one in buttons if one[0] == "roll"), buttons[0])]) if buttons else {}
    said = {name: values[0] for name, values in form["offered"].items()}
    answer = device.client.post(form["action"], {**said, **form["fields"], **chosen})
    return answer.status_code == 302


def assert_told(battle, device, names):
    """The page of the end names every side, and shows the luck of each that has rolled."""
    page = text_of(device.get())
    results = Result.objects.filter(battle=battle).order_by("pk")
    assert all(f"{name}’s side" in page for name in names)  # noqa: RUF001
    (asked,) = re.findall(r"<p>([^<]+) can say so\.", page) or [""]
    assert asked.count(" and ") == (1 if len(names) > 2 else 0), asked
    assert any(result.luck for result in results)
    for result in results:
        assert (f"/luck/{result.side_id}-" in page) is bool(result.luck), result.name


MANY = [*((game, 3) for game in SEVERAL), ("troops_and_supplies", 4), ("mobile_frame_zero", 5)]
"""Every game that more than two fight, and each number of sides."""


@pytest.mark.parametrize(("game", "many"), MANY)
def test_a_battle_of_several_sides_is_played_to_its_end_and_again(game, many):
    names = NAMES[:many]
    battle, devices = several(game, names)
    play = Play(battle, Random(3))
    play.start()
    attack_by_pages(play, devices)
    play.fight(STEPS)
    for device in devices.values():
        page = text_of(device.get())
        assert all(f"{name}’s side" in page for name in names)  # noqa: RUF001
    play.end()
    battle = Battle.objects.get(pk=battle.pk)
    assert audited(battle).is_clean
    results = list(Result.objects.filter(battle=battle).select_related("player"))
    assert [result.player.name for result in results] == list(names)
    assert_told(battle, devices["Ben"], names)
    ended_by = battle.ended_by
    for name in names:
        assert text_of(devices[name].get()).count("The result is right") == (0 if ended_by == member(name) else 2), name
        assert main_of(devices[name].get()) == ["Play again" if ended_by == member(name) else "The result is right"], (
            name
        )
    asked = [name for name in names if member(name) != ended_by]
    for name in asked:
        assert Result.objects.filter(battle=battle).first().state == State.OPEN, name
        assert devices[name].post("answer", seen=devices[name].seen, agrees="yes").status_code == 302
    assert set(Result.objects.filter(battle=battle).values_list("state", flat=True)) == {State.CONFIRMED}
    page = text_of(devices["Ben"].client.get(reverse("standings", args=[battle.campaign.key])))
    assert all(name in page for name in names)
    answer = devices["Cleo"].post("rematch", once="one-form-one-rematch")
    assert answer.status_code == 302
    again = Battle.objects.get(once="one-form-one-rematch")
    assert again.seated
    assert [side.player.name for side in again.sides.all()] == list(names)
    before, after = battle.sides.count(), stored(again).sheet
    assert len(after.sides) == before
    assert not after.over


@pytest.mark.parametrize("game", [slug for slug in GAMES if slug not in SEVERAL])
def test_where_two_fight_a_third_is_refused_before_anything_is_built(game):
    campaign = Campaign.objects.create(name="Thursdays")
    client = organise(campaign)
    page = client.get(campaign.get_absolute_url())
    form = next(form for form in forms_of(page) if "sides" in form["fields"])
    answer = client.post(form["action"], {**form["fields"], "game": game, "name": "Three", "sides": list(NAMES[:3])})
    assert answer.status_code == 422
    assert "A battle has two sides. You entered 3." in text_of(answer)
    assert not Battle.objects.exists()


def test_three_games_are_fought_by_more_than_two():
    assert SEVERAL == ["mobile_frame_zero", "troops_and_supplies", "x_wing"]
