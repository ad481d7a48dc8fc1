"""The log, the page of each entry, and the help page."""

import pytest
from django.urls import reverse

from companion.models import Event
from rules.mobile_frame_zero.examples import EXAMPLES
from tests.companion.playing import everything
from tests.companion.test_attack_path import play_the_seed
from tests.companion.test_undo import edit, holding, round_, spot, values

pytestmark = pytest.mark.any_database


def fill(battle, count):
    """Make the log long, with entries that changed nothing."""
    last = battle.last_event
    Event.objects.bulk_create(
        Event(battle=battle, number=last + number, kind="called off", headline=f"entry {number}", who="x")
        for number in range(1, count + 1)
    )
    type(battle).objects.filter(pk=battle.pk).update(last_event=last + count)


def test_the_log_goes_from_the_newest_to_the_oldest(device):
    values(device)
    spot(device)
    page = device.get("log").content.decode()
    assert page.index("spots Ghanat Tishihé") < page.index("assigns defence 2") < page.index("set up for you to try")


def test_what_pieces_did_is_told_from_the_steps_of_the_rounds(device):
    spot(device)
    round_(device)
    page = device.get("log").content.decode()
    steps = [line for line in page.split("<li")[1:] if line.startswith(' class="is-step"')]
    assert len(steps) == 2
    assert "Round " in steps[0]
    assert "set up for you to try" in steps[1]
    assert "spots Ghanat Tishihé" not in "".join(steps)


def test_a_long_log_is_shown_page_by_page(device):
    fill(device.battle, 64)
    address = reverse("log", args=[device.battle.key])
    first, second, third = (device.client.get(f"{address}?page={page}").content.decode() for page in (1, 2, 3))
    assert "entry 64<" in first
    assert "entry 35<" in first
    assert "entry 34<" in second
    assert "entry 5<" in second
    assert "entry 4<" in third
    assert "set up for you to try" in third
    assert "?page=2" in first
    assert "?page=3" in second


def test_an_entry_opens_to_its_steps_and_its_changes(device):
    play_the_seed(device)
    device.apply()
    page = device.get("event", device.last.number).content.decode()
    assert "1 4 5" in page
    assert "entered" in page
    assert "lose shield" in page
    assert "ragged wall" in page
    assert "Download the record" in page


@pytest.mark.parametrize("happen", [values, spot, holding, round_, edit], ids=lambda happen: happen.__name__)
def test_every_kind_of_entry_opens_with_its_undo(device, happen):
    happen(device)
    event = device.last
    device.undo()
    assert "Undone by" in device.get("event", event.number).content.decode()
    undone = device.get("event", device.last.number)
    assert f"entry {event.number}" in undone.content.decode()
    assert "undone</small>" in device.get("log").content.decode()


def test_reading_changes_nothing(device):
    play_the_seed(device)
    before = everything()
    for page in ("battle", "log", "setup"):
        assert device.get(page).status_code == 200
    assert device.get("event", 1).status_code == 200
    assert device.get("record", device.open.pk).status_code == 200
    assert everything() == before


def test_the_record_of_an_attack_under_way_waits(device):
    from rules.games import GAMES
    from rules.replay import read, report
    from tests.companion.test_attack_path import declare

    declare(device)
    record = device.get("record", device.open.pk).json()
    assert report(read(record, GAMES))["waiting"]["label"] == "damage"


@pytest.mark.django_db
def test_the_help_page_shows_the_examples_and_the_rulings(client):
    page = client.get(reverse("help", args=["mobile_frame_zero"])).content.decode()
    for example in EXAMPLES:
        if example.story:
            assert example.title in page
    assert "<h1>Mobile Frame Zero</h1>" in page


@pytest.mark.django_db
def test_the_help_page_leads_back_to_its_battle(client, demo):
    address = reverse("help", args=["mobile_frame_zero"])
    assert demo.get_absolute_url() in client.get(address, {"battle": demo.key}).content.decode()
    for hostile in ("../admin", '"><script>', "x y", "x" * 5000):
        assert client.get(address, {"battle": hostile}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["chess", "mobile-frame-zero", "..", "%00", "MOBILE_FRAME_ZERO"])
def test_there_is_no_help_for_other_games(client, game):
    assert client.get(f"/help/{game}/").status_code == 404


def is_marked(told, side):
    """Whether what begins with its attributes has the colour of a side, its emblem, and its name for who hears it."""
    has_colour = f'data-side="{side.look.colour}"' in told.split(">")[0]
    has_emblem = f"#em-{side.look.emblem}" in told.partition("</span></span>")[0]
    return has_colour and has_emblem and f'<span class="visually-hidden">{side.name}: </span>' in told


def test_who_did_it_has_the_emblem_and_the_colour_of_the_side(device):
    spot(device)
    heron = device.piece("ST-07 Heron, Sergeant Oke")
    (last,) = device.get(attacker=heron.key).content.decode().split('<p class="last"')[1:]
    round_(device)
    (side,) = (shown for shown in device.get().context["page"].sides if shown.key == heron.side)
    assert is_marked(last, side)
    log, lately = device.get("log").content.decode(), device.get().content.decode().partition("What happened last")[2]
    for page in (log, lately):
        spotted, step = (next(line for line in page.split("<li")[1:] if told in line) for told in ("spots", "Round "))
        assert is_marked(spotted, side)
        assert "data-side" not in step.split(">")[0]
    assert is_marked(device.get("event", device.last.number - 1).content.decode().partition("<h1")[2], side)
    assert device.get("event", device.last.number).content.decode().partition("<h1")[2].startswith("><span>")
    (last,) = device.get(attacker=heron.key).content.decode().split('<p class="last"')[1:]
    assert last.startswith("><a"), "a round is nobody's"
