"""Where each side has its player: every page offers only what is taken from who looks at it, and says who may."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from companion.members import RIGHTS
from companion.models import Battle, Event
from tests.companion.demo import demo_of
from tests.companion.group import invited
from tests.companion.playing import Device, forms_of, text_of
from tests.companion.test_undo import values
from tests.companion.test_whose_tap import frames, group_at

__all__ = ("frames",)

pytestmark = pytest.mark.any_database

STATES = {"set up": {"started": False}, "under way": {}, "over": {"over": True}}
SHOWN = [*(("mobile_frame_zero", state) for state in STATES), ("x_wing", "set up")]


def pages_of(device):
    """The addresses of a battle's pages that have forms: of each side, of what is edited and held there, too."""
    battle, sheet = device.battle, device.sheet
    pieces = {piece.side: piece.key for piece in sheet.pieces}.values()
    setup = reverse("setup", args=[battle.key])
    for side in sheet.sides:
        yield f"{setup}?side={side.key}"
        yield from (f"{setup}?side={side.key}&edit={piece}&hand={piece}" for piece in pieces)
        if battle.game == "x_wing":
            yield reverse("squad", args=[battle.key, int(side.key.rpartition("-")[2])])
    yield from (f"{setup}?edit={piece}" for piece in pieces)
    yield from (reverse(name, args=[battle.key]) for name in ("battle", "log", "keep", "homecoming", "share"))
    for number in Event.objects.filter(battle=battle).values_list("number", flat=True):
        yield from (reverse(name, args=[battle.key, number]) for name in ("event", "correct"))
    yield battle.campaign.get_absolute_url()


def offered(device, address):
    """The forms of a page that post to this battle."""
    page = device.client.get(address, follow=True)
    assert page.status_code in (200, 422), address
    return [form for form in forms_of(page) if form["action"].startswith(f"/b/{device.battle.key}/")]


def told(form):
    """What tells a form from another one that is taken or refused alike."""
    return form["action"], form["fields"].get("edit"), form["fields"].get("showing"), form["fields"].get("attacker")


def post(device, form):
    """What a form of a page is answered, of which nothing is kept."""
    with transaction.atomic():
        (name, value) = (form["buttons"] or [("", "")])[0]
        answer = device.client.post(form["action"], {**form["fields"], **({name: value} if name else {})})
        transaction.set_rollback(True)
    return answer


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "state"), SHOWN)
def test_whatever_a_page_offers_is_taken_from_who_looks_at_it(game, state):
    battle = demo_of(game)
    group = group_at(battle)
    group["Cleo"] = Device(battle, invited(battle.campaign, "Cleo"))
    Battle.objects.filter(pk=battle.pk).update(**STATES[state])
    found = {}
    for name in ("Anna", "Cleo", "tablet"):
        forms = {}
        for address in pages_of(group[name]):
            forms |= {told(form): (address, form) for form in offered(group[name], address)}
        for address, form in forms.values():
            assert post(group[name], form).status_code != 403, f"{name} on {address}: {form['action']}"
        found[name] = len(forms)
    assert found["Anna"] > found["Cleo"]
    assert found["tablet"] == 0


@pytest.mark.django_db
def test_the_set_up_of_a_side_is_offered_to_its_player_and_others_are_told_whose_it_is():
    group = group_at(demo_of("mobile_frame_zero"))
    anna, ben = group["Anna"], group["Ben"]
    Battle.objects.filter(pk=anna.battle.pk).update(started=False)
    own, other = (f"{side.key}" for side in anna.sheet.sides)
    for side, player, stranger in ((own, anna, ben), (other, ben, anna)):
        assert any("/setup/frame/" in form["action"] for form in forms_of(player.get("setup", side=side)))
        assert "taps here" not in text_of(player.get("setup", side=side))
        page = stranger.get("setup", side=side)
        assert not [form for form in forms_of(page) if "/setup/frame/" in form["action"] or "/look/" in form["action"]]
        assert f"{'Anna' if player is anna else 'Ben'} or an organiser taps here." in text_of(page)


def test_the_correction_of_an_entry_is_offered_to_whom_it_concerns_and_others_are_told_whose_it_is(frames):
    anna = frames["Anna"]
    values(anna)
    stranger = Client()
    number = anna.seen
    page = stranger.get(reverse("correct", args=[anna.battle.key, number]))
    assert page.status_code == 200
    assert "correct/" not in "".join(form["action"] for form in forms_of(page))
    assert page.wsgi_request.META[RIGHTS].member is None
    assert "taps here." in text_of(page)


def test_whoever_chooses_who_taps_is_told_at_once_what_holds_then(frames):
    olga = frames["Olga"]
    address, side = reverse("seats", args=[olga.battle.key]), olga.sheet.sides[0].key
    for seated in "01":
        chosen = {"showing": side, "seated": seated}
        swapped = olga.client.post(address, chosen, headers={"HX-Request": "true"})
        assert "Organisers always tap for every side." in text_of(swapped)
        assert "Nobody has a seat" not in text_of(swapped)
        assert swapped.wsgi_request.META[RIGHTS].seated is (seated == "1")


def test_a_player_whose_device_was_forgotten_is_told_the_way_back(frames):
    battle = frames["Anna"].battle
    lost, campaign = Client(), battle.campaign
    told, people = "Ask an organiser for a link of your own.", f'href="{reverse("people", args=[campaign.key])}"'
    page = text_of(lost.get(battle.get_absolute_url()))
    assert told in page
    assert people not in page, "a battle's link leads to no campaign"
    lost.get(campaign.get_absolute_url())
    page = text_of(lost.get(battle.get_absolute_url()))
    assert told not in page
    assert people in page
    for known in (frames["Ben"], Device(battle, invited(campaign, "Cleo"))):
        page = text_of(known.get())
        assert "Do you play here?" not in page
    Battle.objects.filter(pk=battle.pk).update(seated=False)
    assert "Do you play here?" not in text_of(lost.get(battle.get_absolute_url()))
