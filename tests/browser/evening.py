"""An evening of two people with a tablet at the board: they found a group, build rosters and sit down at a battle."""

import re
from dataclasses import dataclass

import segno
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from companion.models import Battle
from rules.games import GAMES
from tests.browser.finger import Finger, pick_game, settled

PLAYERS = ("Anna", "Ben")
LAID = 3
SOON = 5_000

ONLY_THEY = "each player taps only for their own side"


class Steady(Finger):
    """A finger that taps only where a tap does something."""

    def tap(self, found: Locator, then: str = "") -> None:
        """Tap the first of what was found, once the page is ready for it."""
        rests(self.page)
        super().tap(found, then)

    def link(self, name: str) -> None:
        """Tap a link whose name fits the pattern."""
        self.tap(self.page.get_by_role("link", name=re.compile(name)))

    def go(self, name: str) -> None:
        """Tap a link to another page, again where news that came at that moment kept the tap from counting."""
        here = self.page.url
        found = self.page.get_by_role("link", name=re.compile(name))
        self.tap(found)
        try:
            self.page.wait_for_url(lambda url: url != here, timeout=SOON)
        except PlaywrightTimeoutError:
            self.tap(found)

    def side(self, name: str) -> None:
        """Have a set-up page show a side."""
        tab = self.page.locator(".build-tabs .plate", has_text=name)
        if tab.get_attribute("aria-current") != "true":
            self.tap(tab)
        expect(tab).to_have_attribute("aria-current", "true")


