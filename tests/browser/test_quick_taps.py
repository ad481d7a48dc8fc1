"""Two taps in quick succession: the second one falls while the page of the first is on its way."""

from playwright.sync_api import expect

from companion.models import Reply, TroopUnit
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to

TAP_AT_ONCE = """
names => {
  for (const name of names) {
    [...document.querySelectorAll("[data-piece]")].find(link => link.textContent.includes(name)).click();
  }
}
"""


def test_a_card_tapped_before_the_page_of_the_first_has_come_is_the_target(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("gods_gloom").get_absolute_url())
    page.evaluate(TAP_AT_ONCE, ["Tusk Reavers", "Bound Soldiers"])
    expect(page.locator(".sentence")).to_contain_text("Tusk Reavers → Bound Soldiers")


def test_a_card_tapped_twice_at_once_is_chosen_and_not_let_go(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("gods_gloom").get_absolute_url())
    page.evaluate(TAP_AT_ONCE, ["Tusk Reavers", "Tusk Reavers"])
    expect(page.locator(".sentence")).to_contain_text("Tusk Reavers: tap the target")
    page.wait_for_timeout(500)
    expect(page.locator(".sentence")).to_contain_text("Tusk Reavers: tap the target")


def test_sixty_quick_taps_on_the_keys_of_pads_that_have_just_come_are_sixty_dice(transactional_db, tablet):
    crossing = demo_of("troops_and_supplies")
    for name in ("Rifle squad", "Guard squad"):
        TroopUnit.objects.get(name=name).lay(strength=10, supplies=10)
    page, device = tablet(), Device(crossing)
    said = {"attacker": device.key("Rifle squad"), "target": device.key("Guard squad"), "do": "attack"}
    for _ in range(3):
        form = form_to(device.get(**said), "/declare/", **said)
        device.client.post(form["action"], form["fields"])
        page.goto(crossing.get_absolute_url())
        box = page.get_by_role("button", name="3", exact=True).bounding_box()
        for _ in range(20):
            page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        expect(page.locator(".tray")).to_have_count(0)
        device.call_off()
    assert [reply.value for reply in Reply.objects.all()] == [[[3] * 10, [3] * 10]] * 3
