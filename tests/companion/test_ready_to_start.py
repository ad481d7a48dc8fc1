"""Start is the main button only where it works; elsewhere the page says what is needed, and leads to it."""

import re
from dataclasses import replace

import pytest

from companion.models import Battle, Campaign
from companion.models.campaign import new_key
from companion.services.building import start_battle
from rules.games import GAMES
from rules.x_wing.sheet import Phase
from rules.x_wing.ship import Status
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, forms_of, store, text_of

pytestmark = pytest.mark.any_database

MAIN = re.compile(r'<(a|button)[^>]*class="[^"]*button-main[^"]*"[^>]*>(.*?)</\1>', re.DOTALL)
ATTRIBUTES = re.compile(r'<(?:a|button)[^>]*class="[^"]*button-main[^"]*"[^>]*>')
NEEDED = {
    "mobile_frame_zero": "Red has no frames.",
    "x_wing": "Red has no ships.",
    "troops_and_supplies": "Red has no units.",
    "airsoft_squads": "Red has no field positions.",
    "gods_gloom": "Red has no units.",
}
games = pytest.mark.parametrize("game", GAMES)


def made(game, *sides):
    campaign = Campaign.objects.create(name="A campaign")
    battle = start_battle(campaign=campaign, game=game, name="Ford", sides=sides, once=new_key(), who="x")
    return Device(battle, name="Anna")


def ready(game):
    """The demo battle as it would stand before its start."""
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    return Device(Battle.objects.get(pk=battle.pk), name="Anna")


def main_of(answer):
    """The words of the main buttons of a page."""
    return [" ".join(re.sub(r"<[^>]*>", " ", words).split()) for _, words in MAIN.findall(text_of(answer))]


@pytest.mark.django_db
@games
def test_an_empty_battle_says_what_it_needs_and_leads_there(game):
    device = made(game, "Red", "Blue")
    for page in ("battle", "setup"):
        shown = device.get(page)
        assert NEEDED[game] in text_of(shown)
        assert main_of(shown) == ["Add pieces"]
        assert '#find"' in ATTRIBUTES.search(text_of(shown)).group()
        assert not [form for form in forms_of(shown) if form["fields"].get("do") == "start" and form["buttons"]]
        assert "Start the battle" not in text_of(shown), "no tile for what cannot be"
    assert 'id="find"' in text_of(device.get("setup"))


@pytest.mark.django_db
@pytest.mark.parametrize("game", [game for game in GAMES if game != "mobile_frame_zero"])
def test_a_battle_that_is_built_has_start_as_its_main_button(game):
    device = ready(game)
    for page in ("battle", "setup"):
        shown = device.get(page)
        assert main_of(shown) == ["Start the battle"]
        assert form_to(shown, "/declare/", do="start")["buttons"]
    assert device.declare("start").status_code == 302


@pytest.mark.django_db
@games
def test_start_is_the_main_button_exactly_where_it_works(game):
    device = ready(game)
    shown = [main_of(device.get(page)) for page in ("battle", "setup")]
    worked = device.declare("start").status_code == 302
    assert shown == [["Start the battle"] if worked else ["Go on building"]] * 2


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["gods_gloom", "airsoft_squads"])
def test_a_game_of_two_does_not_offer_to_start_with_three(game):
    device = made(game, "Red", "Blue", "Green")
    for page in ("battle", "setup"):
        assert "Start the battle" not in main_of(device.get(page))


@pytest.mark.django_db
@games
def test_what_is_said_before_the_start_is_true_of_every_game(game):
    text = text_of(made(game, "Red", "Blue", "Green").get())
    assert "both sides" not in text
    assert "the points of every piece" not in text
    assert "Pieces can still join and leave" in text


@pytest.mark.django_db
@games
def test_no_single_tap_on_the_page_of_a_battle_ends_it(game):
    battle = demo_of(game)
    device = Device(battle, name="Anna")
    declared = [form for form in forms_of(device.get()) if form["action"].endswith("/declare/")]
    for form in declared:
        assert device.client.post(form["action"], {**form["fields"], "seen": device.seen}).status_code == 302
        assert not device.sheet.over
        if device.battle.declarations.filter(status="open").exists():
            device.call_off()
        else:
            device.undo()


@pytest.mark.django_db
def test_a_battle_of_troops_is_ended_by_a_second_step_that_says_what_is_left():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    assert device.declare("end").status_code == 422
    form = form_to(device.get(do="end"), "/declare/", do="end")
    assert form["fields"]["q-sure"] == "False"
    assert "The battle goes on" in text_of(device.client.post(form["action"], form["fields"]))
    assert not device.sheet.over
    assert device.client.post(form["action"], {**form["fields"], "q-sure": "True"}).status_code == 302
    assert device.sheet.over
    assert device.last.headline.startswith("The battle ends: Hill army has 4 units")


LAST_STEPS = {"x_wing": ("advance", {"phase": Phase.END}), "mobile_frame_zero": ("round", {"doomsday": 1})}


@pytest.mark.django_db
@pytest.mark.parametrize("game", LAST_STEPS)
def test_a_step_that_ends_the_battle_asks_first(game):
    slug, at = LAST_STEPS[game]
    sheet = replace(GAMES[game].demo.battle, started=True, **at)
    if game == "x_wing":
        mine = sheet.squads[0].key
        sheet = replace(
            sheet, ships=tuple(s if s.squad == mine else replace(s, status=Status.REMOVED) for s in sheet.ships)
        )
    battle, _ = store(sheet)
    device = Device(battle, name="Anna")
    assert not any(form["fields"].get("do") == slug for form in forms_of(device.get()))
    form = form_to(device.get(do=slug, anyway="1"), "/declare/", do=slug)
    assert form["fields"]["q-sure"] == "False"
    assert "The battle goes on" in text_of(device.client.post(form["action"], form["fields"]))
    assert not device.sheet.over
    assert device.client.post(form["action"], {**form["fields"], "q-sure": "True"}).status_code == 302
    assert device.sheet.over


@pytest.mark.django_db
@pytest.mark.parametrize("game", LAST_STEPS)
def test_a_step_that_does_not_end_the_battle_asks_nothing_more(game):
    slug, _ = LAST_STEPS[game]
    assert not GAMES[game].procedure(slug).questions(GAMES[game].demo.battle, {})
