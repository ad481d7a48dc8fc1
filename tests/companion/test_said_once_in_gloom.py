"""What a unit does and has done is said once: on the page of a correction, and on its card."""

import re

import pytest

from companion.models import GloomUnit
from rules.asks import Choice
from tests.companion.demo import demo_of
from tests.companion.playing import Device, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def gate(client):
    return Device(demo_of("gods_gloom"), client, name="Anna")


def test_a_correction_names_who_rerolls_and_not_its_role_beside_it(gate):
    gate.declare("attack", gate.key("Tusk Reavers"), gate.key("Bound Soldiers"), q_kind="melee")
    while ask := getattr(gate.played(), "ask", None):
        gate.choose(ask.options[0]) if isinstance(ask, Choice) else gate.roll()
    assert gate.apply().status_code == 302
    page = text_of(gate.get("correct", gate.last.number))
    asked = re.findall(r'<legend class="asked-label">([^<]*: [^<]*)</legend>', page)
    assert "Tusk Reavers: Pool Reroll" in asked
    assert [legend for legend in asked if "tacker" in legend or "fender" in legend] == []


def test_a_unit_that_is_done_is_not_called_activated_too(gate):
    GloomUnit.objects.filter(name="Grave Wardens").update(activated=True)
    page = text_of(gate.get())
    card = page[page.index(f'id="{gate.key("Grave Wardens")}"') :].partition("</article>")[0]
    assert "done" in card
    assert "activated" not in card
