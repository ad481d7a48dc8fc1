"""What a piece could not show is refused in a sentence, and changes nothing."""

import pytest

from companion.models import Ship
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, text_of

pytestmark = pytest.mark.django_db

NINE = {"q_hits": "9", "q_crits": "0"}


def test_more_damage_than_cards_can_lie_on_a_ship_is_refused():
    device = Device(demo_of("x_wing"), name="Anna")
    Ship.objects.filter(name="Academy Pilot").update(shields=0, unseen=90)
    ship = device.key("Academy Pilot")
    assert device.declare("damage", ship, **NINE).status_code == 302
    before = everything()
    page = device.declare("damage", ship, **NINE)
    assert page.status_code == 422
    assert "damage cards that nobody saw must be 0 to 99" in text_of(page)
    assert everything() == before
