"""`manage.py pictures DIR`: what every page and every state of every game looks like, on every screen."""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from django.core.management.base import BaseCommand, CommandError

from companion.beside import NotServed, served_beside
from companion.bootstrap import find_browser
from companion.tour import AROUND, STATES, WAYS, Tour
from companion.tour_of_pages import OF_ALL, PAGES
from companion.tour_of_season import END, SEASON, TourOfSeason, season_beside
from rules.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = ((1024, 768), (1024, 660), (768, 1024), (390, 844))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
BEGIN = """
() => {
  const part = document.getElementById(location.hash.slice(1));
  part ? part.scrollIntoView() : scrollTo(0, 0);
}
"""
"""Where a picture begins: with the part of the page that was gone on to, else at its top."""
FIRST = "first-page"
ALL = tuple(dict.fromkeys((FIRST, *STATES, *AROUND, *(way for ways in WAYS.values() for way in ways), *PAGES, *SEASON)))


class Command(BaseCommand):
    """Plays the demo of each game in a browser and takes a picture of what it comes by."""

    help = (
        "Plays the demo battle of every game through a server of its own, which keeps nothing and touches nothing of "
        "what is played here, and takes pictures of every state in every size, light and dark."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Let it be said where the pictures go, and be asked for some of them."""
        parser.add_argument("folder", type=Path, metavar="DIR", help="where the pictures go; it is made where missing")
        parser.add_argument("--game", choices=GAMES, help="only this game")
        parser.add_argument("--only", choices=ALL, help="only this state, way to declare or page")

    def handle(self, *, folder: Path, game: str | None, only: str | None, **options: Any) -> None:
        """Take the pictures and tell how many there are."""
        browser = tools()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CommandError(f"Pictures cannot be put into {folder}: {problem.strerror}.") from None
        taken = 0
        with tempfile.TemporaryDirectory() as data, self._site(Path(data)) as site, opened(browser) as page:
            games = [game] if game else list(GAMES)
            for name in walk(page, site, games, only):
                taken += take(page, folder, name)
            for name in season(page, site, games, only, Path(data)):
                taken += take(page, folder, name)
        self.stdout.write(f"{taken} pictures are in {folder}.")

    @contextmanager
    def _site(self, data: Path) -> Iterator[str]:
        try:
            with served_beside(data) as beside:
                yield beside.site
        except NotServed as problem:
            raise CommandError(f"The server for the pictures did not start:\n{problem}") from None


def tools() -> str:
    """The browser to take pictures with; ``CommandError`` where it or Playwright is missing."""
    if find_spec("playwright") is None:
        raise CommandError(
            "Pictures are taken with Playwright, which is no part of what is played with and is not installed here. "
            "`python3 manage.py test` installs it."
        )
    browser = find_browser()
    if browser is None:
        raise CommandError(
            "Pictures are taken with Chromium, which is not installed here: `sudo apt install chromium`."
        )
    return browser


@contextmanager
def opened(browser: str) -> Iterator[Page]:
    """A page of a browser in which nothing moves."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = chromium.new_context(has_touch=True, reduced_motion="reduce").new_page()
        page.set_default_timeout(20_000)
        yield page
        chromium.close()


def walk(page: Page, site: str, games: list[str], only: str | None) -> Iterator[str]:
    """Go on to everything that is asked for, and name it."""
    wanted = ({only} - {END} if only else set(ALL)) - set(SEASON)
    if FIRST in wanted:
        page.goto(f"{site}/")
        yield FIRST
    for game in games if wanted else ():
        tour = Tour(page, site)
        for state in tour.states(game, wanted):
            if state != END:
                yield f"{game}-{state}"
        for name in tour.pages(wanted):
            yield name if name in OF_ALL else f"{game}-{name}"
        wanted -= set(OF_ALL)


def season(page: Page, site: str, games: list[str], only: str | None, data: Path) -> Iterator[str]:
    """Go on to what is asked for of a season, which is played only then."""
    wanted = {only} & {END, *SEASON} if only else {END, *SEASON}
    if wanted:
        yield from TourOfSeason(page, site, season_beside(data)).pages(games, wanted)


def take(page: Page, folder: Path, name: str) -> int:
    """Take a picture of what is shown now in every size and theme, and tell how many these are."""
    for (width, height), theme in product(SIZES, THEMES):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        page.evaluate(BEGIN)
        page.screenshot(path=folder / f"{name}-{width}x{height}-{theme}.png")
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    return len(SIZES) * len(THEMES)
