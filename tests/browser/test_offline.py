"""While the app cannot be reached a page stands in, and the battle comes back by itself; on plain http a hint does."""

import pytest
from playwright.sync_api import expect

from companion.models import Campaign
from tests.browser.test_axe import faults
from tests.companion.demo import demo_of

READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def battle(transactional_db):
    return demo_of("troops_and_supplies")


@pytest.fixture
def kept(tablet, battle):
    """A tablet at a battle that keeps the page for when it cannot be reached."""
    page = tablet(worker=True, expect={"net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED"})
    page.goto("/")
    page.wait_for_function(READY)
    page.goto(battle.get_absolute_url())
    return page


def test_the_page_stands_in_and_the_battle_comes_back_by_itself(kept, battle, look):
    title = kept.title()
    kept.context.set_offline(True)
    kept.reload()
    expect(kept.get_by_role("heading", name="The app cannot be reached")).to_be_visible()
    expect(kept.get_by_text("Everything applied is saved")).to_be_visible()
    assert kept.evaluate("getComputedStyle(document.querySelector('.button-main')).fontWeight") == "700", (
        "with its styles"
    )
    assert kept.url.endswith(battle.get_absolute_url())
    look(kept, "offline")
    kept.context.set_offline(False)
    expect(kept).to_have_title(title, timeout=20_000)


def test_trying_again_asks_for_the_same_page(kept, battle):
    # It does not come back by itself before the tap.
    kept.route("**", lambda route: route.abort() if route.request.method == "HEAD" else route.continue_())
    kept.context.set_offline(True)
    kept.reload()
    kept.context.set_offline(False)
    kept.get_by_role("link", name="Try again").tap()
    kept.wait_for_load_state()
    assert kept.url.endswith(battle.get_absolute_url())
    expect(kept.locator("#battle")).to_be_visible()


def test_what_is_sent_while_it_cannot_be_reached_may_be_lost_and_the_page_before_comes_back(kept, battle, look):
    campaign = battle.campaign.get_absolute_url()
    kept.goto(campaign)
    kept.get_by_label("Name of the battle").fill("The bridge")
    kept.context.set_offline(True)
    kept.get_by_role("button", name="Set the battle up").tap()
    expect(kept.get_by_role("heading", name="The app cannot be reached")).to_be_visible()
    expect(kept.get_by_text("What you sent may not have arrived")).to_be_visible()
    assert kept.get_by_role("link", name="Try again").evaluate("link => link.href").endswith(campaign)
    look(kept, "offline-sent")
    kept.context.set_offline(False)
    expect(kept.get_by_role("heading", level=1)).to_have_text(battle.campaign.name)
    assert kept.url.endswith(campaign)
    assert battle.campaign.battles.count() == 1


def test_where_it_can_be_reached_all_that_is_sent_arrives(kept, battle):
    kept.goto(battle.campaign.get_absolute_url())
    kept.get_by_label("Name of the battle").fill("The bridge")
    kept.get_by_role("button", name="Set the battle up").tap()
    expect(kept.get_by_role("heading", level=1)).to_have_text("Set-up of The bridge")
    kept.goto(f"{battle.get_absolute_url()}log/")
    with kept.expect_download() as saved:
        kept.get_by_role("link", name="Download").first.tap()
    other = Campaign.objects.create(name="Another campaign")
    kept.goto(other.get_absolute_url())
    kept.get_by_label("File of a battle or a campaign").set_input_files(saved.value.path())
    kept.get_by_role("button", name="Bring it in").tap()
    expect(kept.locator("#battle")).to_be_visible()
    assert (battle.campaign.battles.count(), other.battles.count()) == (2, 1)


@pytest.mark.parametrize("address", ["/offline/", "/offline/?sent"])
def test_what_stands_in_is_for_everybody(tablet, battle, address):
    page = tablet()
    page.goto(address)
    found = list(faults(page))
    assert not found, "\n".join(found)


def test_on_plain_http_the_first_page_says_what_to_do_instead(tablet):
    page = tablet()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    page.goto("/")
    hint = page.get_by_text("Without https a browser cannot install the app")
    expect(hint).to_be_visible()
    expect(hint).to_contain_text("While the app cannot be reached")


def test_where_it_can_be_installed_nothing_is_said(tablet):
    page = tablet(worker=True)
    page.goto("/")
    page.wait_for_function(READY)
    assert page.locator("[data-install]").inner_text() == ""
