"""A damage card that the app drew, when a correction has it lie elsewhere."""

import re

import pytest

from companion import luck
from companion.models import DamageCard, Declaration, Ship
from rules.x_wing.cards import Title
from tests.companion.convoy import WEDGE, post
from tests.companion.playing import text_of
from tests.companion.test_correcting import correction, dice_of, filled

pytestmark = pytest.mark.django_db


def test_a_card_that_the_app_drew_and_that_lies_elsewhere_now_makes_room_for_another(convoy, monkeypatch):
    """There are two Blinded Pilots: when both were drawn before, the app cannot have drawn one."""
    Ship.objects.filter(name=WEDGE).update(shields=0)
    post(convoy, "damage", WEDGE, **{"q-hits": "0", "q-crits": "3"})
    convoy.dice("Blinded Pilot")
    convoy.dice("Wounded Pilot")
    monkeypatch.setattr(luck._dice, "choice", lambda faces: Title.BLINDED_PILOT)
    convoy.roll()
    if Declaration.objects.filter(battle=convoy.battle, status="open").exists():
        convoy.apply()
    number = convoy.last.number
    data = filled(correction(convoy.get("correct", number), number))
    second, third = (name for name in sorted(data) if re.fullmatch(rf"e{number}-[12]-0-0", name))
    assert (data[second], data[third]) == ("Wounded Pilot", "Blinded Pilot")
    page = convoy.post("correct", number, **(data | {second: "Blinded Pilot"}))
    assert "a damage card is missing" in text_of(page)
    assert third in dice_of(correction(page, number)), "another one can be told"
    told = data | {second: "Blinded Pilot", third: "Stunned Pilot", "commit": "1"}
    assert convoy.post("correct", number, **told).status_code == 302
    lying = DamageCard.objects.filter(ship__name=WEDGE, faceup=True).values_list("title", flat=True)
    assert sorted(lying) == ["Blinded Pilot", "Blinded Pilot", "Stunned Pilot"]
