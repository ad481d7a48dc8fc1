"""Two taps in quick succession: the second one falls while the page of the first is on its way."""

from playwright.sync_api import expect

from companion.services.demo import load_demo

TAP_AT_ONCE = """
names => {
  for (const name of names) {
    [...document.querySelectorAll("[data-piece]")].find(link => link.textContent.includes(name)).click();
  }
}
"""


def test_a_card_tapped_before_the_page_of_the_first_has_come_is_the_target(transactional_db, tablet):
    page = tablet()
    page.goto(load_demo().battles.get(game="gods_gloom").get_absolute_url())
    page.evaluate(TAP_AT_ONCE, ["Tusk Reavers", "Bound Soldiers"])
    expect(page.locator(".sentence")).to_contain_text("Tusk Reavers → Bound Soldiers")


def test_a_card_tapped_twice_at_once_is_chosen_and_not_let_go(transactional_db, tablet):
    page = tablet()
    page.goto(load_demo().battles.get(game="gods_gloom").get_absolute_url())
    page.evaluate(TAP_AT_ONCE, ["Tusk Reavers", "Tusk Reavers"])
    expect(page.locator(".sentence")).to_contain_text("Tusk Reavers: tap the target")
    page.wait_for_timeout(500)
    expect(page.locator(".sentence")).to_contain_text("Tusk Reavers: tap the target")
