"""Pages that come back from the browser's memory or after sleep are fetched anew, unless something typed is lost."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from companion.devices import hashed
from companion.models import Invitation, Member
from tests.browser.test_several_devices import TURN, app, battle, site
from tests.browser.test_waking import BACK
from tests.companion.rosters import new_roster

__all__ = ("app", "battle", "site")

LATER = "const now = Date.now(); Date.now = () => now + 61_000"
REFUSED = """document.querySelector("main").insertAdjacentHTML("beforeend", "<p class='notice' role='alert'>No.</p>")"""

OF_A_BATTLE = {"setup": "find", "homecoming": "", "keep": "name"}
PAGES = {"people": "name", "campaign": "name", "standings": "", "rosters": "name", "shelf": "", "home": "name"}
PAGES |= OF_A_BATTLE
"""Pages that show what others may change meanwhile, and a field that is typed in there."""


def address_of(name, battle):
    """The address of a page by its name."""
    of = battle if name in OF_A_BATTLE else battle.campaign
    return reverse(name, args=[] if name == "home" else [of.key])


@pytest.mark.parametrize("name", PAGES)
def test_it_is_fetched_anew_but_what_was_typed_is_kept_and_the_page_says_so(battle, tablet, name):
    page = tablet()
    page.goto(address_of(name, battle))
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
    page = tablet()
    page.goto(address_of(name, battle))
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


@pytest.mark.parametrize("name", ["member", "roster", "join"])
def test_so_are_the_pages_of_one_person_of_a_roster_and_of_a_link(battle, tablet, name):
    page = tablet()
    anna = Member.objects.create(campaign=battle.campaign, name="Anna")
    roster = new_roster(battle.campaign)
    secret = "s" * 43
    tomorrow = timezone.now() + timedelta(days=1)
    link = Invitation.objects.create(campaign=battle.campaign, proof=hashed(secret), expires=tomorrow)
    ways = {
        "member": reverse("member", args=[battle.campaign.key, anna.pk]),
        "roster": roster.get_absolute_url(),
        "join": link.path(secret),
    }
    page.goto(ways[name])
    page.evaluate("window.before = true")
    with page.expect_navigation():
        page.evaluate(BACK)
    assert page.evaluate("window.before === undefined")
