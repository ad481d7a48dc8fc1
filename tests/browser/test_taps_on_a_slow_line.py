"""Fingers are faster than the line: what they were meant for is tapped though the page changes under them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import CDPSession, Locator, Page, Route, expect

from tests.browser.finger import Finger, hands_on
from tests.browser.test_frames_by_touch import aim, answer
from tests.companion.demo import demo_of


@pytest.fixture
def open_at(transactional_db, tablet: Callable[..., Page]) -> Callable[[str], Finger]:
    return lambda game: hands_on(tablet, demo_of(game).get_absolute_url())()


@contextmanager
def slow(page: Page) -> Iterator[Callable[[], None]]:
    """A line on which what is sent waits until it is let go."""
    held: list[Route] = []

    def let_go() -> None:
        for _ in range(1000):
            if held:
                break
            page.wait_for_timeout(20)
        assert held, "nothing was sent"
        while held:
            held.pop().continue_()

    page.route("**/b/**", lambda route: held.append(route))
    yield let_go
    while held:
        held.pop().continue_()
    page.unroute("**/b/**")


class Press:
    """A finger that stays on something until it is lifted, wherever that is by then."""

    def __init__(self, found: Locator) -> None:
        box = found.bounding_box()
        self.line: CDPSession = found.page.context.new_cdp_session(found.page)
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})

    def lift(self) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_card_that_is_pressed_while_the_page_comes_is_tapped(open_at):
    finger = open_at("troops_and_supplies")
    with slow(finger.page) as let_go:
        finger.card("Rifle squad")
        press = Press(finger.page.locator(".piece-name a", has_text="Guard squad"))
        let_go()
        finger.says("tap the target")
        press.lift()
    finger.says("Rifle squad → Guard squad")


def test_an_answer_that_is_pressed_while_the_questions_change_is_given(open_at):
    finger = open_at("mobile_frame_zero")
    page = finger.page
    aim(finger)
    with slow(page) as let_go:
        answer(finger, "Attack die", "^\\s*3\\s*$")
        press = Press(page.locator("fieldset:has-text('Cover') label.segment", has_text="ragged wall"))
        let_go()
        expect(page.locator(".outlook")).to_contain_text("Chart 2")
        press.lift()
    expect(page.locator(".outlook")).to_contain_text("Chart 3")


def test_what_was_unfolded_and_typed_stays_when_an_earlier_answer_comes(open_at):
    finger = open_at("gods_gloom")
    page = finger.page
    finger.card("Cinder Slingers")
    finger.card("Bone Archers", "Cinder Slingers → Bone Archers")
    with slow(page) as let_go:
        finger.answer("^ranged$")
        finger.answer("more, or another")
        let_go()
        name = page.locator("#q-modifiers-1-name")
        name.press_sequentially("High gr")
        with page.expect_response("**/b/**"):
            let_go()
        page.wait_for_timeout(200)
        expect(name).to_be_visible()
        name.press_sequentially("ound")
    expect(name).to_have_value("High ground")
    page.locator("#q-modifiers-1-red").select_option("2")
    expect(page.locator("#outlook")).to_contain_text("Dice of Cinder Slingers: 5 red, 1 blue")


def test_an_answer_that_follows_at_once_is_heard(open_at):
    finger = open_at("gods_gloom")
    page = finger.page
    finger.card("Cinder Slingers")
    finger.card("Bone Archers", "Cinder Slingers → Bone Archers")
    page.evaluate(
        """() => document.addEventListener("htmx:afterSwap", () => setTimeout(() => {
          [...document.querySelectorAll(".questions label.segment")]
            .find((label) => label.textContent.includes("Crossfire")).click();
        }), {once: true})"""
    )
    finger.answer("^ranged$")
    expect(page.locator("#outlook")).to_contain_text("Dice of Cinder Slingers: 4 red, 1 blue")
