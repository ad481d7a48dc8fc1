"""The admin on a tablet: signing in, and mending an operator's skill."""

import pytest
from django.contrib.auth import get_user_model

from companion.models import Battle, Event, Operator
from companion.services.editing import end_as_it_stands
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


def test_where_a_battle_leads_and_what_a_result_is_are_seen_without_a_swipe(tablet, look, kite):
    battle = kite.battle
    Battle.objects.filter(pk=battle.pk).update(started=True)
    end_as_it_stands(key=battle.key, who="boss")
    page = tablet()
    page.goto("/admin/companion/battle/")
    page.fill("[name=username]", "boss")
    page.fill("[name=password]", PASSWORD)
    page.locator("[type=submit]").tap()
    page.locator("#result_list").wait_for()
    for name, columns in (("battle", ("links", "state")), ("result", ("side_named", "outcome", "points", "state"))):
        page.goto(f"/admin/companion/{name}/")
        look(page, f"admin-list-{name}")
        box = page.locator(".results").bounding_box()
        for column in columns:
            cell = page.locator(f"#result_list tbody tr .field-{column}").first.bounding_box()
            assert cell["x"] + cell["width"] <= box["x"] + box["width"] + 1, (name, column)
