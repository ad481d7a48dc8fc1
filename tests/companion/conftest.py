"""What the tests of the pages share."""

import pytest

from companion.models import Battle
from companion.services.demo import load_demo
from tests.companion.playing import Device


@pytest.fixture
def demo(db):
    """The demo battle, at the point of the seed's example attack."""
    return load_demo().battles.get(game="mobile_frame_zero")


@pytest.fixture
def device(demo):
    """Anna's tablet at the demo battle."""
    return Device(demo, name="Anna")


@pytest.fixture
def other(demo):
    """Ben's tablet at the same battle."""
    return Device(Battle.objects.get(pk=demo.pk), name="Ben")
