"""By touch: a card allows an attack at range 0, whose refusal is told to whoever asks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.models import Declaration
from tests.browser.conftest import Look
from tests.browser.finger import SIZES, hands_on
from tests.companion.demo import demo_of

RANGE_0 = "In 2.0 a ship cannot attack at range 0."


@pytest.mark.parametrize("size", SIZES)
def test_range_0_is_refused_until_the_players_say_that_a_card_allows_it(
    transactional_db: None, tablet: Callable[..., Page], look: Look, size: str
) -> None:
    width, height = SIZES[size]
    finger = hands_on(tablet, demo_of("x_wing").get_absolute_url())(width=width, height=height)
    page = finger.page
    finger.card("Wedge", "tap the target")
    finger.card("Soontir", "Wedge Antilles → Soontir Fel")
    question = page.get_by_role("group", name="A card allows what is refused")
    none = page.get_by_role("group", name="Range", exact=True).get_by_role("radio", name="0", exact=True)
    expect(none).to_have_count(0)
    expect(page.get_by_text(RANGE_0)).not_to_be_visible()
    expect(question.get_by_role("radio", name="yes")).not_to_be_visible()
    look(page, f"x-wing-refused-{size}")
    assert page.get_by_text("Not now: Range 0").bounding_box()["height"] >= 44
    finger.tap(page.get_by_text("Not now: Range 0"))
    expect(page.get_by_text(RANGE_0)).to_be_visible()
    finger.tap(page.locator("#declare").get_by_text("A card allows what is refused").first)
    question.scroll_into_view_if_needed()
    finger.tap(question.get_by_text("yes", exact=True))
    expect(none).to_be_enabled()
    finger.tap(page.get_by_role("group", name="Range", exact=True).locator("label", has_text="0"))
    expect(question.get_by_text(RANGE_0)).to_be_visible()
    question.scroll_into_view_if_needed()
    look(page, f"x-wing-allowed-{size}")
    finger.button("^Attack$", "Wedge Antilles rolls 3 attack dice")
    declared = Declaration.objects.get(procedure="attack")
    assert (declared.answers["range"], declared.answers["allowed"]) == (0, True)
