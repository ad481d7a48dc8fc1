"""Two taps or three on what tries a game, builds a side, switches rules or ends a battle do what one does."""

import json
import re
from dataclasses import replace

import pytest

from companion.models import Battle, Piece, Side
from rules.games import GAMES
from rules.x_wing.sheet import Phase
from rules.x_wing.ship import Status
from tests.browser.test_double_taps import MAIN, Done, short_walk
from tests.browser.test_double_taps_elsewhere import built, hands, heading, said, tap
from tests.browser.test_double_taps_in_campaigns import open_all
from tests.companion.playing import Device, store
from tests.companion.squads import YASB, address, started

__all__ = ["hands", "short_walk"]

OTHER = """
field => {
  if (field.tagName === "SELECT") field.value = "2.5";
  else document.querySelector("[name=ruleset][value='2.5']").checked = true;
}
"""
"""Takes the other rules of X-Wing in the form of a field."""
ENDS = Done(declared=1, stored=1)
REFUSED = Done()


def test_each_game_is_tried_once(hands):
    for game in GAMES.values():
        for hand in hands:
            hand.page.goto("/")
        tap(hands, f"Try it: {game.name}", lambda page: page.locator("#battle"))
        assert Battle.objects.filter(game=game.slug).count() == len(hands)
    assert Battle.objects.count() == len(hands) * len(GAMES)


def nth_piece(number):
    return lambda page: page.locator(".army .piece").nth(number - 1)


def test_a_known_piece_is_added_once_again_once_and_the_side_has_one_look(hands):
    battles = [built("gods_gloom") for _ in hands]
    open_all(hands, battles, "setup/")
    before = Piece.objects.count()
    tap(hands, lambda page: page.locator(".known-one"), nth_piece(5))
    assert Piece.objects.count() == before + len(hands)
    tap(hands, re.compile("^The same again: Warlord"), nth_piece(6))
    assert Piece.objects.count() == before + 2 * len(hands)
    tap(hands, lambda page: page.locator("#colour-teal"), lambda page: page.locator("#colour-teal[aria-pressed=true]"))
    assert Side.objects.filter(colour="teal").count() == len(hands)


def test_a_piece_is_laid_on_its_square_once(hands):
    battles = [built("troops_and_supplies") for _ in hands]
    for hand, battle in zip(hands, battles, strict=True):
        hand.page.goto(f"{battle.get_absolute_url()}setup/?hand={Device(battle).key('Rifle squad')}")
    before = [battle.events.count() for battle in battles]
    laid = said("Rifle squad")
    tap(hands, lambda page: page.locator(".square-put"), laid)
    assert [battle.events.count() for battle in battles] == [count + 1 for count in before]


def test_the_rules_of_a_battle_are_agreed_on_once(hands):
    devices = [Device(started(once=f"battle-{number}")) for number, _ in enumerate(hands)]
    open_all(hands, [device.battle for device in devices], "setup/")
    for hand in hands:
        agree = hand.page.locator(".setup-form:has(#part-agreement)")
        agree.locator("details").evaluate("details => { details.open = true }")
        agree.locator("[name=ruleset]").first.evaluate(OTHER)
    before = [device.seen for device in devices]
    tap(hands, "Agree", said("agree"))
    assert [device.seen for device in devices] == [seen + 1 for seen in before]
    assert {device.sheet.settings.ruleset for device in devices} == {"2.5"}


def test_a_battle_follows_the_rules_of_its_list_once(hands):
    devices = [Device(started(once=f"battle-{number}")) for number, _ in enumerate(hands)]
    for hand, device in zip(hands, devices, strict=True):
        hand.page.goto(address(device))
        hand.page.locator("[name=text]").fill(json.dumps(YASB))
        hand.page.get_by_role("button", name="Read the list").tap()
    before = [device.seen for device in devices]
    tap(hands, re.compile("^Switch the battle to"), heading("Test Wing"))
    assert [device.seen for device in devices] == [seen + 1 for seen in before]
    assert not any(device.sheet.ships for device in devices)


def at_its_end(game):
    """A battle of which the next step ends it."""
    sheet = replace(GAMES[game].demo.battle, started=True)
    if game == "mobile_frame_zero":
        sheet = replace(sheet, doomsday=1)
    if game == "x_wing":
        mine = sheet.squads[0].key
        gone = tuple(s if s.squad == mine else replace(s, status=Status.REMOVED) for s in sheet.ships)
        sheet = replace(sheet, ships=gone, phase=Phase.END)
    return store(sheet)[0]


LAST = [
    ("x_wing", "advance"),
    ("x_wing", "finish"),
    ("mobile_frame_zero", "round"),
    ("troops_and_supplies", "end"),
]


@pytest.mark.parametrize(("game", "slug"), LAST, ids=lambda value: str(value))
def test_whether_a_battle_ends_now_is_asked_once_and_answered_once(short_walk, game, slug):
    for table in short_walk.tables:
        table.sit_at(at_its_end(game))
    short_walk.taps(f"{slug}, which asks", f"#battle a[href*='do={slug}']", REFUSED)
    short_walk.go(do=slug, anyway="1")
    short_walk.taps("no", MAIN, REFUSED, stays=True)
    assert not any(table.device.sheet.over for table in short_walk.tables)
    for table in short_walk.tables:
        table.page.locator("#declare label.segment", has_text="yes").tap()
    short_walk.taps("yes", MAIN, ENDS)
    assert all(table.device.sheet.over for table in short_walk.tables)


@pytest.mark.parametrize("game", ["airsoft_squads"])
def test_one_answer_is_taken_back(short_walk, game):
    for table in short_walk.tables:
        table.declares()
        for _ in range(2):
            table.device.choose(table.device.played().ask.options[0])
    short_walk.go()
    short_walk.taps("take back", ".step-back form[action$='/back/'] button", Done(answered=-1), stays=True)
