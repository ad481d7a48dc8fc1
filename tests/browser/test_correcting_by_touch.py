"""A wrong die three attacks ago, put right by touch: in sight before it is stored, and on the other tablet after."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.management.fuzzing import declared
from companion.models import Event
from companion.services.amending import amend
from companion.services.foreseeing import Amendment, find_entry
from rules.asks import Choice
from rules.folding import Decided
from rules.games import GAMES
from rules.timeline import How
from tests.browser.finger import Finger, InEverySize
from tests.browser.test_axe import AXE, RULES, RUN
from tests.companion.demo import demo_of
from tests.companion.playing import Device

MOST_TAPS = 8
SHAPES = {"landscape": (1024, 768), "portrait": (768, 1024), "phone": (390, 844)}
BOTH = {"landscape": False, "portrait": True}
"""Both sizes of a tablet and both themes in two runs: whether each is dark."""


def attack(device, attacker, target, *dice):
    assert device.declare("attack", device.key(attacker), device.key(target)).status_code == 302
    device.dice(*dice)
    while isinstance(getattr(device.played(), "ask", None), Choice):
        device.choose("0")
    assert device.apply().status_code == 302


@pytest.fixture
def fought(transactional_db):
    """Three attacks: the Guard squad lost one in the first, and hits back with what it had left in the third."""
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    attack(device, "Rifle squad", "Guard squad", "6 5 2", "5 3 1")
    attack(device, "Gun battery", "Lancer troop", "10 9 3 2 1 1", "8 7 6 5 4")
    device.declare("turn")
    attack(device, "Guard squad", "Rifle squad", "4 1", "3 3 3")
    return device


def test_a_wrong_die_three_attacks_ago(fought, tablet, looks, capsys):
    page = tablet()
    page.goto(fought.battle.get_absolute_url())
    first = Event.objects.filter(battle=fought.battle, kind="attack").order_by("number").first()
    finger = Finger(page)
    shot = InEverySize(page, "correct", SHAPES, looks)

    shot("0-board", page.locator(".bar-links a", has_text="Log"))
    finger.tap(page.locator(".bar-links a", has_text="Log"))
    finger.tap(page.get_by_role("link", name=first.headline))
    finger.tap(page.get_by_role("link", name="Correct this"))
    expect(page.get_by_role("button", name="Correct it")).to_be_disabled()
    finger.tap(page.locator(".fix-die").nth(2).locator("summary"))
    shot("1-die", page.locator(".fix-die[open] .fix-face").nth(5))
    finger.tap(page.locator(".fix-die[open] .fix-face").nth(5))
    expect(page.get_by_role("heading", name="Does not fit any more")).to_be_visible()
    expect(page.get_by_text("1 die fewer: 1 left over.")).to_be_visible()
    expect(page.get_by_role("heading", name="The board then")).to_be_visible()
    shot("2-preview", page.get_by_role("button", name="Correct it"))
    assert fought.piece("Guard squad").strength == 2, "looking stores nothing"
    finger.tap(page.get_by_role("button", name="Correct it"))
    for width, height in SHAPES.values():
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".latest, .last").filter(visible=True)).to_contain_text("Corrected: Rifle squad attacks")
    assert fought.piece("Guard squad").strength == 1
    with capsys.disabled():
        finger.took("A wrong die three attacks ago", MOST_TAPS)

    shot("3-corrected", page.get_by_role("button", name="Undo"))
    finger.button("Undo")
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    shot("4-undone", page.get_by_role("button", name="Redo"))
    assert fought.piece("Guard squad").strength == 2
    finger.button("Redo")
    expect(page.get_by_role("button", name="Redo")).to_have_count(0)
    assert fought.piece("Guard squad").strength == 1


@pytest.mark.parametrize("size", SHAPES)
def test_what_a_later_attack_lacks_is_one_tap_away_and_open(fought, tablet, look, size, capsys):
    width, height = SHAPES[size]
    page = tablet(width=width, height=height)
    page.goto(fought.battle.get_absolute_url())
    first = Event.objects.filter(battle=fought.battle, kind="attack").order_by("number").first()
    finger = Finger(page)
    finger.tap(page.locator(".bar-links a", has_text="Log"))
    finger.tap(page.get_by_role("link", name=first.headline))
    finger.tap(page.get_by_role("link", name="Correct this"))
    finger.tap(page.locator(".fix-die").first.locator("summary"))
    finger.tap(page.locator(".fix-die[open] .fix-face").first)
    foot = page.locator(".correct-foot")
    expect(foot).to_contain_text("Entry 5: 1 attack d6 more to roll")
    expect(foot.get_by_role("link")).to_be_in_viewport()
    missing = page.locator(".is-misfit .fix-die[open] .fix-face")
    expect(missing).to_have_count(6)
    finger.tap(foot.get_by_role("link"))
    expect(page.locator(".is-misfit h3")).to_be_in_viewport()
    look(page, f"correct-{size}-missing")
    page.locator(".was-declared").evaluate("details => { details.open = true }")
    finger.tap(missing.nth(1))
    expect(foot).to_contain_text("Later: 1 does not fit any more and 2 stay as they were.")
    expect(page.locator(".was-declared")).to_have_attribute("open", "")
    look(page, f"correct-{size}-whole")
    finger.tap(page.get_by_role("button", name="Correct it"))
    expect(page.locator(".latest, .last").filter(visible=True)).to_contain_text("Corrected: Rifle squad attacks")
    assert fought.piece("Guard squad").strength == 3
    with capsys.disabled():
        finger.took(f"A wrong die with one more to enter, on {size}", MOST_TAPS)


def test_what_was_declared_unfolds_below_its_name_in_the_whole_width(fought, tablet, looks):
    page = tablet()
    first = Event.objects.filter(battle=fought.battle, kind="attack").order_by("number").first()
    page.goto(f"/b/{fought.battle.key}/log/{first.number}/correct/")
    name = page.locator("summary", has_text="What was declared")
    Finger(page).tap(name)
    for size, (width, height) in SHAPES.items():
        page.set_viewport_size({"width": width, "height": height})
        whole, asked = name.bounding_box(), page.locator(".was-declared .asked").first.bounding_box()
        looks(page, f"correct-{size}-declared")
        assert asked["y"] >= whole["y"] + whole["height"]
        assert asked["width"] >= whole["width"] - 1


@pytest.mark.parametrize("size", BOTH)
def test_a_replay_by_keys_and_by_swiping(fought, tablet, look, size):
    width, height = SHAPES[size]
    page = tablet(width=width, height=height, dark=BOTH[size])
    page.goto(f"/b/{fought.battle.key}/replay/")
    where = page.locator(".turn p")
    expect(where).to_contain_text("5 of 5: Guard squad attacks Rifle squad")
    page.keyboard.press("ArrowLeft")
    expect(where).to_contain_text("4 of 5: ")
    page.keyboard.press("Home")
    expect(where).to_contain_text("1 of 5: ")
    page.keyboard.press("ArrowRight")
    expect(where).to_contain_text("2 of 5: Rifle squad attacks Guard squad")
    expect(page).to_have_url(re.compile("/replay/2/$"))
    expect(page.locator(".mini", has_text="Guard squad").locator(".mini-strength")).to_have_text("2")
    look(page, f"replay-step-{size}")
    swipe(page, ".board", -200)
    expect(where).to_contain_text("3 of 5: ")
    swipe(page, ".board", 200)
    expect(where).to_contain_text("2 of 5: ")
    Finger(page).tap(page.get_by_role("link", name="Next attack"))
    expect(where).to_contain_text("3 of 5: Gun battery attacks Lancer troop")
    page.keyboard.press("Shift+ArrowLeft")
    expect(where).to_contain_text("2 of 5: ")
    page.keyboard.press("Shift+ArrowRight")
    expect(where).to_contain_text("3 of 5: ")
    Finger(page).tap(page.get_by_role("link", name="Attack before"))
    expect(where).to_contain_text("2 of 5: ")


@pytest.mark.parametrize("size", BOTH)
def test_the_log_has_the_older_version_folded_away(fought, tablet, look, size):
    first = Event.objects.filter(battle=fought.battle, kind="attack").order_by("number").first()
    found = find_entry(fought.battle, first.number)
    record = found.line.entry.record
    entered, *rest = record.replies
    now = replace(record, replies=(replace(entered, faces=((6, 5, 6), entered.faces[1])), *rest))
    wanted, later = Amendment(Decided(How.AGAIN, now)), {}
    while lacking := found.foreseen(wanted).lacking:
        later[lacking.entry.number] = Decided(How.KEPT)
        wanted = replace(wanted, decided=dict(later))
    amend(key=fought.battle.key, number=first.number, wanted=lambda _: wanted, seen=fought.seen, who="Ben")
    width, height = SHAPES[size]
    page = tablet(width=width, height=height, dark=BOTH[size])
    page.goto(f"/b/{fought.battle.key}/log/")
    older = page.locator(f".older-{first.number}")
    told = older.get_by_text(first.headline)
    expect(told).to_be_hidden()
    assert older.locator("summary").bounding_box()["height"] >= 44
    assert not page.locator("a details, a summary").count()
    Finger(page).tap(older.locator("summary"))
    expect(told).to_be_visible()
    look(page, f"log-both-versions-{size}")
    page.evaluate(AXE)
    assert page.evaluate(RUN, list(RULES)) == []


def what_changed_is_in_sight(page: Page, height: int) -> None:
    """See that what a step of a replay changed first lies between what is said of it and the sheet."""
    top = page.locator(".turn").bounding_box()
    panel = page.locator(".panel").bounding_box()["y"]
    first = page.locator(".board .is-changed").first.bounding_box()
    assert panel >= 0.55 * height, "the sheet covers less than half of the screen"
    assert top["y"] + top["height"] <= first["y"] + 1, "what changed is below what is said of it"
    assert first["y"] + min(first["height"], 48) <= panel, "and above the sheet"


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_board_as_it_stood_stays_in_sight(transactional_db, tablet, look, game):
    fuzz = declared(game, 3, 16)
    sizes = [(390, 844), (360, 640)]
    page = tablet(width=390, height=844)
    page.goto(f"/b/{fuzz.battle.key}/replay/")
    last = int(page.locator(".turn p").inner_text().split()[0])
    for place in range(last, max(1, last - 4), -1):
        expect(page.locator(".turn p")).to_contain_text(f"{place} of ")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            # It is where the page opens that what changed is scrolled to.
            page.goto(page.url)
            if page.locator(".board .is-changed").count():
                what_changed_is_in_sight(page, height)
            look(page, f"replay-{game}-{width}-{place}")
        sizes.reverse()
        Finger(page).tap(page.locator("[data-jump=back]"))


def swipe(page, where, across):
    """Draw a finger across a part of the page."""
    box = page.locator(where).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 40
    line = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", x), ("touchMove", x + across / 2), ("touchMove", x + across), ("touchEnd", None)):
        points = [] if at is None else [{"x": at, "y": y}]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
