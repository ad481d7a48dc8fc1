"""The odds on a card and the state of a piece are whole, on a phone too."""

import pytest
from playwright.sync_api import expect

from companion.models import GloomArmy, Operator
from companion.services.writing import write_event
from companion.tour import Tour
from rules.airsoft_squads.pieces import State
from rules.asks import Roll
from rules.changes import Change
from rules.games import GAMES
from rules.play import Waiting
from tests.browser.finger import Finger
from tests.browser.test_double_taps import PAIRS, Table
from tests.companion.demo import demo_of
from tests.companion.playing import sheet_of

A_LINE = 32
"""So high is a line of the strip that says whose turn it is."""

CUT = """
selector => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility()).flatMap((part) => {
  const frame = part.closest(".piece").getBoundingClientRect();
  const box = part.getBoundingClientRect();
  const wide = box.left >= frame.left && box.right <= frame.right;
  return wide && box.top >= frame.top && box.bottom <= frame.bottom ? [] : [part.textContent.trim()];
})
"""


@pytest.mark.parametrize("game", PAIRS)
def test_the_odds_of_every_target_are_whole_with_what_is_lost_on_average(transactional_db, tablet, game):
    page = tablet()
    page.goto(demo_of(game).get_absolute_url())
    Finger(page).card(PAIRS[game][0])
    expect(page.locator(".battle-target")).to_be_visible()
    chances = page.locator(".piece > .chance:has(.expected)")
    for width, height in ((1024, 768), (1024, 660), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT, ".piece > .chance > :is(b, span)") == []
        assert chances.count() == chances.locator(".expected").filter(visible=True).count()


TURN = """
() => {
  const [panel, plates] = [".panel", ".plates"].map((part) => document.querySelector(part).getBoundingClientRect());
  return panel.top - plates.bottom;
}
"""


@pytest.mark.parametrize("game", PAIRS)
def test_a_phone_shows_above_what_is_asked_whose_turn_it_is(transactional_db, tablet, game):
    table = Table(tablet(width=390, height=844), game)
    table.go(**table.pair())
    expect(table.page.locator(".battle-declare")).to_be_visible()
    assert table.page.evaluate(TURN) >= A_LINE
    table.declares()
    while isinstance(played := table.device.played(), Waiting):
        table.go()
        expect(table.page.locator(".battle-ask")).to_be_visible()
        if isinstance(played.ask, Roll):
            table.device.dice(*(" ".join([str(pool.die.symbols[-1])] * pool.count) for pool in played.ask.pools))
        else:
            assert table.page.evaluate(TURN) >= A_LINE, played.ask.label
            table.device.choose(played.ask.options[0])


COVERED = """
() => {
  const [panel, words] = [".panel", ".turn > p"].map((part) => document.querySelector(part).getBoundingClientRect());
  return words.bottom - panel.top;
}
"""


@pytest.mark.parametrize("game", PAIRS)
def test_on_a_phone_no_question_lies_over_the_words_of_the_strip(transactional_db, tablet, game):
    table = Table(tablet(width=390, height=844), game)
    attacker = table.pair()["attacker"]
    for procedure in GAMES[game].of_pieces:
        table.go(attacker=attacker, do=procedure.slug)
        if table.page.locator(".battle-declare").count():
            assert table.page.evaluate(COVERED) <= 0, procedure.name


def test_the_numbers_of_whoever_is_in_the_savezone_have_their_names(transactional_db, tablet):
    page = tablet(width=1024, height=660)
    page.goto(demo_of("airsoft_squads").get_absolute_url())
    numbers = page.locator(".savezone .number-chip")
    expect(numbers.first).to_be_visible()
    assert numbers.count() == page.locator(".savezone .number-chip > span").filter(visible=True).count()


def test_the_state_of_a_piece_is_whole_on_a_phone(transactional_db, tablet):
    battle = demo_of("airsoft_squads")
    Operator.objects.filter(name=PAIRS["airsoft_squads"][0]).update(state=State.EXHAUSTED)
    page = tablet(width=390, height=844)
    page.goto(battle.get_absolute_url())
    expect(page.get_by_text("EXHAUSTED")).to_be_visible()
    assert page.evaluate(CUT, ".piece .token-state") == []


def test_a_name_has_the_width_of_its_card_while_dice_fall_on_a_phone(transactional_db, tablet):
    table = Table(tablet(width=390, height=844), "gods_gloom")
    table.declares()
    table.go()
    cards = table.page.locator(".piece:is(.is-attacker, .is-target)")
    expect(cards).to_have_count(2)
    for card in cards.all():
        name, frame = card.locator(".piece-name").bounding_box(), card.bounding_box()
        assert name["width"] >= frame["width"] * 0.85
        assert name["height"] < 2 * 16, "in one line"


