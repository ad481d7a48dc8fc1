"""What is read of a battle and its log while somebody plays is of one moment, so that nothing is found amiss in it."""

from contextlib import contextmanager

import pytest

from companion.models import Battle
from companion.queries import replay, score_page
from companion.services import auditing, foreseeing
from companion.sheets import reading
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.test_two_devices import LONG, Tap
from tests.companion.test_undo import holding, values

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def device():
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    values(device)
    return device


@pytest.fixture
def tapping(device, monkeypatch):
    """Have another device store something right after a module has read this."""

    @contextmanager
    def tapped(module, read):
        function, taps = getattr(module, read), []

        def and_a_tap(*given):
            found = function(*given)
            if not taps:
                taps.append(Tap(lambda: holding(device)))
                taps[0].start()
                taps[0].join(LONG)
            return found

        before = Battle.objects.get(pk=device.battle.pk).last_event
        monkeypatch.setattr(module, read, and_a_tap)
        yield
        after = Battle.objects.get(pk=device.battle.pk).last_event
        assert after == before + 1, "the tap waited"

    return tapped


def test_a_sheet_is_as_it_was_when_its_first_row_was_read(device, tapping):
    """Else a damage card was found faceup on no ship, and the page of the battle was none."""
    before = device.sheet
    with tapping(reading.Source, "rows"):
        found = reading.stored(device.battle).sheet
    assert found == before


@pytest.mark.parametrize("read", ["stored", "history_of", "traces_of"])
def test_an_audit_finds_no_difference(device, tapping, read):
    with tapping(auditing, read):
        found = auditing.audited(device.battle)
    assert (found.differs, found.cannot_run, found.unreached) == ((), (), 0)


def test_a_replay_shows_the_board_as_it_stood(device, tapping):
    stood = device.sheet
    with tapping(replay, "stored"):
        page = device.get("replay")
    assert page.status_code == 200
    assert page.context["page"].step.sheet == stood


def test_a_correction_is_previewed(device, tapping):
    with tapping(foreseeing, "stored"):
        page = device.get("correct", 2)
    assert page.status_code == 200


def test_a_score_is_that_of_the_entries_shown(device, tapping):
    score = device.piece("Joshua").score
    with tapping(score_page, "stored"):
        page = device.get("score", device.key("Joshua"))
    shown = page.context["page"]
    assert (shown.score, shown.first, shown.entries) == (score, score, ())
