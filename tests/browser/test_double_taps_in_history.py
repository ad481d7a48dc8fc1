"""Two taps or three on what corrects an entry, does it again, or plays a battle again do what one does."""

import pytest
from playwright.sync_api import expect

from companion.models import Battle, Event
from companion.services.history import history_of
from companion.services.undoing import undo_last
from rules.games import GAMES
from tests.browser.finger import settled
from tests.browser.test_double_taps_elsewhere import hands, tap
from tests.companion.demo import demo_of
from tests.companion.test_correcting import old_roll

__all__ = ["hands"]
games = pytest.mark.parametrize("game", GAMES)


@games
def test_an_entry_is_corrected_once(hands, game):
    rolls = [old_roll(game) for _ in hands]
    for hand, (device, _, _) in zip(hands, rolls, strict=True):
        # After the last entry there is nothing that could still lack an answer.
        last = history_of(device.battle, device.sheet).lines[-1].entry
        hand.page.goto(f"/b/{device.battle.key}/log/{last.number}/correct/")
        hand.page.locator("label[for=how-struck]").tap()
        agreed = hand.page.locator("[name=agreed]")
        expect(agreed.or_(hand.page.locator("[name=commit]:enabled")).first).to_be_attached()
        if agreed.count():
            agreed.tap()
        expect(hand.page.get_by_role("button", name="Correct it")).to_be_enabled()
        settled(hand.page)
    before = [device.seen for device, _, _ in rolls]
    tap(hands, "Correct it", lambda page: page.locator("#battle"))
    assert [device.seen for device, _, _ in rolls] == [seen + 1 for seen in before]
    assert all(device.last.kind == "amended" for device, _, _ in rolls)


@games
def test_what_was_undone_is_done_again_once(hands, game):
    rolls = [old_roll(game) for _ in hands]
    for hand, (device, _, _) in zip(hands, rolls, strict=True):
        for _ in range(2):
            last = Event.objects.filter(battle=device.battle, undone_by=None).exclude(changes=[])
            last = last.exclude(kind__in=("undo", "set-up")).order_by("-number").first()
            undo_last(key=device.battle.key, event=last.number, seen=device.seen, who="Anna")
        hand.page.goto(device.battle.get_absolute_url())
        settled(hand.page)
    before = [device.seen for device, _, _ in rolls]
    tap(hands, "Redo", lambda page: page.locator("#battle"))
    assert [device.seen for device, _, _ in rolls] == [seen + 1 for seen in before]


@games
def test_a_battle_is_played_again_once(hands, game):
    battles = [demo_of(game) for _ in hands]
    for hand, battle in zip(hands, battles, strict=True):
        Battle.objects.filter(pk=battle.pk).update(over=True)
        hand.page.goto(battle.get_absolute_url())
        settled(hand.page)
    before = Battle.objects.count()
    tap(hands, "Play again", lambda page: page.locator("#setup, #battle"))
    assert Battle.objects.count() == before + len(hands)
