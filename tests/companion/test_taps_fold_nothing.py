"""What is stored of the pieces is the snapshot: no tap, and no battle's page, plays what came before again."""

import pytest

from companion.queries.replay import replay_page
from companion.services import auditing, foreseeing, history
from rules import folding
from rules.timeline import Timeline
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.test_attack_path import KADER, declare
from tests.companion.test_undo import edit, spot, values

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FOLDS = {
    Timeline: ("leading_to", "sheets"),
    folding: ("fold",),
    history: ("history_of",),
    foreseeing: ("fold", "history_of"),
    auditing: ("history_of",),
}
"""What reads or plays more than one entry, by where it is called from."""


@pytest.fixture
def unfolded(monkeypatch):
    """Whatever folds a battle fails."""

    def folds(*_, **__):
        raise AssertionError("that folds the battle")

    for place, names in FOLDS.items():
        for name in names:
            monkeypatch.setattr(place, name, folds)


def test_no_tap_and_no_page_of_the_battle_folds_it(unfolded):
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    values(device)
    spot(device)
    taps = [
        device.undo,
        lambda: device.post("redo", event=device.seen, seen=device.seen),
        lambda: declare(device),
        lambda: device.dice("1 4 5"),
        device.take_back,
        lambda: device.dice("1 4 5"),
        lambda: device.choose(device.key("shield", of=KADER)),
        device.apply,
        device.undo,
        lambda: declare(device),
        device.roll,
        device.call_off,
    ]
    for tap in taps:
        assert tap().status_code == 302
        assert device.get().status_code == 200
    edit(device)
    assert device.get().status_code == 200


def test_correcting_is_what_folds(unfolded):
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    values(device)
    with pytest.raises(AssertionError, match="that folds the battle"):
        device.get("correct", device.seen)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_preview_folds_from_the_corrected_entry_on(monkeypatch, place):
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    values(device)
    spot(device)
    assert declare(device, q_value="1", q_use_spot="False").status_code == 302
    numbers = [device.seen - 2, device.seen - 1, device.seen]
    sheets = [step.sheet for step in (replay_page(device.battle, number - 1).step for number in numbers)]
    folded = []

    def spied(game, timeline, *more):
        folded.append((timeline.opening, [entry.number for entry in timeline.entries]))
        return folding.fold(game, timeline, *more)

    monkeypatch.setattr(foreseeing, "fold", spied)
    page = device.post("correct", numbers[place], seen=device.seen, how="struck", agreed="on")
    assert page.status_code == 200
    assert (sheets[place], numbers[place:]) in folded
    assert all(set(told) <= set(numbers[place:]) for _, told in folded)
