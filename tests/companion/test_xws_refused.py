"""What is pasted and refused stays in the form, and pilots of another faction are told before a list is taken."""

import json
import re

import pytest
from django.utils.html import escape

from rules.x_wing.no_squad import LINK, NO_END, PAGE
from tests.companion.playing import Device, everything, form_to
from tests.companion.squads import YASB, address, content, read, ships, started, take

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def device():
    return Device(started(), name="Anna")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("https://yasb.app/?f=Rebel%20Alliance", LINK),
        ("<html><p>Squad</p></html>", PAGE),
        (json.dumps(YASB)[:200], NO_END),
        (json.dumps({**YASB, "description": "x" * 300_000}), "That is too long for a squad"),
    ],
    ids=["a link", "a page", "cut", "too long"],
)
def test_what_was_pasted_and_refused_stays_in_the_form(device, text, sentence):
    before = everything()
    answer = read(device, text)
    assert answer.status_code == 422
    assert sentence in content(answer)
    assert re.search(r"<textarea[^>]*>\n(.*?)</textarea>", content(answer), re.DOTALL)[1] == escape(text)
    assert everything() == before


def test_a_pilot_of_another_faction_is_told_before_the_list_is_taken(device):
    mixed = {**YASB, "pilots": [*YASB["pilots"], {"id": "academypilot", "ship": "tielnfighter"}]}
    told = "Academy Pilot flies for the faction Galactic Empire, and the list is of Rebel Alliance."
    assert told not in content(read(device, YASB))
    assert told in content(read(device, mixed))
    assert take(device, mixed).status_code == 302
    assert len(ships(device)) == 3


def test_a_pilot_whose_numbers_are_typed_in_is_of_the_faction_of_the_list(device):
    listed = {"faction": "Rebel Alliance", "pilots": [{"id": "somebody", "ship": "t65xwing"}]}
    fields = form_to(read(device, listed), address(device))["fields"]
    assert fields["pilot-1-hull"] == "4"
    assert take(device, listed, **{"pilot-1-initiative": "3", "pilot-1-cost": "40"}).status_code == 302
    assert [ship.name for ship in ships(device)] == ["somebody"]
