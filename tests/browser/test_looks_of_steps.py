"""What a step of a battle looks like: numbers of two sides in rows, and an entry told once."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_double_taps import Table

TOPS = "[...document.querySelectorAll('.stepper')].map((one) => Math.round(one.getBoundingClientRect().top))"
TOLD = """
said => [...document.querySelectorAll(".battle-replay *")].filter((part) => part.textContent.includes(said))
  .filter((part) => !part.querySelector("*") && part.getBoundingClientRect().height > 1 && part.checkVisibility())
  .filter((part) => getComputedStyle(part.closest("h2") || part).clipPath === "none").length
"""


@pytest.mark.parametrize("height", [768, 660])
def test_the_numbers_of_two_armies_stand_in_rows(transactional_db, tablet, height):
    table = Table(tablet(height=height), "gods_gloom")
    table.go(do="armies")
    expect(table.page.locator(".stepper")).to_have_count(6)
    tops = table.page.evaluate(TOPS)
    assert tops[:3] == tops[3:]


@pytest.mark.parametrize("size", [(1024, 768), (768, 1024), (390, 844)], ids=str)
def test_a_replay_tells_an_entry_once(transactional_db, tablet, size):
    width, height = size
    table = Table(tablet(width=width, height=height), "gods_gloom")
    table.device.declare("armies", **{f"q-{table.device.sheet.sides[0].key}.momentum": "1"})
    table.page.goto(f"{table.device.battle.get_absolute_url()}replay/")
    said = table.page.locator(".turn > p")
    expect(said).to_contain_text(" of ")
    assert table.page.evaluate(TOLD, said.inner_text().partition(": ")[2]) == 1
