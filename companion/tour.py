"""A tour in a browser through every state of a game's demo battle: for pictures, and for tests of what it shows."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from typing import TYPE_CHECKING

from companion.tour_of_pages import TourOfPages
from rules.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

STATES = ("idle", "target", "declare", "ask-dice", "ask-choice", "result", "after", "over")
AROUND = ("refused", "anyway")
"""What stands around an attack: a tap on who cannot be its target, or attack, and going on while somebody may act."""

ATTACKS = 12
"""So many attacks are tried until one has asked for dice and one for a choice."""

LONGEST = 60
"""More taps than anything that is declared in a demo takes."""

WAYS = {
    game.slug: tuple(way.slug for way in game.procedures if way.slug not in (game.usual, "start"))
    for game in GAMES.values()
}
"""What can be declared in each game besides the usual attack: what a tapped piece can do, and steps of the battle."""

LAYS = ("activation",)
"""The ways to declare that end with dice laid on places, which is shown with them."""

LIT = ".piece.is-lit .piece-name a"
TARGETS = ".piece-name a[href*='target=']"
QUESTIONS = ".questions fieldset:has([type=radio])"
ACTORS = "#battle .board a[data-piece]"
ACTIONS = ".actions a[href*='do='], .seats.asking a[href^='?do='], .turn a[href^='?do=']"
WHICH = ".mode[data-mode], #declare [name=do]"
CALM = ".piece:not(.is-lit) .piece-name a"
DIMMED = ".board :is(.piece.is-dimmed a[data-piece], a.mini.is-dimmed)"
UNANSWERED = f"{QUESTIONS}:not(:has(:checked))"
END = ".battle .seats :is(a, button):text-matches('^End the battle$')"

AHEAD = """
async ([address, which, actions]) => {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const way = page.querySelector(which);
  const links = [...page.querySelectorAll(actions)].map((link) => link.getAttribute("href"));
  return [way ? way.dataset.mode || way.value : "", links, page.querySelector("#battle.battle-menu") !== null];
}
"""
"""Which way to declare a page is about, its links to others, and whether it is what a piece can do.

It is read and not shown, as dozens are looked through.
"""


class Tour(TourOfPages):
    """The demo battle of one game, played by taps of its own until every state was seen once."""

    def __init__(self, page: Page, site: str) -> None:
        super().__init__(page, site)
        self.left: set[str] = set()

    def states(self, game: str, wanted: Collection[str] = STATES) -> Iterator[str]:
        """Go on to each wanted state in turn, and to each wanted way to declare; the page shows it while it is named.

        What was not come by, because a game lacks it or its demo does not lead there, is still ``left``.
        """
        ways = set(wanted) & set(WAYS[game])
        self.left = set(wanted) & {*STATES, *AROUND} | ways
        self.page.goto(f"{self.site}/")
        self._go(self.page.locator(f"form[action='/try/{game}/'] button"), swaps=False)
        yield from self._once("idle")
        yield from self._ways(ways)
        for number in range(ATTACKS):
            if self.left <= {"over", "anyway", *ways} or not (yield from self._aim(number)):
                break
            yield from self._once("target")
            if "refused" in self.left and self.page.locator(DIMMED).count():
                self._go(self.page.locator(DIMMED))
                yield from self._once("refused")
            targets = self.page.locator(TARGETS)
            self._go(targets.nth(number % targets.count()))
            yield from self._declared()
            self._again()
            yield from self._ways(ways)
            yield from self._calm()
        if "over" in self.left or "anyway" in self.left:
            yield from self._ending()

    def _calm(self) -> Iterator[str]:
        """A tap on who can do nothing now that is usual, where anybody can be a target."""
        for place, link in enumerate(self._links(CALM) if "refused" in self.left else ()):
            if self.page.evaluate(AHEAD, [link, WHICH, ACTIONS])[2]:
                self._go(self.page.locator(CALM).nth(place))
                yield from self._once("refused")
                break
        self._again()

    def _ways(self, ways: Collection[str]) -> Iterator[str]:
        """Each way to declare that is open now and was not shown before; nothing of it is stored."""
        board, seen = self._address(), set[str]()
        found = [*self._links(ACTIONS), *self._links(ACTORS)]
        while found and self.left.intersection(ways):
            link = found.pop(0)
            if link in seen or not (link.startswith("?attacker=") or self.left.intersection(link.split("do=")[1:])):
                continue
            seen.add(link)
            slug, links, _ = self.page.evaluate(AHEAD, [f"{board}{link}", WHICH, ACTIONS])
            found[:0] = links
            if slug in self.left:
                self.page.goto(f"{board}{link}")
                yield from self._way(slug)
        self._again()

    def _way(self, slug: str) -> Iterator[str]:
        """One way to declare, with a target where it needs one."""
        targets = self.page.locator(TARGETS)
        if self.kind() == "target" and targets.count():
            self._go(targets)
        self._answer(UNANSWERED)
        yield from self._once(slug)
        if slug in LAYS:
            yield from self._laid()

    def _laid(self) -> Iterator[str]:
        """The dice of a pool, until they are to be laid on their places; it is called off then."""
        self._go(self.page.locator("#declare .button-main"))
        while self.kind() == "ask" and not self.page.locator(".laying").count():
            self._reply()
        yield "ask-places"
        self._go(self.page.locator("form[action$='/off/'] button"))

    def _links(self, found: str) -> list[str]:
        return [link.get_attribute("href") or "" for link in self.page.locator(found).all()]

    def kind(self) -> str:
        """The state that the battle's page is in, as its class says."""
        classes = self.page.locator("#battle").get_attribute("class") or ""
        return classes.split()[1].removeprefix("battle-")

    def _once(self, state: str) -> Iterator[str]:
        if state in self.left:
            self.left.remove(state)
            yield state

    def _again(self) -> None:
        """Back to the board with nothing chosen."""
        self.page.goto(self._address())

    def _aim(self, number: int) -> Generator[str, None, bool]:
        """Choose somebody who has a target now, somebody else each time; false when nobody has one any more."""
        for _ in range(LONGEST):
            lit = self.page.locator(LIT)
            count = lit.count()
            for place in range(count):
                self._go(lit.nth((number + place) % count))
                if self.page.locator(TARGETS).count():
                    return True
                self._again()
            if not (yield from self._step(self.page.locator(".button-step"))):
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
        """One ask of an attack, or of a step of the battle."""
        yield from self._once("ask-dice" if self.page.locator("#dice .key").count() else "ask-choice")
        self._reply()

    def _reply(self) -> None:
        """Reply to an ask: the dice by keys, every face in turn, and of the options the usual one."""
        keys = self.page.locator("#dice .key")
        if not keys.count():
            self._go(self.page.locator(".option-usual, .option:not([disabled]), .laying .button-main"))
            return
        missing = self.page.locator("#dice .slot").count()
        for die in range(missing - 1):
            keys.nth(die % keys.count()).click()
        self._go(keys.nth((missing - 1) % keys.count()))

    def _step(self, control: Locator) -> Generator[str, None, bool]:
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
                yield from self._answered()
            elif kind == "anyway":
                yield from self._once("anyway")
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
            ended = yield from self._step(self.page.locator(END))
            if not (ended or (yield from self._step(self.page.locator(".button-step")))):
                return
