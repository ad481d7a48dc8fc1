"""The screen for those who look on: what it shows, by a link that leads to nothing else, and how it hears of more."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from companion.admin.edits import editing
from companion.live.access import OFFERED, SCREEN
from companion.live.versions import told_versions, unpinned, versions
from companion.management.bench_queries import grow
from companion.management.fuzzing import declared
from companion.models import Battle, Company, Event, Frame, Pinned
from companion.outside.seen import page_of
from companion.queries.replay import screen_page
from companion.services.pinning import pin
from companion.watching import proof_of
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.group import invited, organise
from tests.companion.live import Listener, listen, live
from tests.companion.playing import Device, everything, form_to, forms_of, text_of
from tests.companion.test_attack_path import play_the_seed
from tests.companion.test_live import happen, tap
from tests.companion.test_live_parts import Fetch, part_of
from tests.companion.test_undo import spot

pytestmark = pytest.mark.any_database


def screen_of(battle):
    return reverse("screen", args=[battle.pk, proof_of(battle)])


def shown(battle, **more):
    return text_of(Client().get(screen_of(battle), **more))


def stream_of(battle):
    return f"/w/{battle.pk}/{proof_of(battle)}/live/"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.django_db
def test_it_shows_the_battle_of_every_game_and_leads_to_nothing(game):
    battle = declared(game, 3, 12).battle
    attacks = battle.events.filter(kind=GAMES[game].usual)
    page = shown(battle, **{OFFERED: True})
    for side in battle.sides.all():
        assert side.name in page
    assert battle.key not in page
    assert battle.campaign.key not in page
    assert not forms_of(Client().get(screen_of(battle)))
    assert 'href="?' not in page
    assert f'data-live="{stream_of(battle)}"' in page
    assert "live.js" in page
    battle.refresh_from_db()
    assert ('class="ending"' in page) is battle.over, "in the place of the last attack"
    assert ("No attack yet" in page) is not (attacks.exists() or battle.over)


DOER = re.compile(
    r'<h[12] class="done-by" data-side="(\w+)"[^>]*><span class="doer"><svg[^>]*><use href="[^"]*#(em-\w+)"'
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.django_db
def test_the_last_attack_has_the_emblem_of_the_side_that_made_it(game):
    battle = declared(game, 3, 12).battle
    battle.refresh_from_db()
    attack = screen_page(battle).attack
    entry = text_of(Client().get(reverse("event", args=[battle.key, attack.number]))) if attack else ""
    assert DOER.findall(shown(battle)) == (DOER.findall(entry) if not battle.over else [])


@pytest.mark.django_db
def test_an_attack_on_the_screen_has_the_emblem_of_its_attacker():
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    play_the_seed(device)
    assert device.apply().status_code == 302
    assert len(DOER.findall(shown(device.battle))) == 1


TOLD = re.compile(
    r'<(?P<tag>ul|p) class="(?:row tokens|row health|numbers|row ship-numbers|faceup)".*?</(?P=tag)>', re.S
)
"""What the cards of pieces tell of them: their numbers, their tokens, and the cards that lie on them."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.django_db
def test_its_cards_and_those_of_the_replay_tell_the_same_of_every_piece_as_those_of_the_battle(game):
    battle = demo_of(game)
    told = [
        [one[0] for one in TOLD.finditer(page)]
        for page in (
            text_of(Client().get(battle.get_absolute_url())),
            shown(battle),
            text_of(Client().get(reverse("replay", args=[battle.key]))),
        )
    ]
    assert told[0]
    assert told[0] == told[1] == told[2]


def test_the_last_attack_comes_with_its_dice_and_what_it_changed(device):
    assert "No attack yet" in shown(device.battle)
    play_the_seed(device)
    device.apply()
    attack = device.last
    device.declare("round")
    page = shown(device.battle)
    assert attack.headline in page
    assert page.count("die-drawn") >= 3
    device.call_off()
    device.undo(attack)
    page = shown(device.battle)
    assert "No attack yet" in page, "what was taken back is no attack any more"
    assert f"<del>{attack.headline}</del> <small>undone</small>" in page, "and can still be read"
    assert device.post("redo", event=device.last.number, seen=device.seen).status_code == 302
    page = shown(device.battle)
    assert "<del>" not in page
    assert page.count("die-drawn") >= 3


def test_an_attack_that_was_undone_after_a_piece_had_joined_is_the_last_one_no_more(device):
    """The log goes on from it all the same: what joined did so while it stood."""
    play_the_seed(device)
    device.apply()
    attack = device.last
    with editing(key=device.battle.key, who="the referee"):
        Frame.objects.create(battle=device.battle, company=Company.objects.first(), name="Reserve")
    assert device.undo(attack).status_code == 302
    page = shown(device.battle)
    assert "No attack yet" in page
    assert f"<del>{attack.headline}</del> <small>undone</small>" in page
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    page = shown(device.battle)
    assert "<del>" not in page
    assert f"<span>{attack.headline}</span></h2>" in page


@pytest.mark.parametrize("pinned", Pinned.values)
def test_a_correction_of_something_before_the_last_attack_is_said(device, pinned):
    spot(device)
    spotted = device.last
    play_the_seed(device)
    device.apply()
    attack = device.last
    pin(key=device.battle.key, what=pinned)
    struck = device.post("correct", spotted.number, how="struck", agreed="on", commit="1", seen=device.seen)
    assert struck.status_code == 302
    corrected = device.last
    page = shown(device.battle)
    assert f'data-say="{corrected.headline}"' in page
    assert (f"<p>{corrected.headline}</p>" in page) is (pinned in ("all", "attack"))
    assert (f"<span>{attack.headline}</span></h2>" in page) is (pinned in ("all", "attack"))
    device.declare("holding", device.key("relay mast"), q_owner="None")
    assert corrected.headline not in shown(device.battle), "until something else happens"


