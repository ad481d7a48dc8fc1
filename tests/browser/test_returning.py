"""Pages that come back from the browser's memory are fetched anew, unless something typed would be lost."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.test_several_devices import app, battle, site
from tests.browser.test_waking import BACK

__all__ = ("app", "battle", "site")

PAGES = {"setup": "find", "people": "name", "campaign": "name", "homecoming": ""}


@pytest.mark.parametrize("name", PAGES)
def test_it_is_fetched_anew_but_what_was_typed_is_kept_and_the_page_says_so(battle, tablet, name):
    page, of = tablet(), battle if name in ("setup", "homecoming") else battle.campaign
    page.goto(reverse(name, args=[of.key]))
    page.evaluate("window.before = true")
    page.evaluate(BACK.replace("true", "false"))
    assert page.evaluate("window.before"), "it was loaded just now"
    if field := PAGES[name]:
        page.locator(f"main input[name={field}]").first.fill("Zo")
        page.evaluate(BACK)
        expect(page.locator("#said")).to_contain_text("What you typed is kept")
        assert page.evaluate("window.before")
        page.locator(f"main input[name={field}]").first.evaluate("(field) => { field.value = field.defaultValue; }")
    with page.expect_navigation():
        page.evaluate(BACK)
    assert page.evaluate("window.before === undefined")
