"""A device that looks on fetches only what has changed, the same for all; what it then taps is its own."""

import re

from playwright.sync_api import expect

from companion.models import Side, System
from companion.services.looking import choose_look
from companion.services.once import ONCE
from tests.browser.test_frames_by_touch import ATTACKER, undo
from tests.browser.test_several_devices import (  # noqa: F401  (the fixtures that these tests ask for)
    anna,
    app,
    attack,
    battle,
    ben,
    sit_down,
    site,
)
from tests.companion.demo import demo_of


def test_what_changed_is_fetched_without_the_page_and_is_tapped_as_the_page_is(anna, ben):  # noqa: F811
    fetched = []
    ben.page.on("request", lambda request: fetched.append(re.sub(r"\?.*", "", request.url)))
    attack(anna)
    ben.says("takes 3 damage dice")
    assert [url for url in fetched if url.endswith("/part/")]
    assert not [url for url in fetched if url.endswith(battle_address(ben))], "the whole page was loaded"
    ben.dice(1, 4, 5)
    anna.button("lose shield")
    ben.says("which loses shield")
    ben.button("Apply")
    expect(undo(anna)).to_contain_text("which loses shield")
    assert System.objects.get(lost=True).name == "shield"
    # Applied on a part, undone on the other one.
    anna.tap(undo(anna))
    expect(undo(ben)).to_have_count(0)


def battle_address(finger):
    return re.sub(r"\?.*", "", finger.page.url)


def test_forms_of_one_part_have_keys_of_their_own_on_every_device(app, sit_down):  # noqa: F811
    """With one key for all, what two devices declare at once would be taken for one double tap."""
    battle = demo_of("airsoft_squads")  # noqa: F811
    fingers = [sit_down(battle), sit_down(battle)]
    before = [keys_of(finger) for finger in fingers]
    side = Side.objects.filter(battle=battle).first()
    choose_look(key=battle.key, side=side.pk, colour="", emblem="tower", who="Olga")
    for finger in fingers:
        expect(finger.page.locator(".latest")).to_contain_text("tower.")
        assert finger.page.locator("#battle form[method=post]:not(:has([name=csrfmiddlewaretoken]))").count() == 0
    after = [keys_of(finger) for finger in fingers]
    assert len({*map(frozenset, before), *map(frozenset, after)}) == 4
    assert all(ONCE.fullmatch(key) for keys in after for key in keys)


def keys_of(finger):
    keys = finger.page.locator("#battle [name=once]").evaluate_all("all => all.map(input => input.value)")
    assert keys
    return keys


def test_the_colours_that_a_device_has_chosen_stay_chosen(anna, ben):  # noqa: F811
    ben.page.get_by_role("button", name="dark").first.click()
    expect(ben.page.locator("html")).to_have_attribute("data-theme", "dark")
    attack(anna)
    ben.says("takes 3 damage dice")
    anna.button("Call it off")
    expect(ben.page.locator(f"[data-piece]:has-text('{ATTACKER}')").first).to_be_visible()
    dark = ben.page.get_by_role("button", name="dark").first
    expect(dark).to_have_attribute("aria-pressed", "true")
    dark.click()
    expect(ben.page.locator("html")).to_have_attribute("data-theme", "dark")
