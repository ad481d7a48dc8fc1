"""Two taps or three are one, too, on what answers several things at once and on what enters one side's dice."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page

from rules.airsoft_squads.samples import DOUBLE_SHOT, attack
from rules.airsoft_squads.samples import battle as squads
from rules.asks import Choice
from rules.games import GAMES
from tests.browser.finger import Finger
from tests.browser.test_double_taps import Done, walk  # noqa: F401
from tests.browser.test_laying_by_touch import hit_twice, roll_the_pool
from tests.companion.examples import Played

EARLY, ALL = Done(waiting=1), Done(answered=1, waiting=-1)
OWN_DICE_BUT = """
([within, by, left]) => {
  const form = document.querySelector(within);
  const own = [...form.querySelectorAll(".pool-text")].map((pool) => pool.dataset.by === by);
  const trays = () => [...form.querySelectorAll(".tray")].filter((tray, place) => own[place]);
  const empty = () => trays().flatMap((tray) => [...tray.querySelectorAll(".slot")]);
  while (empty().length > left) {
    empty()[0].closest(".tray").querySelector(".tray-name").click();
    form.querySelector(".key").click();
  }
}
"""
WHOSE = "pools => [...new Set(pools.map(pool => pool.dataset.by))]"


def enter_dice(page: Page, by: str, *, left: int = 0, within: str = "#dice") -> None:
    """Enter all dice of one side but those that are to be left."""
    page.evaluate(OWN_DICE_BUT, [within, by, left])


def sides(page: Page, within: str = "#dice") -> list[str]:
    """The sides whose dice a pad asks for."""
    return page.locator(f"{within} .pool-text").evaluate_all(WHOSE)


@pytest.mark.parametrize("game", ["mobile_frame_zero"])
def test_taps_lay_the_dice_once(walk, game):  # noqa: F811
    for table in walk.tables:
        roll_the_pool(Finger(table.page))
    walk.taps("assign", ".laying .button-main", Done(answered=4))


@pytest.mark.parametrize("game", ["mobile_frame_zero"])
def test_taps_take_the_systems_of_a_hit_once(walk, game):  # noqa: F811
    for table in walk.tables:
        hit_twice(Finger(table.page))
    walk.taps("systems lost", ".choice button", Done(answered=2))


@pytest.mark.parametrize("game", ["airsoft_squads"])
def test_taps_settle_both_critical_dice_once(walk, game):  # noqa: F811
    known = next(one for one in GAMES[game].examples if one.procedure == "attack" and not one.refused)
    critical = replace(known, battle=squads(replace(DOUBLE_SHOT, ap=5)), declaration=attack())
    for table in walk.tables:
        played = Played(GAMES[game], critical)
        assert played.declare().status_code == 302
        assert played.device.dice("6 6", "1").status_code == 302
        table.sit_at(played.device.battle)
    walk.taps("critical dice", ".choice button", Done(answered=2))


@pytest.mark.parametrize("game", ["airsoft_squads", "troops_and_supplies"])
def test_taps_enter_the_dice_of_one_side_once(walk, game):  # noqa: F811
    for table in walk.tables:
        table.declares()
        while isinstance(ask := table.device.played().ask, Choice):
            table.device.choose(ask.options[0])
    walk.go()
    first, second = sides(walk.tables[0].page)
    for table in walk.tables:
        enter_dice(table.page, second)
    walk.taps("one side's dice", "[data-enter-hand]", EARLY)
    for table in walk.tables:
        enter_dice(table.page, first, left=1)
    walk.taps("the other side's last die", "#dice .key", ALL, stays=True)


@pytest.mark.parametrize("game", ["gods_gloom"])
def test_taps_enter_the_other_sides_pools_once(walk, game):  # noqa: F811
    for table in walk.tables:
        table.declares()
    walk.go()
    for table in walk.tables:
        table.page.locator(".other-hand summary").evaluate("summary => summary.click()")
        (by,) = sides(table.page, within=".other-hand form")
        enter_dice(table.page, by, left=1, within=".other-hand form")
    walk.taps("the other side's last die", ".other-hand .key", EARLY, stays=True)


@pytest.mark.parametrize("game", ["airsoft_squads"])
def test_taps_by_which_nobody_attaches_a_card_answer_both_sides_once(walk, game):  # noqa: F811
    for table in walk.tables:
        table.declares()
    walk.go()
    walk.taps("nobody attaches a card", ".option[name=options]", Done(answered=2))


FELL = {
    "gods_gloom": ([("6 4 3 1", "5 2"), ("3 2", "4 1")], Done(answered=2, stored=1)),
    "troops_and_supplies": ([("6 5 2", "5 3 1")], Done(answered=1, stored=1)),
}
"""Dice after which somebody could still do something, and what it stores that nobody does."""


@pytest.mark.parametrize("game", FELL)
def test_taps_by_which_nobody_does_anything_apply_once(walk, game):  # noqa: F811
    rolls, done = FELL[game]
    for table in walk.tables:
        table.declares()
        for pools in rolls:
            assert table.device.dice(*pools).status_code == 302
    walk.go()
    walk.taps("apply, nobody does anything", ".option[name=applied]", done)
