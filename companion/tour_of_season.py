"""A tour in a browser through a season that was played: ends of battles, who came home, the standings, a member."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.beside import environment
from companion.bootstrap import ROOT
from rules.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

OF_A_GAME = ("came-home",)
SEASON = (*OF_A_GAME, "season", "season-standings", "season-member")
"""What only a campaign has in which several people played."""

END = "over"
"""The end of a battle: of one of the season, which somebody has won, since the demo of a game ends level."""

OVER = ".scoreboard:has(form.again)"
WON = f"{OVER}:has(.is-pale)"


def season_beside(data: Path) -> str:
    """Play the season into a data folder, and tell the link by which its organiser comes in."""
    command = [sys.executable, "manage.py", "demo"]
    ran = subprocess.run(  # noqa: S603  (its own command)
        command, cwd=ROOT, env=environment(data), text=True, capture_output=True, check=True
    )
    link: str = re.findall(r"/j/\S+", ran.stdout)[0]
    return link


class TourOfSeason:
    """The pages of a season that a browser shows to its organiser."""

    def __init__(self, page: Page, site: str, link: str) -> None:
        self.page = page
        self.site = site
        page.context.clear_cookies()
        page.goto(f"{site}{link}")
        page.locator("form .button-main").click()
        page.locator(".scoreboard").first.wait_for()
        self.campaign = page.url.partition("?")[0]

    def pages(self, games: Collection[str], wanted: Collection[str] = (END, *SEASON)) -> Iterator[str]:
        """Go on to each of the pages; the browser shows it while it is named."""
        for game in games if END in wanted else ():
            self.page.goto(self._battle(game, WON) or self._battle(game, OVER))
            yield f"{game}-{END}"
        for game in games if "came-home" in wanted else ():
            self.page.goto(f"{self._battle(game, OVER)}home/")
            yield f"{game}-came-home"
        for name in (name for name in SEASON if name in wanted and name not in OF_A_GAME):
            self.page.goto(f"{self.campaign}standings/" if name != "season" else self.campaign)
            if name == "season-member":
                self.page.locator("main table a").first.click()
                self.page.get_by_role("heading", name="Luck").first.wait_for()
            yield name

    def _battle(self, game: str, found: str) -> str:
        """The address of the last battle of a game that is found so, empty where none is."""
        self.page.goto(self.campaign)
        older = self.page.get_by_role("link", name="older")
        boards = self.page.locator(found, has_text=GAMES[game].name)
        while not boards.count() and older.count():
            with self.page.expect_navigation():
                older.click()
        return f"{self.site}{boards.first.locator('> a').get_attribute('href')}" if boards.count() else ""
