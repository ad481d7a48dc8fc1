"""Several people say who comes home after one battle: nobody takes back another's answer, or waits for a roster."""

import pytest
from django.utils import timezone

from companion.models import Homecoming, Roster
from companion.services.demo import load_demo
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.rosters import built, sheet_of
from tests.companion.test_homecoming import GAME, end, fight, home_form
from tests.companion.test_rosters_deployed import battle_of, deploy

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return load_demo()


def answers(device, fate):
    """The form of who comes home as a page shows it now, with one answer for the first piece."""
    form = home_form(device)
    first = next(name for name in form["fields"] if name.partition("-")[0].isdigit())
    return form["action"], {**form["fields"], first: fate}


def test_what_another_device_has_said_meanwhile_is_not_taken_back_unseen(campaign):
    olga, anna = organise(campaign, name="Olga"), invited(campaign, "Anna")
    roster = built(campaign, GAME)
    device = fight(roster)
    end(device)
    Roster.objects.update(owner=member("Anna"))
    first, second = Device(device.battle, anna), Device(device.battle, olga)
    stale, own = answers(second, "was"), answers(first, "lost")
    assert anna.post(*own).status_code == 302
    assert [unit.standing for unit in sheet_of(roster).units] == [False, True, True, True]
    before = everything()
    answer = olga.post(*stale)
    assert (answer.status_code, everything()) == (409, before)
    assert "Anna has said since who comes home to Veterans" in text_of(answer)
    # The page that refuses shows what was said, and from there it is changed.
    form = form_to(answer, "/home/")
    lost = next(name for name, value in form["fields"].items() if value == "lost")
    assert olga.post(form["action"], {**form["fields"], lost: "was"}).status_code == 302
    assert all(unit.standing for unit in sheet_of(roster).units)


def test_the_same_answer_of_two_devices_is_stored_once(campaign):
    roster = built(campaign, GAME)
    device = fight(roster)
    end(device)
    tap = answers(device, "lost")
    assert [device.client.post(*tap).status_code for _ in range(2)] == [302, 302]
    assert Homecoming.objects.count() == 1


def test_a_roster_that_is_put_away_holds_up_no_other(campaign):
    red, blue = built(campaign, GAME, "Red"), built(campaign, GAME, "Blue")
    device = battle_of(campaign, GAME, "Ford")
    for side, roster in enumerate((red, blue)):
        assert deploy(device, roster, side).status_code == 302
    device.declare("start")
    end(device)
    open_before = answers(device, "lost")
    Roster.objects.filter(pk=red.pk).update(put_away=timezone.now())
    # A page that still asks for it says that it is put away; one opened since asks only for the other.
    assert "Red is put away" in text_of(device.client.post(*open_before))
    assert not Homecoming.objects.exists()
    answer = device.client.post(*answers(device, "lost"))
    assert answer.status_code == 302, text_of(answer)
    assert [str(one.deployment.roster) for one in Homecoming.objects.all()] == ["Blue"]
