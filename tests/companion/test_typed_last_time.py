"""What a pair typed in last time is on offer again, and what the list tells is ticked by itself."""

import pytest

from companion.models import Declaration, Ship
from tests.companion.convoy import SOONTIR, WEDGE
from tests.companion.convoy import attack as shoot
from tests.companion.playing import form_to
from tests.companion.test_typed_names_pages import demo_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TYPED = {"q-attacker_abilities-1-name": "Chaff", "q-attacker_abilities-1-reroll_defence": "2"}
AGAIN = "q-attacker_abilities-take-chaff"


@pytest.fixture
def convoy():
    """The demo battle in which no pilot's card acts."""
    device = demo_of("x_wing")
    Ship.objects.update(pilot="")
    return device


def panel(device):
    return device.get(attacker=device.key(WEDGE), target=device.key(SOONTIR), do="attack")


def rows(declaration):
    return declaration.answers["attacker_abilities"]


def test_what_was_typed_is_offered_again_and_not_taken_by_itself(convoy):
    assert AGAIN not in panel(convoy).content.decode()
    shoot(convoy, **TYPED)
    convoy.call_off()
    page = panel(convoy).content.decode()
    assert AGAIN in page
    assert "defence dice to reroll 2" in page
    assert AGAIN not in form_to(panel(convoy), "/declare/", do="attack")["fields"]


def test_what_is_taken_again_counts_like_what_was_typed_and_stays_on_offer(convoy):
    shoot(convoy, **TYPED)
    convoy.call_off()
    for _ in range(2):
        shoot(convoy, **{AGAIN: "on"})
        last = Declaration.objects.latest("pk")
        assert rows(last) == [{"name": "Chaff", "typed": True, "reroll_defence": 2}]
        convoy.call_off()


def test_a_card_of_the_list_is_ticked_and_counts_until_it_is_unticked(convoy):
    Ship.objects.filter(name=WEDGE).update(pilot="wedgeantilles")
    name = "q-attacker_abilities-take-wedge-antilles"
    assert form_to(panel(convoy), "/declare/", do="attack")["fields"][name] == "on"
    shoot(convoy)
    assert rows(Declaration.objects.latest("pk")) == [{"name": WEDGE}]
    convoy.call_off()
    form = form_to(panel(convoy), "/declare/", do="attack")
    del form["fields"][name]
    convoy.client.post(form["action"], form["fields"])
    assert rows(Declaration.objects.latest("pk")) == []
