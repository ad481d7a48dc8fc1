"""A tour in a browser through every state of a game's demo battle: for pictures, and for tests of what it shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

STATES = ("idle", "target", "declare", "ask-dice", "ask-choice", "result", "after", "over")
PAGES = ("log", "help", "set-up", "campaign", "replay", "correct", "people", "rosters", "standings", "start")
ATTACKS = 12
"""So many attacks are tried until one has asked for dice and one for a choice."""

LONGEST = 60
"""More taps than anything that is declared in a demo takes."""

LINKS = {
    "log": ".bar-links a[href$='/log/']",
    "help": ".bar-links a[href^='/help/']",
    "set-up": ".bar-links a[href$='/setup/']",
    "campaign": ".panel-body a[href^='/c/']",
}
OF_CAMPAIGN = ("people", "rosters", "standings")
ENTRIES = ".log a"
CORRECT = "a[href$='/correct/']"
AGAIN = "form[action$='/rematch/'] button"
LIT = ".piece.is-lit .piece-name a"
TARGETS = ".piece-name a[href*='target=']"
QUESTIONS = ".questions fieldset:has([type=radio])"
UNANSWERED = f"{QUESTIONS}:not(:has(:checked))"
END = ".battle .seats :is(a, button):text-matches('^End the battle$')"


class Tour:
    """The demo battle of one game, played by taps of its own until every state was seen once."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.left: set[str] = set()

    def states(self, game: str, wanted: Collection[str] = STATES) -> Iterator[str]:
        """Go on to each wanted state in turn; the page shows it while it is named.

        A state that was not come by, because a game lacks it, is still among those that are ``left``.
        """
        self.left = set(wanted) & set(STATES)
        self.page.goto(f"{self.site}/")
        self._go(self.page.locator(f"form[action='/try/{game}/'] button"), swaps=False)
        yield from self._once("idle")
        for number in range(ATTACKS):
            if self.left <= {"over"} or not self._aim(number):
                break
            yield from self._once("target")
            targets = self.page.locator(TARGETS)
            self._go(targets.nth(number % targets.count()))
            yield from self._declared()
            self._again()
        if "over" in self.left:
            yield from self._ending()

    def pages(self, wanted: Collection[str] = PAGES) -> Iterator[str]:
        """Go on to each of the other pages of the battle that was toured."""
        battle = self._address()
        for name in (name for name in PAGES if name in wanted):
            self.page.goto(battle)
            self._turn_to(name)
            yield name

    def _turn_to(self, name: str) -> None:
        """Open another page of the battle that is shown, or of its campaign."""
        if name == "start":
            self._new_battle()
        elif name == "replay":
            self.page.goto(f"{self._address()}replay/")
        elif name == "correct":
            self._entry_to_correct()
        else:
            self._go(self.page.locator(LINKS.get(name, LINKS["campaign"])), swaps=False)
            if name in OF_CAMPAIGN:
                self.page.goto(f"{self._address()}{name}/")

    def _new_battle(self) -> None:
        """The battle once more, before its start."""
        list(self._ending())
        self._go(self.page.locator(AGAIN), swaps=False)
        self.page.goto(self._address().removesuffix("setup/"))

    def _entry_to_correct(self) -> None:
        """The correction of the last entry of the log that can be corrected."""
        self._go(self.page.locator(LINKS["log"]), swaps=False)
        entries = [link.get_attribute("href") or "" for link in self.page.locator(ENTRIES).all()]
        for entry in entries:
            self.page.goto(f"{self.site}{entry}")
            if self.page.locator(CORRECT).count():
                self._go(self.page.locator(CORRECT), swaps=False)
                return

    def kind(self) -> str:
        """The state that the battle's page is in, as its class says."""
        classes = self.page.locator("#battle").get_attribute("class") or ""
        return classes.split()[1].removeprefix("battle-")

    def _once(self, state: str) -> Iterator[str]:
        if state in self.left:
            self.left.remove(state)
            yield state

    def _address(self) -> str:
        return self.page.url.partition("?")[0]

    def _again(self) -> None:
        """Back to the board with nothing chosen."""
        self.page.goto(self._address())

    def _go(self, control: Locator, *, swaps: bool = True) -> None:
        """Tap something, and wait until what comes of it may be tapped in turn."""
        self._settled()
        if not swaps:
            with self.page.expect_navigation():
                control.first.click()
            return
        self.page.evaluate("document.getElementById('battle').dataset.left = ''")
        control.first.click()
        self.page.locator("#battle:not([data-left])").wait_for(state="attached")
        self._settled()

    def _settled(self) -> None:
        self.page.locator("html:not(.is-new)").wait_for(state="attached")

    def _aim(self, number: int) -> bool:
        """Choose somebody who has a target now, somebody else each time; false when nobody has one any more."""
        for _ in range(LONGEST):
            lit = self.page.locator(LIT)
            count = lit.count()
            for place in range(count):
                self._go(lit.nth((number + place) % count))
                if self.page.locator(TARGETS).count():
                    return True
                self._again()
            if not self._step(self.page.locator(".button-step")):
                return False
        return False

    def _declared(self) -> Iterator[str]:
        """From what is about to be declared until it is stored."""
        self._answer(UNANSWERED)
        yield from self._once("declare")
        for _ in range(LONGEST):
            kind = self.kind()
            if kind == "declare":
                self._answer(UNANSWERED)
                self._go(self.page.locator("#declare .button-main"))
            elif kind == "ask":
                yield from self._answered()
            elif kind == "result":
                yield from self._once("result")
                self._go(self.page.get_by_role("button", name="Apply"))
                yield from self._once("after")
            else:
                return

    def _answer(self, questions: str) -> None:
        """Tap the last answer to each of these questions."""
        for question in self.page.locator(questions).all():
            with self.page.expect_response("**/b/**"):
                question.locator("input:not([disabled]) + label").last.click()

    def _answered(self) -> Iterator[str]:
        """One ask: the dice by keys, every face in turn, and of the options the usual one."""
        keys = self.page.locator("#dice .key")
        if not keys.count():
            yield from self._once("ask-choice")
            self._go(self.page.locator(".option-usual, .option:not([disabled]), .laying .button-main"))
            return
        yield from self._once("ask-dice")
        missing = self.page.locator("#dice .slot").count()
        for die in range(missing - 1):
            keys.nth(die % keys.count()).click()
        self._go(keys.nth((missing - 1) % keys.count()))

    def _step(self, control: Locator) -> bool:
        """Take a step of the battle itself to its end; false where it is not offered."""
        if not control.count():
            return False
        self._go(control)
        for tried in range(LONGEST):
            kind = self.kind()
            if kind == "declare":
                # What was refused as it stood has to be said otherwise: that one is sure, for one.
                self._answer(QUESTIONS if tried else UNANSWERED)
                self._go(self.page.locator("#declare .button-main"))
            elif kind == "ask":
                list(self._answered())
            elif kind == "anyway":
                self._go(self.page.locator(".panel-foot .button-main"))
            elif kind == "result":
                self._go(self.page.get_by_role("button", name="Apply"))
            else:
                break
        return True

    def _ending(self) -> Iterator[str]:
        """To the end of the battle, at once where that is offered, else round by round."""
        for _ in range(LONGEST):
            if self.kind() == "over":
                yield from self._once("over")
                return
            if not (self._step(self.page.locator(END)) or self._step(self.page.locator(".button-step"))):
                return
