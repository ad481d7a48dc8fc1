"""A piece that was set up wrongly, put right in the middle of the battle: what it did since is folded again."""

import pytest
from playwright.sync_api import expect

from companion.services.auditing import audited
from tests.browser.finger import Finger
from tests.browser.test_axe import AXE, PLAIN, RULES, RUN
from tests.browser.test_correcting_by_touch import SHAPES, fought  # noqa: F401  (a fixture)

MOST_TAPS = 8


@pytest.mark.parametrize("size", SHAPES)
def test_a_unit_with_a_wrong_strength(fought, tablet, looks, size):  # noqa: F811  (the fixture)
    width, height = SHAPES[size]
    page = tablet(width=width, height=height, dark=size == "portrait")
    page.goto(fought.battle.get_absolute_url())
    finger = Finger(page)
    finger.tap(page.locator(".bar-links a", has_text="Log"))
    finger.tap(page.locator(".log a", has_text="is set up").first)
    finger.tap(page.get_by_role("link", name="Correct this"))
    expect(page.get_by_role("button", name="Correct it")).to_be_disabled()
    page.get_by_label("What was otherwise").select_option(label="Gun battery")
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_value("Gun battery")
    name.fill("Field guns")
    name.blur()
    expect(page.locator("#changes")).to_contain_text("Comes out differently")
    assert "Field guns" in page.locator("#changes").inner_text()
    looks(page, f"correct-set-up-{size}")
    page.evaluate(PLAIN)
    page.evaluate(AXE)
    assert page.evaluate(RUN, list(RULES)) == []
    finger.tap(page.get_by_role("button", name="Correct it"))
    expect(page.get_by_text("Corrected:").first).to_be_visible()
    assert "Field guns" in [unit.name for unit in fought.sheet.units]
    assert audited(fought.battle).differs == ()
    assert finger.taps <= MOST_TAPS
