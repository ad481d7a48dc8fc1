"""A whole attack of each game by keyboard alone: Tab, Enter, the arrows, and the keys that stand for faces of dice."""

import sys

import pytest
from playwright.sync_api import Page, expect

from companion.models import Event
from rules.games import GAMES
from tests.browser.finger import settled
from tests.companion.demo import demo_of

MOST_TABS = 6
"""So many lead from the first page to an attacker, from there to any target, and from each page to what goes on."""

LONGEST = 40
LIT = ".piece.is-lit .piece-name a, a.mini.is-lit"
TARGET = ".piece-name a[href*='target=']"
OPEN = "fieldset.asked:has([type=radio]):not(:has(:checked)) input"
MAIN = "#declare .button-main"
OPTION = "button.option"
APPLY = "[action$='/apply/'] button"


class Keyboard:
    """The keys of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab_to(self, selector: str) -> int:
        """Press Tab until the focus is on such a thing, which is in sight then; how often that was."""
        for tabs in range(MOST_TABS + 1):
            if self.is_on(selector):
                return tabs
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{MOST_TABS} tabs do not lead to {selector}, but to {self.focused()}.")

    def is_on(self, selector: str) -> bool:
        """Whether the focus is on such a thing."""
        found: bool = self.page.evaluate("wanted => document.activeElement.matches(wanted)", selector)
        return found

    def focused(self) -> str:
        """What the focus is on."""
        told: str = self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        return told

    def press(self, *names: str) -> None:
        """Press keys as soon as they may decide something, and wait for the page that comes of it."""
        settled(self.page)
        self.page.evaluate("document.getElementById('battle').dataset.left = ''")
        for name in names:
            self.page.keyboard.press(name)
        self.page.locator("#battle:not([data-left])").wait_for(state="attached")

    @property
    def kind(self) -> str:
        """The state of the battle's page, once it has come."""
        settled(self.page)
        return (self.page.locator("#battle").get_attribute("class") or "").split()[1].removeprefix("battle-")


def tabs_to_targets(keys: Keyboard) -> list[int]:
    """How many tabs lead to each possible target; then the focus is on the first one again."""
    found = [keys.tab_to(TARGET)]
    for _ in range(keys.page.locator(TARGET).count() - 1):
        keys.page.keyboard.press("Tab")
        found.append(found[-1] + 1 + keys.tab_to(TARGET))
    for _ in range(found[-1] - found[0]):
        keys.page.keyboard.press("Shift+Tab")
    return found


def answer(keys: Keyboard) -> int:
    """Give every question that has no answer its last one, which the arrow back from the first leads to."""
    tabs = 0
    while keys.page.locator(OPEN).count():
        tabs += keys.tab_to(OPEN)
        with keys.page.expect_response("**/b/**"):
            keys.page.keyboard.press("ArrowLeft")
        expect(keys.page.locator("#questions.htmx-request")).to_have_count(0)
    return tabs + keys.tab_to(MAIN)


def type_dice(keys: Keyboard) -> None:
    """Type the faces of the pad in turn, by their numbers or the first letters of their names."""
    pad = keys.page.locator("#dice")
    assert keys.is_on(".dice-pad"), keys.focused()
    pools = pad.locator("[data-symbols]").evaluate_all(
        "pools => pools.map(({ dataset }) => [JSON.parse(dataset.symbols), Number(dataset.count)])"
    )
    keys.press(*(str(faces[die % len(faces)])[0] for faces, count in pools for die in range(count)))


def attack(keys: Keyboard) -> dict[str, int]:
    """Go from the questions through to Apply; the most tabs that each kind of page took."""
    most: dict[str, int] = {}
    for _ in range(LONGEST):
        kind = keys.kind
        if kind == "ask" and keys.page.locator("#dice").count():
            type_dice(keys)
            most["dice"] = 0
            continue
        if kind not in ("declare", "ask", "result"):
            break
        tabs = answer(keys) if kind == "declare" else keys.tab_to(OPTION if kind == "ask" else APPLY)
        most[kind] = max(tabs, most.get(kind, 0))
        keys.press("Enter")
    return most


@pytest.mark.parametrize("game", GAMES)
def test_an_attack_by_keyboard_from_the_first_tab_to_apply(transactional_db, tablet, capsys, game):
    battle = demo_of(game)
    page = tablet()
    page.goto(battle.get_absolute_url())
    keys = Keyboard(page)
    told = {"attacker": keys.tab_to(LIT)}
    keys.press("Enter")
    expect(page.locator("#said")).to_contain_text("tap the target")
    targets = tabs_to_targets(keys)
    expect(page.locator(":focus")).to_be_in_viewport()
    keys.press("Enter")
    told |= attack(keys)
    with capsys.disabled():
        sys.stdout.write(f"\n{game}: tabs to the targets {targets}, else {told}\n")
    assert max(targets) <= MOST_TABS
    assert {"declare", "dice", "result"} <= set(told), "The whole attack was played."
    stored = Event.objects.filter(battle=battle).order_by("number").last()
    assert stored.kind == "attack"
    expect(page.locator("#said")).to_contain_text(stored.headline)
    # What happened, or who may act next, has the focus: the next attack begins there.
    assert keys.is_on(".sentence, .button-step") or keys.is_on(LIT), keys.focused()


def test_enter_held_down_or_pressed_again_at_once_decides_nothing(transactional_db, tablet):
    battle = demo_of("gods_gloom")
    page = tablet()
    page.goto(battle.get_absolute_url())
    keys = Keyboard(page)
    keys.tab_to(LIT)
    keys.press("Enter")
    keys.press("Enter")
    for _ in range(4):
        page.keyboard.press("Enter")
    assert keys.is_on(MAIN)
    page.wait_for_timeout(600)
    assert keys.kind == "declare"
    assert not battle.declarations.exists()
    keys.press("Enter")
    assert keys.kind == "ask"
    page.keyboard.press("Enter")
    assert not battle.declarations.get().replies.exists()


@pytest.mark.parametrize(("width", "height", "scrolls"), [(390, 480, True), (390, 844, False), (768, 1024, False)])
def test_a_finger_scrolls_only_to_targets_out_of_sight_and_sees_no_ring(
    transactional_db, tablet, width, height, scrolls
):
    page = tablet(width=width, height=height)
    page.goto(demo_of("gods_gloom").get_absolute_url())
    page.locator(LIT).first.tap()
    expect(page.locator(".sentence")).to_contain_text("tap the target")
    expect(page.locator(":focus[href*='target=']")).to_have_count(1)
    assert page.locator(":focus-visible").count() == 0
    assert (page.evaluate("scrollY") > 0) is scrolls
