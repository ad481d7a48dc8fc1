"""A wrong die three attacks ago in the other games, by touch on a tablet held either way, in both themes."""

import pytest
from playwright.sync_api import expect

from companion.management.fuzzing import declared
from companion.services.history import history_of
from rules.games import GAMES
from tests.browser.finger import SIZES, Finger
from tests.companion.playing import Device, sheet_of, text_of
from tests.companion.test_correcting import correction, dice_of, filled, typed_roll

MOST_TAPS = 8


def third_last(game):
    """A battle whose third last attack has a die that matters: its device, that event's number, the die and the face.

    With that other face on the die the board becomes another, and nothing is missing.
    """
    for seed in range(400):
        device = Device(declared(game, seed, 20).battle, name="Anna")
        played = [line for line in history_of(device.battle, sheet_of(device.battle)).lines if line.entry.record]
        attacks = [line for line in played if line.entry.record.procedure.slug == GAMES[game].usual]
        if device.sheet.over or len(attacks) < 3 or not typed_roll(attacks[-3]):
            continue
        number = attacks[-3].entry.number
        form = correction(device.get("correct", number), number)
        for die, faces in dice_of(form).items():
            for face in faces[:1] + faces[-1:]:
                page = text_of(device.post("correct", number, **filled(form) | {die: face}))
                if 'class="cards-then"' in page and 'name="commit" value="1" disabled' not in page:
                    return device, number, die, face
    raise LookupError(game)


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"troops_and_supplies", "x_wing"}))
def test_a_wrong_die_three_attacks_ago(transactional_db, tablet, look, game, capsys):
    device, number, die, face = third_last(game)
    before = device.sheet
    page = tablet()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(device.battle.get_absolute_url())
        finger = Finger(page)
        finger.tap(page.locator(".bar-links a", has_text="Log"))
        finger.tap(page.locator(f"a[href$='/log/{number}/']"))
        finger.tap(page.get_by_role("link", name="Correct this"))
        finger.tap(page.locator(f".fix-die:has([name={die}]) summary"))
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            finger.tap(page.locator(f".fix-die[open] [value='{face}'] + .fix-face"))
        expect(page.locator(".cards-then")).to_be_visible()
        expect(page.get_by_role("button", name="Correct it")).to_be_enabled()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            look(page, f"correct-{game}-{size}-{theme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert device.sheet == before, "looking stores nothing"
        finger.tap(page.get_by_role("button", name="Correct it"))
        expect(page.locator(".latest, .last").filter(visible=True)).to_contain_text("Corrected: ")
        assert device.sheet != before
        with capsys.disabled():
            finger.took(f"{GAMES[game].name}: a wrong die three attacks ago, {size}", MOST_TAPS)
        finger.button("Undo")
        expect(page.get_by_role("button", name="Redo")).to_be_visible()
        assert device.sheet == before