def test_a_battle_without_any_entry_is_shown_too(demo):
    Event.objects.all().delete()
    assert "No attack yet" in shown(demo)


@pytest.mark.parametrize(
    ("what", "attack", "board"),
    [("all", True, True), ("score", False, False), ("attack", True, False), ("board", False, True)],
)
def test_what_is_pinned_is_what_it_shows(demo, what, attack, board):
    pin(key=demo.key, what=what)
    page = shown(demo)
    assert ("screen-attack" in page, 'class="board"' in page) == (attack, board)
    assert 'class="plates' in page


def test_an_organiser_pins_and_nobody_else(demo):
    anna = organise(demo.campaign)
    ben = invited(demo.campaign, "Ben")
    way = reverse("share", args=[demo.key])
    assert screen_of(demo) in text_of(ben.get(way))
    assert not [form for form in forms_of(ben.get(way)) if form["action"].endswith("/pin/")]
    form = form_to(anna.get(way), "/pin/")
    before = everything()
    for client, what, status in ((ben, "score", 403), (Client(), "score", 403), (anna, "king", 422), (anna, "", 422)):
        assert client.post(form["action"], {"what": what}).status_code == status
    assert everything() == before
    assert anna.post(form["action"], {"what": "score"}).url == way
    assert Battle.objects.get(pk=demo.pk).pinned == Pinned.SCORE
    assert re.search(r'value="score" aria-pressed="true"', text_of(anna.get(way)))


def test_a_link_that_is_not_that_of_the_battle_shows_nothing(demo):
    way = screen_of(demo)
    assert Client().post(way).status_code == 405
    for wrong in (way.replace(proof_of(demo), "0" * 32), way.replace(str(demo.pk), "0", 1)):
        assert Client().get(wrong).status_code == 404
    Battle.objects.update(key="another-link-since")
    assert Client().get(way).status_code == 404


def test_an_organiser_ends_the_link_alone_and_nobody_else(demo):
    anna, ben = organise(demo.campaign), invited(demo.campaign, "Ben")
    way, screen = reverse("share", args=[demo.key]), screen_of(demo)
    replay = reverse("watch", args=[demo.pk, proof_of(demo)])
    form = form_to(anna.get(way), "/watch-anew/")
    assert not [form for form in forms_of(ben.get(way)) if form["action"].endswith("/watch-anew/")]
    before, told = everything(), told_versions([demo.key])
    for client, number, status in ((ben, "0", 403), (Client(), "0", 403), (anna, "1", 302), (anna, "x", 302)):
        assert client.post(form["action"], {"number": number}).status_code == status
    assert everything() == before
    for _ in range(2):
        assert anna.post(form["action"], form["fields"]).url == way
    again = Battle.objects.get(pk=demo.pk)
    assert again.watched_anew == 1, "a second tap ends no second link"
    assert told_versions([demo.key]) != told, "an open screen asks again"
    for old in (screen, replay, stream_of(demo)):
        assert Client().get(old).status_code == 404
    assert screen_of(again) in text_of(anna.get(way))
    assert "screen" in shown(again)
    assert anna.get(demo.get_absolute_url()).status_code == 200, "the battle keeps its own"


def test_a_screen_that_is_up_to_date_is_answered_with_nothing(demo):
    version = re.search(r'data-version="([^"]+)"', shown(demo))[1]
    client = Client(headers={"Battle-Version": version})
    assert client.get(screen_of(demo)).status_code == 204
    pin(key=demo.key, what="board")
    assert client.get(screen_of(demo)).status_code == 200
    assert re.search(r'data-version="([^"]+)"', shown(demo))[1] == f"{version}~board"
    assert versions([demo.key])[demo.key] == version, "no other page shows what is pinned"
    assert client.get(demo.get_absolute_url()).status_code == 204


def test_its_queries_do_not_grow_with_the_log(device, django_assert_max_num_queries):
    play_the_seed(device)
    device.apply()
    grow(device.battle, 1)
    with django_assert_max_num_queries(20) as before:
        assert Client().get(screen_of(device.battle)).status_code == 200
    grow(device.battle, 300)
    with django_assert_max_num_queries(len(before)):
        assert Client().get(screen_of(device.battle)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_its_stream_tells_what_is_played_and_pinned_and_no_key_opens_it(demo):
    app = live()

    async def scenario():
        way = await tap(stream_of, demo)
        async with Listener(app, way) as screen:
            assert screen.status == 200
            first = await screen.version()
            await tap(happen, demo)
            second = await screen.version()
            assert second != first
            await tap(pin, key=demo.key, what="score")
            assert await screen.version() == f"{second}~score" == (await tap(told_versions, [demo.key]))[demo.key]
            async with Fetch(app, part_of(demo), battle_version=unpinned(second)) as page:
                assert page.status == 204, "a battle's page shows the newest, whatever is pinned"
        wrong = (way.replace("/w/", "/w/9"), way.replace(proof_of(demo), "0" * 32))
        for address in wrong:
            async with Listener(app, address) as screen:
                assert screen.status == 403

    listen(app, scenario)


def test_its_stream_is_seen_from_outside_as_one_that_is_held_open(demo):
    assert page_of({"path": stream_of(demo)}) == "live"
    assert page_of({"path": screen_of(demo)}) == "screen"


@pytest.mark.parametrize("path", ["/w/1/x/live/", f"/w/x/{'0' * 32}/live/", f"/w/{'9' * 19}/{'0' * 32}/live/"])
def test_what_is_no_link_of_a_screen_is_no_stream(path):
    assert not SCREEN.fullmatch(path)
