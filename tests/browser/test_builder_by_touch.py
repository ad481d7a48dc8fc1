"""An army that is known is set up with few taps and no typing, and the page stays where it is."""

import pytest
from playwright.sync_api import expect

from companion.models import Battle
from companion.services.building import start_battle
from companion.services.demo import load_demo
from rules.games import GAMES
from tests.browser.finger import SIZES, Finger, send, settled
from tests.browser.hand import Hand, tap_together
from tests.companion.demo import demo_of
from tests.companion.playing import sheet_of

MOST_TAPS = 40
ARMIES = {
    "Red": ("Reavers", "Slingers", "Riders", "Ukra"),
    "Blue": ("Soldiers", "Wardens", "Archers", "Regent"),
}
UNITS = 5
"""A side."""


SMALL = """[...document.querySelectorAll("button, a.button, summary, label.segment, .plate, input.number, select")]
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 44 || box.width < 40))
    .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""
"""What is shown and smaller than a fingertip."""


NOTE_FRESH = """document.addEventListener("htmx:load", () => {
    document.body.dataset.fresh = document.documentElement.classList.contains("is-new");
})"""
"""Writes down whether taps are held back at the moment in which a part of the page has come."""

NOTE_FRESH_TAPS = """document.body.dataset.fresh = "";
addEventListener("click", () => {
    document.body.dataset.fresh += document.documentElement.classList.contains("is-new") + " ";
}, true)"""
"""Writes down of each tap whether the page had just come."""


@pytest.fixture
def ford(transactional_db):
    sides = ["Red", "Blue"]
    return start_battle(
        campaign=load_demo(), game="gods_gloom", name="Ford", sides=sides, once="the-first-battle", who="x"
    )


def rests(page):
    settled(page)


def built(finger, name):
    """Tap a known piece, and wait until it lies with the others."""
    finger.tap(finger.page.locator(".known-one", has_text=name))
    expect(finger.page.locator(".army .piece-name", has_text=name)).to_have_count(1)


def again(finger, name):
    finger.tap(finger.page.get_by_role("button", name=f"The same again: {name}", exact=True))
    expect(finger.page.locator(".army .piece-name", has_text=f"{name} 2")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_ten_known_units_take_at_most_forty_taps_and_no_typing(ford, tablet, capsys, look, size):
    width, height = SIZES[size]
    page = tablet(width=width, height=height)
    page.goto(f"{ford.get_absolute_url()}setup/")
    finger = Finger(page)
    for side, names in (
        ("Red", ("Reavers", "Slingers", "Riders", "Ukra")),
        ("Blue", ("Soldiers", "Wardens", "Archers", "Regent")),
    ):
        expect(page.locator(".build-tabs .plate[aria-current]")).to_contain_text(side)
        for name in names:
            built(finger, name)
        first = page.locator(".army .piece-name").first.inner_text()
        again(finger, first)
        expect(page.locator(".army .piece")).to_have_count(UNITS)
        look(page, f"builder-{size}-{side.lower()}")
        if side == "Red":
            finger.tap(page.get_by_role("link", name="Next: Blue"))
    finger.tap(page.get_by_role("button", name="Start the battle"))
    expect(page.locator("#battle")).to_be_attached()
    assert len(sheet_of(ford).units) == 2 * UNITS
    with capsys.disabled():
        finger.took("A known army of 10 units in Gloom", MOST_TAPS)


def test_fast_taps_on_several_pieces_all_count_and_two_on_one_are_one(ford, tablet):
    hand = Hand(tablet(), (0, 120))
    page = hand.page
    page.goto(f"{ford.get_absolute_url()}setup/")
    settled(page)
    for name in ("Reavers", "Slingers"):
        page.locator(".known-one", has_text=name).tap()
        expect(page.locator(".army .piece-name", has_text=name)).to_have_count(1)
    hand.aim(page.get_by_role("button", name="The same again: Tusk Reavers", exact=True))
    tap_together([hand])
    expect(page.locator(".army .piece-name", has_text="Tusk Reavers 2")).to_have_count(1)
    hand.is_free()
    assert [unit.name for unit in sheet_of(ford).units] == ["Tusk Reavers", "Cinder Slingers", "Tusk Reavers 2"]


def test_the_columns_stay_where_they_were_pushed_to_and_the_form_unfolded_last_stays_so_or_is_fetched(ford, tablet):
    page = tablet(height=500)
    page.goto(f"{ford.get_absolute_url()}setup/")
    forms = page.locator(".setup-form details")
    forms.nth(1).evaluate("details => { details.open = true }")
    page.locator("#shop").evaluate("shop => shop.scrollTo(0, 150)")
    page.locator(".known-one", has_text="Regent").evaluate("button => button.click()")
    expect(page.locator(".army .piece")).to_have_count(1)
    assert page.locator("#shop").evaluate("shop => shop.scrollTop") == 150
    assert forms.evaluate_all("all => all.map((one) => one.open)") == [False, True]
    fields = page.locator(".setup-form form")
    expect(fields).to_have_count(1)
    rests(page)
    page.evaluate(NOTE_FRESH)
    forms.first.locator("summary").tap()
    expect(fields).to_have_count(2)
    expect(page.locator("body[data-fresh=true]")).to_be_attached()
    fields.first.get_by_label("Name").fill("Wardens")
    send(fields.first)
    expect(page.locator(".army .piece-name")).to_have_text(["Pale Regent", "Wardens"])
    assert forms.evaluate_all("all => all.map((one) => one.open)") == [True, False]
    expect(fields).to_have_count(1)


def test_known_pieces_are_added_as_fast_as_fingers_are_but_by_two_taps_at_one_place_only_once(ford, tablet):
    page = tablet()
    page.goto(f"{ford.get_absolute_url()}setup/")
    rests(page)
    page.evaluate(NOTE_FRESH_TAPS)
    boxes = [known.bounding_box() for known in page.locator(".known-one").all()[:3]]
    for number, box in enumerate(boxes, 1):
        page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        page.locator(".army .piece").nth(number - 1).wait_for()
    page.touchscreen.tap(boxes[2]["x"] + 20, boxes[2]["y"] + 20)
    rests(page)
    expect(page.locator(".army .piece")).to_have_count(3)
    assert page.evaluate("document.body.dataset.fresh") == "false true true true "


def test_a_side_set_up_while_staff_take_all_sides_out_says_so(ford, tablet):
    page = tablet()
    page.goto(f"{ford.get_absolute_url()}setup/")
    rests(page)
    ford.sides.all().delete()
    page.locator(".known-one").first.tap()
    expect(page.locator("main")).to_contain_text("This battle has no sides any more")
    page.get_by_role("link", name="Back to the battle").tap()
    expect(page.locator("#battle")).to_be_visible()


def test_a_few_letters_find_a_piece_at_once_and_without_scripts(ford, tablet):
    page = tablet()
    page.goto(f"{ford.get_absolute_url()}setup/")
    page.locator("#find").fill("reg")
    expect(page.locator(".known-one")).to_have_count(1)
    expect(page.locator(".known-one")).to_contain_text("Pale Regent")
    plain = tablet(scripts=False)
    plain.goto(f"{ford.get_absolute_url()}setup/")
    plain.locator("#find").fill("reg")
    plain.locator("#find").press("Enter")
    plain.locator(".known-one").tap()
    expect(plain.locator(".army .piece-name")).to_have_text("Pale Regent")


def test_on_a_phone_what_was_tapped_stays_under_the_finger_and_another_side_begins_at_its_top(ford, tablet):
    page = tablet(width=390, height=844)
    page.goto(f"{ford.get_absolute_url()}setup/")
    finger = Finger(page)
    known = page.locator(".known-one", has_text="Regent")
    place = known.bounding_box()["y"]
    for number in (1, 2, 3):
        rests(page)
        finger.tap(known)
        expect(page.locator(".army .piece")).to_have_count(number)
        assert known.bounding_box()["y"] == pytest.approx(place, abs=1)
    assert page.evaluate("scrollY") > 200
    rests(page)
    finger.tap(page.get_by_role("link", name="Next: Blue"))
    expect(page.locator(".build-tabs .plate[aria-current]")).to_contain_text("Blue")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wider_than_the_screen_or_smaller_than_a_fingertip(transactional_db, tablet, game):
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    page = tablet()
    page.goto(f"{battle.get_absolute_url()}setup/")
    for width, height in ((1024, 768), (1024, 660), (768, 1024), (390, 844), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert not page.evaluate(SMALL)
