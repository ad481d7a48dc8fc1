"""A tablet for the tests: Chromium with touch, which fails the test on whatever a player would not want.

Every test in this folder has the mark `browser`. Without Chromium they are skipped, or with REQUIRE_BROWSER=1
failed.
"""

import os
import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, expect, sync_playwright

from companion.bootstrap import ROOT, find_browser, missing_for_browser

ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    # Chromium hears only the last list: the first half is what Playwright switches off. The second half are pages of
    # the browser's own, behind its address bar, which it opens with every tablet and nobody sees, and a process that it
    # keeps ready for the next page of a tablet, most of which have one.
    "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,LensOverlay,"
    "HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,"
    "AvoidCorsURLLoaderRestartOnRedirect,NetworkTimeServiceQuerying,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI,AimEnabled,"
    "SpareRendererForSitePerProcess",
]
# The answers of a page that refuses: they belong to its normal work.
REFUSALS = frozenset({409, 422})
# Chromium says it of every answer, and htmx says it again of those that it fetched.
LOAD_FAILURE = re.compile(
    r"(?:Failed to load resource: .* status of |Response Status Error Code )(\d+)|Failed to load resource: (net::\w+)"
)
HERE = Path(__file__).parent
SCREENSHOTS = ROOT / ".screenshots"

Tablet = Callable[..., Page]
Look = Callable[[Page, str], None]
Looks = Callable[[Page, str], None]
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one Chromium of this run."""
    if missing := missing_for_browser():
        reason = f"NO BROWSER TEST HAS RUN: install them with `sudo apt install {' '.join(missing)}`"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    # Playwright keeps an event loop in this thread, in which Django would refuse to use the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    # What a page shows may come after a tap on another tablet: it gets as long as a tap does.
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def site(live_server) -> str:
    """Where the tablets find the companion."""
    address: str = live_server.url
    return address


@pytest.fixture
def tablet(browser: Browser, site: str) -> Iterator[Tablet]:
    """Opens tablets: `tablet(width=768, height=1024, dark=True, scripts=False, expect={404})` gives a page.

    `expect` names answers of 400 and above that the test means to get, besides 409 and 422, and errors of the network.
    What moves costs more than all else on a page: it moves where a test asks for `motion`.
    """
    pages: list[Page] = []
    problems: list[str] = []

    def open_tablet(
        *,
        width: int = 1024,
        height: int = 768,
        dark: bool = False,
        scripts: bool = True,
        worker: bool = False,
        motion: bool = False,
        expect: Collection[int | str] = (),
    ) -> Page:
        context = browser.new_context(
            base_url=site,
            viewport={"width": width, "height": height},
            has_touch=True,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            java_script_enabled=scripts,
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(20_000)
        page = context.new_page()
        watch(page, site, REFUSALS | set(expect), problems)
        pages.append(page)
        return page

    yield open_tablet
    for page in pages:
        page.context.close()
    assert not problems, "\n".join(["The tablet met problems:", *problems])


def watch(page: Page, site: str, expected: Collection[int | str], problems: list[str]) -> None:
    """Note the errors of a page, its requests to other sites, and answers that nobody expected."""

    def console(message: ConsoleMessage) -> None:
        failure = LOAD_FAILURE.match(message.text)
        known = failure and (failure[2] or int(failure[1])) in expected
        if message.type == "error" and not known:
            problems.append(f"console: {message.text} ({message.location.get('url')})")

    def request(sent: Request) -> None:
        if not sent.url.startswith((f"{site}/", "data:", "blob:")):
            problems.append(f"request to another site: {sent.url}")

    def response(answer: Response) -> None:
        if answer.status >= 400 and answer.status not in expected:
            problems.append(f"answer {answer.status}: {answer.request.method} {answer.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: problems.append(f"script error: {error}"))
    page.on("request", request)
    page.on("response", response)


@pytest.fixture
def look() -> Look:
    """Keeps what a page shows right now as `.screenshots/<name>.png`, for people to look at: not with SCREENSHOTS=0."""
    wanted = os.environ.get("SCREENSHOTS") != "0"

    def keep(page: Page, name: str) -> None:
        if wanted:
            page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return keep


@pytest.fixture
def looks(look: Look) -> Looks:
    """Keeps what a page shows right now in either theme, and sees that it is no wider than the screen in both."""

    def keep(page: Page, name: str) -> None:
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            look(page, f"{name}-{theme}")
            assert not page.evaluate(TOO_WIDE), f"{name} is wider than the screen, {theme}"

    return keep
