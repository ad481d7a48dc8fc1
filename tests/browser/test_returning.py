"""Pages that come back from the browser's memory or after sleep are fetched anew, unless something typed is lost."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.test_several_devices import TURN, app, battle, site
from tests.browser.test_waking import BACK

__all__ = ("app", "battle", "site")

LATER = "const now = Date.now(); Date.now = () => now + 61_000"
REFUSED = """document.querySelector("main").insertAdjacentHTML("beforeend", "<p class='notice' role='alert'>No.</p>")"""

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


@pytest.mark.parametrize("name", PAGES)
def test_after_sleep_it_is_fetched_anew_too_but_not_after_a_look_elsewhere(battle, tablet, name):
    page, of = tablet(), battle if name in ("setup", "homecoming") else battle.campaign
    page.goto(reverse(name, args=[of.key]))
    page.evaluate("window.before = true")
    page.evaluate(TURN, True)
    page.evaluate(TURN, False)
    assert page.evaluate("window.before"), "it was out of sight for a moment"
    page.evaluate(TURN, True)
    page.evaluate(LATER)
    if field := PAGES[name]:
        page.locator(f"main input[name={field}]").first.evaluate("(field) => { field.value = 'Zo'; }")
        page.evaluate(TURN, False)
        expect(page.locator("#said")).to_contain_text("What you typed is kept")
        assert page.evaluate("window.before")
        page.locator(f"main input[name={field}]").first.evaluate("(field) => { field.value = field.defaultValue; }")
    page.evaluate(REFUSED)
    page.evaluate(TURN, False)
    assert page.evaluate("window.before"), "what was refused stands there as it was sent"
    page.locator("main > .notice").evaluate("(notice) => notice.remove()")
    if name == "campaign":
        page.locator("main [type=file]").first.evaluate("(field) => field.click()")
        page.evaluate(TURN, False)
        assert page.evaluate("window.before"), "a file is picked once the page is seen again"
        page.locator("main").evaluate("(main) => main.click()")
    with page.expect_navigation():
        page.evaluate(TURN, False)
    assert page.evaluate("window.before === undefined")
