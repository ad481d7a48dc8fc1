"""Names, cards and what becomes of a battle are whole: on a low tablet, on a phone and on the screen for friends."""

import pytest
from playwright.sync_api import expect

from companion.models import Battle, FrameBattle, GloomArmy
from companion.services.writing import write_event
from companion.sheets import battle_model
from companion.watching import proof_of
from rules.changes import Change
from rules.games import GAMES
from tests.browser.test_double_taps import Table
from tests.browser.test_five_a_side import GAMES_OF_CARDS, SEEN
from tests.companion.demo import demo_of
from tests.companion.playing import sheet_of

BROKEN = """
() => [...document.querySelectorAll(".plate h2")].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]);
})
"""
"""The words of sides' names that go on in another line."""

CUT = """
([parts, frames]) => [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility()).filter((part) => {
  const [box, frame] = [part.getBoundingClientRect(), part.closest(frames).getBoundingClientRect()];
  return box.left < frame.left || box.right > frame.right || part.scrollWidth > part.clientWidth + 1;
}).map((part) => part.textContent.trim())
"""
"""What reaches out of what holds it, or is cut off within."""

CUT_BELOW = """
parts => [...document.querySelectorAll(parts)]
  .filter((part) => part.scrollHeight > part.clientHeight + 1)
  .map((part) => part.textContent.trim())
"""
"""What is higher than it is seen."""

NEAR_THE_EDGE = """
() => [...document.querySelectorAll(".ending-head p:not(.ending-score)")].filter((said) => {
  const edge = said.closest(".ending").getBoundingClientRect().right;
  return said.getBoundingClientRect().right > edge - 12;
}).map((said) => said.textContent)
"""


@pytest.mark.parametrize("game", [*GAMES_OF_CARDS, "airsoft_squads"])
def test_a_low_tablet_shows_every_card_of_a_demo_to_its_end(transactional_db, tablet, game):
    page = tablet(width=1024, height=660)
    page.goto(demo_of(game).get_absolute_url())
    expect(page.locator(".battle-idle")).to_be_visible()
    seen, there = page.evaluate(SEEN, ".board .piece:not(details .piece)")
    assert (seen, there > 0) == (there, True)


def test_a_low_tablet_tells_whole_what_a_damage_card_does(transactional_db, tablet):
    page = tablet(width=1024, height=660)
    page.goto(demo_of("x_wing").get_absolute_url())
    expect(page.locator(".faceup")).to_be_visible()
    assert page.evaluate(CUT, [".faceup", ".piece"]) == []


@pytest.mark.parametrize("size", [(1024, 660), (1024, 768), (768, 1024), (390, 844)], ids=str)
def test_the_screen_breaks_no_name_of_a_side_within_a_word(transactional_db, tablet, size):
    width, height = size
    battle = over("mobile_frame_zero", "The doomsday clock is at 0: Joshua and Sebastian tie.")
    FrameBattle.objects.filter(pk=battle.pk).update(doomsday=0)
    page = tablet(width=width, height=height)
    page.goto(f"/w/{battle.pk}/{proof_of(battle)}/screen/")
    expect(page.locator(".plate h2")).to_have_count(2)
    assert page.evaluate(BROKEN) == []


def test_a_phone_breaks_no_name_of_a_side_within_a_word_in_a_late_round(transactional_db, tablet):
    battle = demo_of("mobile_frame_zero")
    FrameBattle.objects.filter(pk=battle.pk).update(round=11)
    page = tablet(width=390, height=844)
    page.goto(battle.get_absolute_url())
    expect(page.locator(".status")).to_contain_text("11")
    assert page.evaluate(BROKEN) == []


def over(game, said):
    """The demo of a game that has ended as it stands."""
    battle = demo_of(game)
    ends = Change(sheet_of(battle).key, "over", False, True)
    write_event(battle, kind="end", headline=said, who="Anna", changes=(ends,))
    battle_model(game).objects.filter(pk=battle.pk).update(over=True)
    return Battle.objects.get(pk=battle.pk)


@pytest.mark.parametrize("width", [390, 360])
def test_a_phone_tells_whole_what_a_side_has_left_where_all_of_it_has_changed(transactional_db, tablet, width):
    battle = demo_of("gods_gloom")
    army = sheet_of(battle).sides[-1].key
    changes = [Change(army, name, 0, now) for name, now in (("score", 14), ("seals", 1), ("momentum", 1))]
    write_event(battle, kind="round", headline="The round ends.", who="Anna", changes=changes)
    GloomArmy.objects.filter(pk=army.rsplit("-", 1)[1]).update(score=14, soulshards=14, seals=1, momentum=1)
    page = tablet(width=width, height=844)
    page.goto(battle.get_absolute_url())
    expect(page.locator(".left-over .is-changed")).to_have_count(2)
    assert page.evaluate(CUT, [".left-over, .left-over span", ".left-over"]) == []


@pytest.mark.parametrize("width", [390, 360])
def test_how_a_battle_ended_keeps_off_the_edge_of_a_phone(transactional_db, tablet, width):
    said = "The river is crossed: one side has 2 units with strength 16; the other side has 3 units with strength 18."
    page = tablet(width=width, height=844)
    page.goto(over("troops_and_supplies", said).get_absolute_url())
    expect(page.locator(".ending-head")).to_contain_text(said)
    assert page.evaluate(NEAR_THE_EDGE) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_was_in_a_battle_is_told_whole_once_it_is_over(transactional_db, tablet, look, game):
    page = tablet(width=1024, height=768)
    page.goto(f"{over(game, 'The battle is over.').get_absolute_url()}setup/")
    expect(page.locator(".army .piece").first).to_be_visible()
    look(page, f"set-up-over-{game}")
    assert page.evaluate(CUT_BELOW, ".army .piece") == []


@pytest.mark.parametrize("size", [(1024, 768), (1024, 660), (768, 1024), (390, 844)], ids=str)
def test_a_score_that_will_change_leaves_the_strip_of_the_sides_as_high_as_it_was(transactional_db, tablet, look, size):
    width, height = size
    table = Table(tablet(width=width, height=height), "mobile_frame_zero")
    plates = table.page.locator(".plates")
    before = plates.bounding_box()["height"]
    table.declares()
    table.device.dice("6 6 6 6 6 6 6 6"[: 2 * table.device.played().ask.pools[0].count - 1])
    table.go()
    expect(table.page.locator(".battle-result .score del")).to_have_count(1)
    look(table.page, f"score-becomes-{width}x{height}")
    assert plates.bounding_box()["height"] == before
    assert table.page.evaluate(BROKEN) == []
