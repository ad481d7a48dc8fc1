"""A correction says who made it and why: in the log, on the pages of what it changed, and in the battle's file."""

import json

import pytest

from companion.files.exporting import battle_file
from tests.companion.playing import everything, text_of
from tests.companion.test_correcting import corrected, old_roll

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

WHY = "it was a 3"


@pytest.fixture
def made():
    """A device whose player has corrected an entry, the number of that, and the correction."""
    device, _, number = old_roll("gods_gloom")
    _, data = corrected(device, number)
    assert device.post("correct", number, **data | {"why": WHY}, commit="1").status_code == 302
    return device, number, device.last


def test_a_reason_that_nobody_can_read_is_refused():
    device, _, number = old_roll("gods_gloom")
    _, data = corrected(device, number)
    before = everything()
    answer = device.post("correct", number, **data | {"why": "it was\u200b a 3"}, commit="1")
    assert (answer.status_code, everything()) == (422, before)
    assert "The reason has invisible letters. Nothing was stored." in text_of(answer)


def test_the_log_and_its_own_page_say_it(made):
    device, _, correction = made
    for page in (device.get("log"), device.get("event", correction.number)):
        assert f"Why: {WHY}" in text_of(page)
        assert correction.who in text_of(page)


def test_so_does_the_page_of_each_entry_that_it_changed(made):
    device, number, correction = made
    changed = [version.of.number for version in correction.versions.select_related("of")]
    assert number in changed
    for one in changed:
        page = text_of(device.get("event", one))
        assert correction.headline in page


def test_and_the_file(made):
    device, number, correction = made
    events = json.loads(battle_file(device.battle))["content"]["events"]
    said = events[correction.number - 1]
    assert (said["kind"], said["who"], said["by"]) == ("amended", "Anna", "device")
    assert said["headline"] == correction.headline
    assert said["headline"].endswith(f"Why: {WHY}")
    assert number in [version["of"] for version in said["versions"]]
