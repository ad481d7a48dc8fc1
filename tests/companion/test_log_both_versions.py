"""The log shows an entry that was corrected in both versions, the older one folded away."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from companion.management.bench_queries import grow
from companion.models import Event, Version
from companion.services.amending import amend
from companion.services.foreseeing import Amendment, find_entry
from rules.asks import Choice
from rules.folding import Decided
from rules.timeline import How
from tests.companion.demo import demo_of
from tests.companion.playing import Device, text_of
from tests.companion.test_correcting_set_up import commit, correction
from tests.companion.test_replaying import strike_out


def row_of(page, number):
    return next(row for row in page.split("<li")[1:] if re.search(rf'/log/{number}/"', row))


@pytest.fixture
def attacked(db):
    """Somebody has attacked, and the last of three dice that hit was typed wrongly."""
    device = Device(demo_of("troops_and_supplies"))
    assert device.declare("attack", device.key("Rifle squad"), device.key("Guard squad")).status_code == 302
    device.dice("6 5 2", "5 3 1")
    while isinstance(getattr(device.played(), "ask", None), Choice):
        device.choose("0")
    assert device.apply().status_code == 302
    return device


def read_otherwise(device):
    """The number of the attack, which is corrected so that it says something else, and what it says now."""
    number = device.last.number
    record = find_entry(device.battle, number).line.entry.record
    rolled, *rest = record.replies
    record = replace(record, replies=(replace(rolled, faces=((6, 5, 6), rolled.faces[1])), *rest))
    wanted = Amendment(Decided(How.AGAIN, record))
    amend(key=device.battle.key, number=number, wanted=lambda _: wanted, seen=device.seen, who="Ben")
    return number, Version.objects.get(of__number=number).headline


def test_the_row_of_a_corrected_entry_has_both_versions(attacked):
    device, battle = attacked, attacked.battle
    assert "<details" not in text_of(device.get("log"))
    number, now = read_otherwise(device)
    at_first = Event.objects.get(battle=battle, number=number).headline
    link, _, folded = row_of(text_of(device.get("log")), number).partition("</a>")
    assert escape(now) in link
    assert escape(at_first) not in link
    assert f'<details class="older older-{number}"><summary>Entry {number} as it was at first</summary>' in folded
    assert f"<del>{escape(at_first)}</del>" in folded
    strike_out(battle, number)
    assert "<details" not in row_of(text_of(device.get("log")), number)


def test_a_set_up_that_says_the_same_tells_what_was_corrected_in_it(db):
    device = Device(demo_of("gods_gloom"), name="Anna")
    for morale in ("2", "1"):
        shown = correction(device, 1)
        commit(device, 1, **{f"again-{shown['piece']}-morale": morale})
    *_, first, second = Event.objects.filter(battle=device.battle).order_by("number")
    folded = row_of(text_of(device.get("log")), 1).partition("</a>")[2]
    assert "Entry 1 as it was at first" in folded
    assert escape(second.headline) in folded
    versions = text_of(device.get("event", 1)).split('<details class="older">')[1:]
    assert [escape(first.headline) in version for version in versions] == [True, False]
    assert not any("Nothing" in version for version in versions), "it has set up a battle"


def test_the_same_queries_for_five_entries_and_for_five_thousand(attacked):
    device, battle = attacked, attacked.battle
    read_otherwise(device)
    for _ in range(2):
        device.declare("turn")
    few = queries(device, 1)
    grow(battle, 5_000)
    last = -(-Event.objects.filter(battle=battle).count() // 30)
    assert {queries(device, 1), queries(device, last)} == {few}


def queries(device, page):
    with CaptureQueriesContext(connection) as asked:
        assert device.client.get(f"/b/{device.battle.key}/log/?page={page}").status_code == 200
    return len(asked)
