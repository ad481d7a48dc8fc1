"""The admin on a tablet: signing in, and mending an operator's skill."""

import pytest
from django.contrib.auth import get_user_model

from companion.models import Event, Operator
from tests.companion.demo import demo_of

PASSWORD = "a password of the boss"


@pytest.fixture
def kite(transactional_db) -> Operator:
    demo_of("airsoft_squads")
    get_user_model().objects.create_superuser("boss", password=PASSWORD)
    return Operator.objects.get(name="Kite")


def test_staff_mend_a_skill_and_the_log_says_so(tablet, look, kite):
    page = tablet()
    page.goto(f"/admin/companion/operator/{kite.pk}/change/")
    page.fill("[name=username]", "boss")
    page.fill("[name=password]", PASSWORD)
    page.locator("[type=submit]").tap()
    page.fill("[name=skills-0-amount]", "3")
    look(page, "admin-operator")
    page.locator("[name=_save]").tap()
    page.locator(".messagelist .success").wait_for()
    assert kite.skills.get().amount == 3
    assert "Sample spotter: amount 1 → 3" in Event.objects.latest("number").headline
