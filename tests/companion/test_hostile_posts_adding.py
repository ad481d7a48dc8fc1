"""Whatever is posted where an ability can be typed in: an answer that the page gives, or nothing written."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from rules.x_wing.abilities import COLUMNS
from tests.companion.convoy import attack
from tests.companion.demo import plain_convoy
from tests.companion.playing import Device, everything, latest
from tests.companion.test_hostile_posts import FEW, HOSTILE, SAID, forgotten, judge

NAMES = [
    *(
        f"q-{side}_abilities-1-{name}"
        for side in ("attacker", "defender")
        for name in ("name", *(c.name for c in COLUMNS))
    ),
    *(
        "q-attacker_abilities-2-name",
        "q-attacker_abilities-take-x",
        "q-attacker_abilities-shown",
        "q-weapon",
        "q-range",
    ),
    *("q-", "q-__class__", "answer", "option", "once", "do", "target"),
]
ANSWERS = ["hit focus blank", "focus", "blank blank focus", "done"]


@pytest.fixture
def device(db):
    return Device(plain_convoy(), name="Anna")


@FEW
@given(
    posted=st.dictionaries(st.sampled_from(NAMES), st.sampled_from([*SAID, *HOSTILE, "Predator"]), max_size=8),
    answered=st.integers(0, 3),
    up_to_date=st.booleans(),
)
def test_any_row_at_any_ask(device, posted, answered, up_to_date):
    with forgotten():
        attack(device)
        for said in ANSWERS[:answered]:
            device.dice(said) if " " in said else device.choose(said)
        declaration = device.open
        given = {**posted, "answer": latest(declaration)} if up_to_date else posted
        before = everything()
        address = reverse("add", args=[device.battle.key, declaration.pk])
        judge(device.battle, device.client.post(address, given), before)
