"""What the tests of the pages share."""

import pytest

from companion.models import Battle
from companion.services.demo import load_demo
from tests.companion.playing import Device


@pytest.fixture(autouse=True)
def no_static_files(settings):
    """Every test client starts anew, and would look at every static file each time."""
    settings.WHITENOISE_USE_FINDERS = False


@pytest.fixture
def demo(db):
    """The demo battle, at the point of the seed's example attack, and no other game's."""
    battles = load_demo().battles
    battles.exclude(game="mobile_frame_zero").delete()
    return battles.get()


@pytest.fixture
def device(demo):
    """Anna's tablet at the demo battle."""
    return Device(demo, name="Anna")


@pytest.fixture
def other(demo):
    """Ben's tablet at the same battle."""
    return Device(Battle.objects.get(pk=demo.pk), name="Ben")
