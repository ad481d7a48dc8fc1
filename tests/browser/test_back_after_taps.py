"""The way back after taps that were answered with less than a page: what comes is a whole one."""

from playwright.sync_api import expect

from tests.companion.demo import demo_of


def test_going_back_and_on_shows_whole_pages_with_their_title(transactional_db, tablet):
    battle = demo_of("x_wing")
    page = tablet()
    page.goto(battle.get_absolute_url())
    page.locator(".piece.is-lit .piece-name a").first.tap()
    expect(page.locator(".sentence")).to_contain_text("tap the target")
    chosen = page.url
    expect(page).to_have_title(battle.name)
    page.go_back()
    expect(page.locator("#battle.battle-idle")).to_be_visible()
    page.go_forward()
    expect(page.locator(".sentence")).to_contain_text("tap the target")
    assert page.url == chosen
    expect(page).to_have_title(battle.name)
    expect(page.locator("head link[rel=stylesheet]")).to_have_count(1)
    page.locator(".piece-name a[href*='target=']").first.tap()
    expect(page.locator("#declare")).to_be_visible()
