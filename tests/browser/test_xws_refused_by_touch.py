"""A list that cannot be taken as it was pasted: it stays in the form, and the rules are switched where those differ."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle
from tests.browser.conftest import Look
from tests.browser.finger import SIZES
from tests.browser.test_xws import YASB, paste
from tests.browser.test_xws import battle as battle

TOO_MUCH = '{"pilots": [' + "1, " * 1_500_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://yasb.app/?f=Rebel%20Alliance", "That is a link to a squad"),
        ('{"faction": "rebelalliance", "pilots": [{"id"', "The end of the squad is missing"),
    ],
    ids=["a link", "cut"],
)
def test_what_was_pasted_stays_and_the_sentence_is_seen(
    battle: Battle, tablet: Callable[..., Page], look: Look, text: str, said: str
) -> None:
    page = tablet()
    page.goto(f"{battle.get_absolute_url()}setup/")
    page.get_by_role("link", name="Paste or upload a squad").first.tap()
    page.get_by_label("Paste the list").fill(text)
    page.get_by_role("button", name="Read the list").tap()
    expect(page.get_by_text(said)).to_be_in_viewport()
    expect(page.get_by_label("Paste the list")).to_have_value(text)
    look(page, f"xws-refused-{said.split()[-1]}")


def test_what_was_pasted_stays_where_it_is_more_than_the_page_can_take(
    battle: Battle, tablet: Callable[..., Page]
) -> None:
    page = tablet(expect={413})
    page.goto(f"{battle.get_absolute_url()}setup/")
    page.get_by_role("link", name="Paste or upload a squad").first.tap()
    page.get_by_label("Paste the list").fill(TOO_MUCH)
    page.get_by_role("button", name="Read the list").tap()
    expect(page.get_by_text("That is more than this page can take")).to_be_visible()
    expect(page.get_by_label("Paste the list")).to_have_value(TOO_MUCH)


@pytest.mark.parametrize("size", SIZES)
def test_a_list_of_the_other_rules_is_said_and_one_tap_switches(
    battle: Battle, tablet: Callable[..., Page], look: Look, size: str
) -> None:
    width, height = SIZES[size]
    page = tablet(width=width, height=height)
    page.goto(f"{battle.get_absolute_url()}setup/")
    paste(page, "Red", {**YASB, "pilots": YASB["pilots"][:2]})
    expect(page.get_by_text("This looks like a list of 2.5")).to_be_in_viewport()
    look(page, f"xws-other-rules-{size}")
    page.get_by_role("button", name="Switch the battle to 2.5").tap()
    expect(page.get_by_role("button", name="Switch the battle")).to_have_count(0)
    look(page, f"xws-switched-{size}")
    page.get_by_role("button", name="Take these ships").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of The convoy")
