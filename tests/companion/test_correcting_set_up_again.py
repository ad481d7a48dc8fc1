"""What was set up twice, in the battle as its first set-up is corrected: each says what it said, where both fit."""

import pytest

from tests.companion.playing import form_to, text_of
from tests.companion.test_correcting_set_up import commit, fought, holds
from tests.companion.test_three_sides import NAMES, several

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def agreed_twice():
    """A device at a battle that is being set up, in which the players have agreed on something once more."""
    _, devices = several("gods_gloom", NAMES[:2])
    device = devices["Anna"]
    agreed = form_to(device.get("setup"), "/setup/agreement/")
    assert device.client.post(agreed["action"], agreed["fields"] | {"flanking": "2"}).status_code == 302
    return device


def test_what_was_agreed_on_later_stands_when_something_else_is_corrected_from_the_start():
    device = agreed_twice()
    before = device.sheet
    commit(device, 1, piece="battle", **{"again-battle-weak": "3"})
    assert (device.sheet.settings.flanking, device.sheet.settings.weak) == (2, 3)
    holds(device.battle)
    commit(device, 1, piece="battle", **{"again-battle-weak": str(before.settings.weak)})
    assert device.sheet == before
    holds(device.battle)


def test_what_was_agreed_on_later_stands_when_the_same_is_corrected_from_the_start():
    device = agreed_twice()
    for said in ("3", "2", "1"):
        commit(device, 1, piece="battle", **{"again-battle-flanking": said})
        assert device.sheet.settings.flanking == 2
        holds(device.battle)


def test_of_a_row_that_does_not_fit_any_more_what_fits_is_kept():
    """Two positions came to where one had been taken out, which was not so."""
    device = fought("airsoft_squads", steps=0)
    squad = device.sheet.squads[0].key
    last = max((one for one in device.sheet.positions if one.squad == squad), key=lambda one: one.place)
    assert device.post("setup-remove", last.key.rpartition("-")[2], seen=device.seen).status_code == 302
    number = device.seen
    rows = form_to(device.get("setup", side=squad), "/setup/positions/")
    answer = device.client.post(rows["action"], rows["fields"] | {"count": "2", "objective": "1"})
    assert answer.status_code == 302, text_of(answer)
    before = device.sheet
    commit(device, number, how="struck")
    holds(device.battle)
    places = [one.place for one in device.sheet.positions if one.squad == squad]
    assert sorted(places) == list(range(1, last.place + 2)), "the second of the two is still there"
    commit(device, number, how="again")
    assert device.sheet == before
    holds(device.battle)
