"""A wrong die three attacks ago in X-Wing, by touch: what was chosen then does not fit, and is chosen anew."""

import sys

import pytest
from playwright.sync_api import expect

from tests.browser.finger import Finger
from tests.companion.convoy import three_attacks
from tests.companion.demo import plain_convoy
from tests.companion.playing import Device

MOST_TAPS = 8
SHAPES = {"landscape-light": (1024, 768), "portrait-dark": (768, 1024), "phone-dark": (390, 844)}


@pytest.fixture
def fought(transactional_db):
    return Device(plain_convoy(), name="Anna")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_choice_that_does_not_fit_any_more_is_made_anew(fought, tablet, look, shape, capsys):
    width, height = SHAPES[shape]
    page = tablet(width=width, height=height, dark=shape.endswith("dark"))
    first = three_attacks(fought)
    page.goto(fought.battle.get_absolute_url())
    finger = Finger(page)
    shot = f"correct-x-wing-{shape}"

    finger.tap(page.locator(".bar-links a", has_text="Log"))
    finger.tap(page.get_by_role("link", name=first.headline))
    finger.tap(page.get_by_role("link", name="Correct this"))
    finger.tap(page.locator(".fix-die").nth(4).locator("summary"))
    finger.tap(page.locator(".fix-die[open] .fix-face").first)
    expect(page.locator("#entry")).to_contain_text("“spend focus” cannot be chosen any more.")
    look(page, f"{shot}-1-choice")
    expect(page.get_by_role("button", name="Correct it")).to_be_disabled()
    finger.tap(page.locator(".fix", has_text="Modify").locator("label", has_text="done"))
    expect(page.get_by_role("heading", name="Does not fit any more")).to_be_visible()
    expect(page.get_by_role("heading", name="Comes out differently")).to_have_count(0)
    look(page, f"{shot}-2-misfit")
    finger.tap(page.locator(".is-misfit .fix label", has_text="focus"))
    expect(page.get_by_role("heading", name="The board then")).to_be_visible()
    look(page, f"{shot}-3-board")
    page.emulate_media(color_scheme="light" if shape.endswith("dark") else "dark")
    look(page, f"{shot}-3-board-in-the-other-theme")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert fought.piece("Wedge Antilles").shields == 1, "looking stores nothing"
    finger.tap(page.get_by_role("button", name="Correct it"))
    expect(page.locator(".latest, .last").filter(visible=True)).to_contain_text("Corrected: Wedge Antilles")
    assert fought.piece("Soontir Fel").focus == 0
    assert fought.piece("Wedge Antilles").shields == 0
    with capsys.disabled():
        sys.stdout.write(f"\nX-Wing, a wrong die three attacks ago, {shape}: {finger.taps} taps of {MOST_TAPS}\n")
    assert finger.taps <= MOST_TAPS