@dataclass
class Evening:
    """The tablet on the table, and the phones of Anna and Ben."""

    table: Steady
    anna: Steady
    ben: Steady
    campaign: str = ""

    @property
    def phones(self) -> tuple[tuple[str, Steady], ...]:
        """The people, each with the own phone."""
        return tuple(zip(PLAYERS, (self.anna, self.ben), strict=True))

    @property
    def everybody(self) -> tuple[Steady, ...]:
        """All three devices."""
        return self.table, self.anna, self.ben

    def found_a_group(self) -> None:
        """A campaign is started on the tablet, and both scan the code that it shows."""
        page = self.table.page
        page.goto("/")
        page.get_by_label("Name of the campaign").fill("Thursdays")
        self.table.button("^Start a campaign$")
        expect(page.get_by_role("heading", level=1)).to_have_text("Thursdays")
        self.campaign = page.url
        self.table.go("^Invite people$")
        self.table.button("^Make a link$")
        address = scanned(page)
        for name, phone in self.phones:
            phone.page.goto(address)
            phone.page.get_by_label("Your name").fill(name)
            phone.button("^Join")
            expect(phone.page.locator(".members")).to_contain_text(f"{name} player")
            assert phone.page.url == self.campaign, "nothing secret stays in the address"

    def build_rosters(self, game: str, names: dict[str, tuple[str, ...]]) -> None:
        """Each builds a roster on the own phone, of pieces that the game knows."""
        for name, phone in self.phones:
            page = phone.page
            phone.go("^Rosters$")
            page.get_by_label("Name of the roster").fill(f"Veterans of {name}")
            pick_game(page, game)
            phone.button("^Build it$")
            for number, piece in enumerate(names[name], start=1):
                phone.tap(page.locator(".known-one", has_text=piece))
                expect(page.locator(".army .piece")).to_have_count(number)
            phone.go("^Done$")
            expect(page.locator(".roster-sheet .piece")).to_have_count(len(names[name]))

    def sit_down(self, game: str, laid: tuple[str, ...]) -> Battle:
        """A battle is set up on the tablet; each takes a seat and brings the own roster, and it starts.

        ``laid`` is what the tablet adds for each side, since it belongs to the table and to no roster.
        """
        page = self.table.page
        page.goto(self.campaign)
        self.table.tap(page.locator("label.pick", has_text=GAMES[game].name))
        page.get_by_label("Name of the battle").fill("The ford")
        page.get_by_label("Side 1").fill("Red")
        page.get_by_label("Side 2").fill("Blue")
        self.table.button("^Set the battle up$")
        expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of The ford")
        for (name, phone), side in zip(self.phones, ("Red", "Blue"), strict=True):
            phone.page.goto(self.campaign)
            phone.tap(phone.page.locator(".scoreboard a", has_text="The ford"))
            phone.tap(phone.page.locator(".panel a[href*='/setup/']"))
            phone.side(side)
            phone.button("^Take the seat$")
            expect(phone.page.locator(".seat-of")).to_contain_text("You do.")
            phone.button(f"^Veterans of {name}")
            expect(phone.page.locator(".build-tabs .plate", has_text=side)).not_to_contain_text("no ")
        page.reload()
        for side, piece in zip(("Red", "Blue"), laid, strict=False):
            self.table.side(side)
            there = page.locator(".army .piece").count()
            for number in range(1, LAID + 1):
                self.table.tap(page.locator(".known-one", has_text=piece))
                expect(page.locator(".army .piece")).to_have_count(there + number)
            if game == "airsoft_squads":
                self.take_the_field()
        self.table.button(ONLY_THEY)
        expect(page.get_by_role("button", name=ONLY_THEY)).to_have_attribute("aria-pressed", "true")
        self.start()
        for _, phone in self.phones:
            phone.page.goto(page.url)
        return Battle.objects.get(name="The ford")

    def take_the_field(self) -> None:
        """The first operator of a squad stands on its first position."""
        page = self.table.page
        self.table.tap(page.locator(".army .piece-acts a"))
        page.locator("label.segment").get_by_text("1", exact=True).first.tap()
        self.table.tap(page.locator(".setup-form form:has([name=place]) [type=submit]"))
        expect(page.locator(".army .piece").first).not_to_contain_text("SAVEZONE")

    def start(self) -> None:
        """The battle that is set up on the tablet starts, with the usual answer where its start asks something."""
        page = self.table.page
        self.table.button("^Start the battle$")
        expect(page.locator("#battle")).to_be_attached()
        if page.locator(".battle-ask").count():
            self.table.tap(page.locator(".option-usual"))
        expect(page.locator(".battle-idle")).to_be_attached()

    def confirm(self, names: tuple[str, ...]) -> None:
        """Those who are asked say with one tap each that the result is right; nobody else is asked."""
        for name, phone in self.phones:
            phone.page.goto(self.table.page.url)
            expect(phone.page.get_by_role("button", name="Play again")).to_be_visible()
            before = phone.taps
            if name in names:
                phone.button("^The result is right$")
            expect(phone.page.get_by_role("button", name="The result is right")).to_have_count(0)
            assert phone.taps - before == (name in names)
        expect(self.table.page.locator(".result-of")).to_contain_text("The result is confirmed")

    def bring_home(self) -> None:
        """Each says on the own phone what becomes of the own pieces, as it is usual."""
        for name, phone in self.phones:
            phone.go("^Who comes home$")
            phone.button("^Bring them home$")
            expect(phone.page.locator(".homecoming")).to_contain_text(f"Said by {name}")

    def places(self) -> list[str]:
        """The lines of the standings, as the tablet shows them."""
        page = self.table.page
        page.goto(f"{self.campaign}standings/")
        return [re.sub(r"\s+", " ", line).strip() for line in page.locator("tbody tr").all_inner_texts()]


def scanned(page: Page) -> str:
    """The address in the code that a page shows, which is the one that stands beside it."""
    address = page.locator(".address").inner_text()
    drawn = segno.make(address, error="m", micro=False).svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    (squares,) = re.findall(r'stroke="#000" d="([^"]+)"', drawn)
    expect(page.locator(f'.qr path[d="{squares}"]')).to_have_count(1)
    return address


def rests(page: Page) -> None:
    """Wait until a tap on the page does something."""
    settled(page)
