"""Who reads in a battle's log is told what another device does, and nobody stays on what was withdrawn."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from companion.models import Battle, Event
from companion.services.amending import amend
from companion.services.foreseeing import Amendment
from companion.services.undoing import undo_last
from companion.watching import proof_of
from rules.folding import Decided
from rules.timeline import How
from tests.browser.test_several_devices import anna, app, battle, sit_down, site  # noqa: F401
from tests.companion.playing import Device
from tests.companion.test_undo import holding, spot, values


@pytest.fixture
def played(battle: Battle) -> Device:  # noqa: F811
    device = Device(battle, Client(HTTP_HOST="127.0.0.1"), name="Anna")
    values(device)
    spot(device)
    return device


@pytest.fixture
def reader(played: Device, tablet, site):  # noqa: F811
    """Opens a page of the log on another device, once it listens."""

    def read(page: str, *args: object, **more: object):
        found = tablet(**more)
        with found.expect_response(re.compile("/live/")):
            found.goto(reverse(page, args=args if page.startswith("watch") else [played.battle.key, *args]))
        return found

    return read


def undo(device: Device) -> Event:
    last = Event.objects.filter(battle=device.battle, undone_by=None).exclude(kind="undo").latest("number")
    undo_last(key=device.battle.key, event=last.number, seen=device.seen, who="Anna")
    return last


def test_the_log_and_an_entry_show_it_at_once(played, reader):
    log, entry = reader("log"), reader("event", played.last.number)
    undone = undo(played)
    expect(log.locator(".log del")).to_have_text(undone.headline)
    expect(entry.locator("h1 del")).to_have_text(undone.headline)
    expect(log.locator("#said")).to_have_text(f"Undone: {undone.headline}")
    assert entry.title() == f"{undone.headline} (undone)"


def test_a_note_that_is_being_written_stays(played, reader):
    entry = reader("event", played.last.number)
    entry.locator("#note").fill("it was a 3")
    undone = undo(played)
    expect(entry.locator(".live-news")).to_contain_text(f"Undone: {undone.headline}")
    expect(entry.locator("#note")).to_have_value("it was a 3")
    entry.locator(".live-news button").click()
    expect(entry.locator("h1 del")).to_have_text(undone.headline)
    expect(entry.locator(".live-news")).to_have_count(0)


def test_a_step_of_the_replay_stays_while_play_goes_on_until_what_is_new_is_asked_for(played, reader):
    last = played.last
    step = reader("replay-step", last.number, width=390, height=844)
    newest = reader("replay")
    watched = reader("watch-step", played.battle.pk, proof_of(played.battle), last.number)
    holding(played)
    expect(step.locator(".live-news")).to_contain_text(f"Changed on another device: {played.last.headline}")
    expect(watched.locator(".live-news")).to_contain_text("The battle has changed on another device.")
    for page in (step, newest, watched):
        expect(page.locator(".live-news")).to_be_visible()
        expect(page.locator("h2.sentence > :last-child")).to_have_text(last.headline)
        expect(page.locator("[data-jump=on]")).to_have_count(0)
        expect(page.locator("#panel .notice")).to_have_count(0)
    for page in (step, watched):
        page.locator(".live-news button").click()
        expect(page.locator("[data-jump=on]")).to_be_visible()
        expect(page.locator(".live-news")).to_have_count(0)
        assert page.url.endswith(f"/{last.number}/")
    undo(played)
    expect(step.locator(".live-news")).to_be_visible()
    step.locator('[data-jump="back"]').click()
    expect(step.locator(".live-news")).to_have_count(0), "another step is shown as it is now"


@pytest.mark.parametrize("page", ["replay", "replay-step", "watch", "watch-step"])
def test_a_step_of_the_replay_that_is_withdrawn_is_shown_as_it_is_now_at_once(played, reader, page):
    last = played.last
    link = (played.battle.pk, proof_of(played.battle)) if page.startswith("watch") else ()
    step = reader(page, *link, *([last.number] if page.endswith("step") else []), width=390, height=844)
    expect(step.locator("h2.sentence > :last-child")).to_have_text(last.headline)
    undo(played)
    expect(step.locator("h2 del")).to_have_text(last.headline)
    expect(step.locator("#panel .notice")).to_have_text(f"Undone: {last.headline}")
    expect(step.locator("#said")).to_have_text(f"Undone: {last.headline}")
    expect(step.locator(".live-news")).to_have_count(0)
    step.locator('[data-jump="back"]').click()
    expect(step.locator("h2 del, #panel .notice")).to_have_count(0)


def test_the_board_of_a_later_step_follows_the_correction_of_an_earlier_one(played, reader):
    first, last = Event.objects.get(battle=played.battle, kind="values"), played.last
    step = reader("replay-step", last.number)
    amend(
        key=played.battle.key,
        number=first.number,
        wanted=lambda _: Amendment(Decided(How.STRUCK), agreed=True),
        seen=played.seen,
        who="Anna",
    )
    expect(step.locator("#panel .notice")).to_have_text(played.last.headline)
    assert step.locator("h2.sentence > :last-child").inner_text() == last.headline
    assert step.locator(".live-news").count() == 0


def test_a_correction_keeps_what_was_entered_and_is_looked_at_again(played, reader):
    number = Event.objects.get(battle=played.battle, kind="values").number
    page = reader("correct", number)
    page.locator("[name=why]").fill("read wrongly")
    last = undo(played)
    expect(page.locator(".live-news")).to_contain_text(f"Undone: {last.headline}")
    expect(page.locator("[name=why]")).to_have_value("read wrongly")
    page.locator(".live-news button").click()
    expect(page.locator("[name=seen]")).to_have_value(str(played.seen))
    expect(page.locator("[name=why]")).to_have_value("read wrongly")
    # The field was left by the tap, which alone fetches the page anew: the tap itself waits for that.
    expect(page.locator(".live-news, html.is-new")).to_have_count(0)
    undo(played)
    expect(page.locator(".live-news")).to_be_visible()
    page.locator(".live-news button").click()
    expect(page.locator("main")).to_contain_text("That is no entry of this battle any more.")


NEAREST = """blocks => Math.min(...blocks.slice(1).map((block, at) =>
    block.getBoundingClientRect().top - blocks[at].getBoundingClientRect().bottom))"""
"""How near the parts of a page come to each other, from top to bottom."""


@pytest.mark.parametrize("page", ["log", "event"])
def test_what_is_fetched_anew_has_room_between_its_parts(played, reader, page):
    shown = reader(page, *([played.last.number] if page == "event" else []))
    assert shown.locator("#battle > :not(.visually-hidden)").evaluate_all(NEAREST) >= 8
