"""The end of a long battle fits on the screen for friends, which nobody scrolls."""

import pytest
from playwright.sync_api import expect

from companion.models import Battle, GloomArmy, GloomUnit
from companion.services.writing import write_event
from companion.sheets import battle_model
from companion.watching import proof_of
from rules.changes import Change
from rules.games import GAMES
from tests.browser.test_whole_on_every_screen import over
from tests.companion.demo import demo_of
from tests.companion.playing import sheet_of

ROUNDS = 7
BEYOND = """
() => {
  const bottom = Math.min(document.querySelector(".foot").getBoundingClientRect().top, innerHeight) + 1;
  const ending = document.querySelector(".ending");
  const parts = [...ending.querySelectorAll("h2, h3, p, th, td, img, .fallen li")];
  const told = parts.filter((one) => one.checkVisibility());
  const frame = ending.getBoundingClientRect();
  const out = told.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.height && (box.bottom > Math.min(bottom, frame.bottom) || box.right > frame.right + 1);
  });
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth) out.push(page);
  return out.map((one) => one.localName + " " + one.textContent.trim().slice(0, 40));
}
"""
"""What is told of the end and lies beyond the edge of the screen."""

BEYOND_THE_SCREEN = """
() => [...document.querySelectorAll(".ending :is(h2, p, th, td)")].filter((one) => one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().bottom > innerHeight || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())
"""

MOMENTS = """
() => [...document.querySelectorAll(".ending .rows li")].map((one) => {
  const [box, frame] = [one.getBoundingClientRect(), one.closest("ol").getBoundingClientRect()];
  if (box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1) return "seen";
  return box.left >= frame.right - 1 ? "left out" : "cut";
})
"""
"""What becomes of each moment: all of it is seen, or it is left out; none is cut."""


def long_battle(game="gods_gloom"):
    """A battle of many rounds in which every unit of one side fell, and two of the other."""
    battle = demo_of(game)
    sheet = sheet_of(battle)
    sides = [side.key for side in sheet.sides]
    fall = [*(piece for piece in sheet.pieces if piece.side == sides[1]), *sheet.pieces[:2]]
    score = dict.fromkeys(sides, 0)
    for number, piece in enumerate(fall, start=1):
        side = sides[piece.side == sides[0]]
        changes = [
            Change(side, "score", score[side], score[side] + 10 + number),
            Change(piece.key, "destroyed_by", "", "Warlord Ukra"),
        ]
        score[side] += 10 + number
        headline = f"Warlord Ukra against {piece.name}: 4 wounds, 2 back; {piece.name} Destroyed; won by Warlord Ukra."
        write_event(battle, kind="attack", headline=headline, who="Anna", changes=changes)
        GloomUnit.objects.filter(pk=piece.key.rsplit("-", 1)[1]).update(status="destroyed", destroyed_by="Warlord Ukra")
        turn = Change(sheet.key, "round", number, number + 1)
        write_event(battle, kind="round", headline=f"Round {number} ends.", who="Anna", changes=[turn])
    for key, now in score.items():
        GloomArmy.objects.filter(pk=key.rsplit("-", 1)[1]).update(score=now, soulshards=now)
    said = "The battle ends: Ashen Horde 58 Soulshards, Unliving Host 23 Soulshards, Ashen Horde wins."
    over = Change(sheet.key, "over", False, True)
    write_event(battle, kind="round", headline=said, who="Anna", changes=[over])
    battle_model(game).objects.filter(pk=battle.pk).update(round=ROUNDS, over=True)
    return Battle.objects.get(pk=battle.pk)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768), (1024, 660)], ids=str)
def test_the_end_of_a_long_battle_is_seen_without_scrolling(transactional_db, tablet, look, size):
    width, height = size
    battle = long_battle()
    page = tablet(width=width, height=height)
    page.goto(f"/w/{battle.pk}/{proof_of(battle)}/screen/")
    expect(page.locator(".ending .fallen li")).to_have_count(6)
    look(page, f"ending-on-the-screen-{width}x{height}")
    assert page.evaluate(BEYOND) == []
    moments = page.evaluate(MOMENTS)
    assert "cut" not in moments
    assert moments.count("seen") >= min(4, len(moments))


@pytest.mark.parametrize("game", GAMES)
def test_the_board_stands_beside_an_end_of_which_little_is_told(transactional_db, tablet, look, game):
    battle = over(game, "The battle ends at once.")
    page = tablet(width=1280, height=720)
    page.goto(f"/w/{battle.pk}/{proof_of(battle)}/screen/")
    expect(page.locator(".ending-head")).to_be_visible()
    look(page, f"short-ending-on-the-screen-{game}")
    assert page.evaluate(BEYOND_THE_SCREEN) == []
    ending, board = (page.locator(part).bounding_box() for part in (".ending", ".board"))
    assert ending["x"] + ending["width"] <= board["x"]
