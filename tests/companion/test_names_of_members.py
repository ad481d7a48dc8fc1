"""What a member is called from now on: by one of their devices, or by an organiser."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.services.members import NOT_YOURS
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.test_undo import values


@pytest.fixture
def campaign(demo):
    return demo.campaign


@pytest.fixture
def anna(campaign):
    return organise(campaign)


def called(client, campaign, name, whose=None):
    """The answer to the form on the page of people, or to one made by hand where that has none."""
    whose = whose or member("Anna")
    way = reverse("people-name", args=[campaign.key, whose.pk])
    return client.post(way, {"name": name})


def test_whoever_started_a_campaign_without_a_name_gives_it_afterwards(campaign):
    nobody = organise(campaign, name="Guest AB")
    form = form_to(nobody.get(reverse("people", args=[campaign.key])), "/name/")
    assert form["fields"]["name"] == "Guest AB"
    answer = nobody.post(form["action"], {"name": " Anna  B "})
    assert answer.url == reverse("people", args=[campaign.key])
    assert "Anna B</strong> <small>organiser, this device" in text_of(nobody.get(answer.url))


def test_the_log_keeps_who_tapped_then_and_names_who_taps_now(anna, campaign, demo):
    device = Device(demo, anna)
    values(device)
    then = device.last
    called(anna, campaign, "Hannah")
    device.undo(then)
    then.refresh_from_db()
    assert (then.who, device.last.who) == ("Anna", "Hannah")


def test_an_organiser_puts_the_name_of_another_right_and_nobody_else_does(anna, campaign):
    ben, cleo = invited(campaign, "Ben"), invited(campaign, "Cleo")
    assert called(anna, campaign, "Benno", member("Ben")).status_code == 302
    assert called(ben, campaign, "Ben", member("Benno")).status_code == 302
    for client, status in ((cleo, 422), (invited(campaign, "Sam", "spectator"), 422), (Client(), 403)):
        before = everything()
        answer = called(client, campaign, "Eve", member("Ben"))
        assert answer.status_code == status
        assert status == 403 or NOT_YOURS in text_of(answer)
        assert everything() == before


def test_a_spectator_has_a_name_of_their_own_too(anna, campaign):
    sam = invited(campaign, "Sam", "spectator")
    assert called(sam, campaign, "Samuel", member("Sam")).status_code == 302
    assert member("Samuel").role == "spectator"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "BEN", "admin", "Anna\u202e", "\x00"])
def test_what_is_no_name_or_anothers_changes_nothing(anna, campaign, name):
    invited(campaign, "Ben")
    before = everything()
    assert called(anna, campaign, name).status_code == 422
    assert everything() == before


def test_a_name_may_change_in_its_case_only_and_twice_is_once(anna, campaign):
    whose = member("Anna")
    for _ in range(2):
        assert called(anna, campaign, "ANNA", whose).status_code == 302
    assert member("ANNA") == whose


def test_who_was_forgotten_is_called_nothing_else(anna, campaign):
    invited(campaign, "Ben")
    ben = member("Ben")
    anna.post(reverse("people-forgotten", args=[campaign.key, ben.pk]))
    before = everything()
    assert called(anna, campaign, "Ben", ben).status_code == 422
    assert everything() == before
