"""A piece of a battle that is set up is changed by touch: its form comes filled, and nothing has to be typed again."""

import pytest
from playwright.sync_api import expect

from companion.models import Battle
from rules.changes import keyed
from tests.browser.finger import SIZES, Finger, send, settled
from tests.companion.demo import demo_of
from tests.companion.playing import sheet_of

CHANGED = {
    "mobile_frame_zero": ("ST-10 Osprey, Captain Kader", "rockets", "2"),
    "troops_and_supplies": ("Rifle squad", "strength", "2"),
    "gods_gloom": ("Tusk Reavers", "health", "7"),
    "airsoft_squads": ("", "points", "3"),
    "x_wing": ("Wedge Antilles", "hull", "5"),
}

IS_ON_TOP = """
button => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === button;
}
"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", CHANGED)
def test_one_number_of_a_piece_is_changed_where_it_stands(transactional_db, tablet, look, game, size):
    width, height = SIZES[size]
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    name, field, value = CHANGED[game]
    pieces = [one for one in sheet_of(battle).pieces if hasattr(one, field)]
    piece = next(one for one in pieces if one.name == name or not name)
    page = tablet(width=width, height=height)
    page.goto(f"{battle.get_absolute_url()}setup/?side={piece.side}")
    finger = Finger(page)
    finger.tap(page.get_by_role("link", name=f"Change {piece.name}", exact=True))
    section = page.locator(".setup-form", has=page.get_by_role("heading", name=f"Change {piece.name}"))
    expect(section).to_be_in_viewport()
    look(page, f"change-{game}-{size}")
    section.locator(f"[name={field}]").fill(value)
    send(section.locator("form").first)
    now = keyed(sheet_of(battle))[piece.key]
    assert getattr(now, field) == int(value)
    assert (now.name, now.side) == (piece.name, piece.side)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [*SIZES.values(), (1024, 660), (390, 844), (844, 390)], ids=str)
@pytest.mark.parametrize("game", ["troops_and_supplies", "x_wing"])
def test_what_stores_a_change_is_in_sight_and_nothing_beside_it_leaves_the_change_behind(
    transactional_db, tablet, look, game, size
):
    width, height = size
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    name, field, value = CHANGED[game]
    piece = next(one for one in sheet_of(battle).pieces if one.name == name)
    page = tablet(width=width, height=height)
    page.goto(f"{battle.get_absolute_url()}setup/?side={piece.side}")
    main = page.locator(".build-foot .button-main")
    expect(main).to_have_count(1)
    Finger(page).tap(page.get_by_role("link", name=f"Change {piece.name}", exact=True))
    stores = page.locator(".setup-form form:has([name=edit]) [type=submit]").first
    expect(stores).to_be_in_viewport(ratio=1)
    look(page, f"change-in-sight-{game}-{width}x{height}")
    settled(page)
    assert stores.evaluate(IS_ON_TOP), "nothing lies over it"
    expect(main).to_have_count(0)
    form = stores.locator("xpath=ancestor::form")
    form.locator(f"[name={field}]").fill(value)
    send(form)
    expect(main).to_have_count(1)
    assert getattr(keyed(sheet_of(battle))[piece.key], field) == int(value)