UNSEEN = """
() => {
  const sheet = document.querySelector(".panel").getBoundingClientRect().top;
  const told = ":is(.piece-name, .token, .is-moved, del)";
  const fighters = [...document.querySelectorAll(`:is(.is-attacker, .is-target) ${told}`)];
  const covered = fighters.filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > sheet);
  const top = (part) => part.getBoundingClientRect().top;
  const above = [...document.querySelectorAll(".plate h2")].filter((name) => top(name) < top(name.closest(".plate")));
  return [...covered, ...above].map((part) => part.textContent.trim());
}
"""
"""What a sheet covers of the two who fight and of what becomes of them, and which sides' names are cut off."""

BEHIND_APPLY = """
() => {
  const foot = document.querySelector(".panel-foot").getBoundingClientRect().top;
  const changes = [...document.querySelectorAll(".panel-result .differences dd")];
  return changes.filter((part) => part.getBoundingClientRect().bottom > foot).map((part) => part.textContent.trim());
}
"""
OVER_THE_PLATES = """
document.querySelector(".panel").getBoundingClientRect().top
  < document.querySelector(".plates").getBoundingClientRect().bottom
"""


@pytest.mark.parametrize("game", ["airsoft_squads", "gods_gloom", "troops_and_supplies", "x_wing"])
def test_a_sheet_covers_no_name_of_a_side_and_a_result_neither_of_the_two_nor_what_changes(
    transactional_db, tablet, site, game
):
    page = tablet(width=390, height=844)
    for state in Tour(page, site).states(game, ("declare", "result")):
        assert not page.evaluate(OVER_THE_PLATES), state
        if state == "result":
            assert page.evaluate(UNSEEN) == []
            assert page.evaluate(BEHIND_APPLY) == []
            page.set_viewport_size({"width": 1024, "height": 660})
            assert page.evaluate(BEHIND_APPLY) == []


CUT_SHORT = """
() => [...document.querySelectorAll("#battle *:not(.bar *)")].filter((part) => {
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(part);
  if (overflowX !== "hidden" || !part.checkVisibility()) return false;
  return (textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth + 1)
    || (webkitLineClamp !== "none" && part.scrollHeight > part.clientHeight + 4);
}).map((part) => part.textContent.trim())
"""
"""What ends in dots where it has no room, but for what the bar names."""


@pytest.mark.parametrize("game", PAIRS)
def test_nothing_that_the_table_tells_ends_in_dots(transactional_db, tablet, game):
    table = Table(tablet(), game)
    said, cut = table.pair(), []
    for state in ("idle", "target", "declare", "ask"):
        if state == "ask":
            table.declares()
        table.go(**{"idle": {}, "target": {"attacker": said["attacker"]}, "declare": said, "ask": {}}[state])
        expect(table.page.locator(f".battle-{state}")).to_be_visible()
        for width, height in ((1024, 660), (768, 1024), (390, 844), (1024, 768)):
            table.page.set_viewport_size({"width": width, "height": height})
            cut += [f"{state}, {width}x{height}: {text}" for text in table.page.evaluate(CUT_SHORT)]
    assert not cut, "\n".join(cut)


OVER_A_WORD = """
() => [...document.querySelectorAll(".score.is-changed")].filter((score) => {
  const plate = score.closest(".plate");
  const parts = [score.querySelector("small"), plate.querySelector("h2"), score.querySelector("strong"), plate];
  const [word, name, lit, edge] = parts.map((part) => part.getBoundingClientRect());
  const beside = lit.right <= name.left || lit.left >= name.right;
  return (word.height > 1 && lit.bottom > word.top + 1) || !beside || lit.left < edge.left || lit.right > edge.right;
}).map((score) => score.textContent)
"""


@pytest.mark.parametrize("width", [1024, 390])
def test_a_score_that_is_lit_lies_over_no_word(transactional_db, tablet, width):
    battle = demo_of("gods_gloom")
    changes = [Change(side.key, "score", 0, 10) for side in sheet_of(battle).sides]
    write_event(battle, kind="round", headline="They score.", who="Anna", changes=changes)
    GloomArmy.objects.update(name="Dora's side", score=10, soulshards=10)
    page = tablet(width=width)
    page.goto(battle.get_absolute_url())
    expect(page.locator(".score.is-changed")).to_have_count(2)
    assert page.evaluate(OVER_A_WORD) == []


BARE_TICKS = """
() => [...document.querySelectorAll(".track .is-done")].filter((stop) => {
  const isRead = (part) => part.checkVisibility() && getComputedStyle(part).clipPath === "none";
  return isRead(stop) && !isRead(stop.querySelector(".stop"));
}).map((stop) => stop.textContent.trim())
"""


def test_no_tick_on_the_strip_stands_without_the_name_of_what_is_done(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("mobile_frame_zero").get_absolute_url())
    expect(page.locator(".track .is-done")).to_have_count(1)
    assert page.evaluate(BARE_TICKS) == []
