"""A battle is stepped through: every entry has an address, the board as it stood, and nothing to change it with."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from companion.management.bench_queries import grow
from companion.management.seeing_through import last_event
from companion.models import Declaration, Event
from companion.queries import replay
from companion.queries.log_page import doers_in
from companion.queries.replay import replay_page
from companion.services.amending import amend
from companion.services.auditing import audited
from companion.services.editing import editing
from companion.services.foreseeing import Amendment, find_entry
from companion.services.history import history_of
from companion.services.undoing import undo_last, undoable
from companion.watching import proof_of
from rules.folding import Decided
from rules.games import GAMES
from rules.parts import WHOLE
from rules.replay import read
from rules.table import Dice
from rules.timeline import How, moved
from tests.companion.declared_once import declared
from tests.companion.playing import Device, everything, forms_of, sheet_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.parametrize("game", GAMES)
def test_every_step_shows_the_board_as_it_stood(game):
    battle = declared(game, 3, 18).battle
    device, stored = Device(battle), everything()
    entries = [entry for entry in history_of(battle, sheet_of(battle)).entries if entry.how is not How.STRUCK]
    now = None
    for place, entry in enumerate(entries, start=1):
        opening = [part.now for part in entry.parts if part.field == WHOLE]
        now = opening[0] if opening else moved(now, entry.parts, entry.changes)
        page = replay_page(battle, entry.number)
        assert page.panel.chosen.sheet == now
        assert (page.place, page.steps) == (place, len(entries))
        answer = device.get("replay-step", entry.number)
        assert answer.status_code == 200
        assert entry.headline.split(":")[0] in text_of(answer)
        assert not [form for form in forms_of(answer) if form["action"].endswith(("/declare/", "/undo/", "/apply/"))]
    assert now == sheet_of(battle)
    assert device.get("replay").status_code == 200
    assert everything() == stored


DOER = re.compile(
    r'<h[12] class="[^"]*done-by" data-side="(\w+)"[^>]*><span class="doer"><svg[^>]*><use href="[^"]*#(em-\w+)"'
)
"""The side that did what a headline tells: by its colour and its emblem."""
STRIP = re.compile(
    r'<div class="turn is-calm" data-side="(\w+)"><span class="doer"><svg[^>]*><use href="[^"]*#(em-\w+)"'
)


@pytest.mark.parametrize("game", GAMES)
def test_the_headline_of_a_step_has_the_emblem_that_the_page_of_its_entry_has(game):
    battle = declared(game, 3, 18).battle
    device = Device(battle)
    numbers = [line.entry.number for line in history_of(battle, sheet_of(battle)).lines]
    steps, entries = ([text_of(device.get(page, number)) for number in numbers] for page in ("replay-step", "event"))
    told, of_entries = ([DOER.findall(page) for page in pages] for pages in (steps, entries))
    assert told == of_entries
    assert any(told)
    # On a phone the strip stands for the headline.
    assert [STRIP.findall(page) for page in steps] == of_entries


def test_what_was_undone_is_struck_through_on_the_board_before_it():
    device = Device(declared("gods_gloom", 5, 6).battle)
    last = device.last
    before = replay_page(device.battle, last.number - 1)
    assert "<del>" not in text_of(device.get("replay-step", last.number))
    assert device.undo().status_code == 302
    page = text_of(device.get("replay-step", last.number))
    assert f"<del>{escape(last.headline)}</del>" in page
    assert "<small>undone</small>" in page
    gone = replay_page(device.battle, last.number)
    assert (gone.step.sheet, gone.place) == (before.step.sheet, before.place)
    back, on = gone.jumps[1], gone.jumps[2]
    assert (back.number, on.number) == (before.step.number, None)
    assert device.get("replay-step", 12345).status_code == 404
    assert device.get("replay-step", device.last.number).status_code == 404, "the undo itself is no step"


def undone_late(game):
    """A battle in which its last attack was taken back after a piece had joined, with all that came after it."""
    for first in range(3, 40):
        fuzz = declared(game, first, 14)
        attacks = [line.entry.number for line in lines_of(fuzz.battle) if is_attack(line)]
        before = fuzz.seen
        fuzz.join()
        if len(attacks) > 1 and fuzz.seen > before:
            undo_back_to(fuzz.battle, attacks[-1])
            return fuzz.battle
    raise LookupError(game)


def lines_of(battle):
    return history_of(battle, sheet_of(battle)).lines


def led_to(page):
    return {jump.name: jump.number for jump in page.jumps}


@pytest.mark.parametrize("game", GAMES)
def test_jumps_lead_to_the_attacks_and_the_rounds_that_count(game):
    battle = undone_late(game)
    lines = lines_of(battle)
    numbers = [line.entry.number for line in lines]
    attacks = [line.entry.number for line in lines if is_attack(line) and not line.undone]
    assert any(is_attack(line) and line.undone for line in lines)
    for place, number in enumerate(numbers):
        page = replay_page(battle, number)
        jumps, before, later = led_to(page), numbers[:place], numbers[place + 1 :]
        rounds = [leg.number for leg in page.course[1:]]
        assert jumps["attack-before"] == next((n for n in reversed(before) if n in attacks), None)
        assert jumps["attack-next"] == next((n for n in later if n in attacks), None)
        assert jumps["round-before"] == next((n for n in reversed(before) if n in rounds), None)
        assert jumps["round-next"] == next((n for n in later if n in rounds), None)
        assert (jumps["back"], jumps["on"]) == ((before or [None])[-1], (later or [None])[0]), "all can be read"


def is_attack(line):
    return line.entry.record is not None and line.entry.record.is_usual


@pytest.mark.parametrize("which", ["stands", "undone", "struck"])
def test_who_did_what_is_read_once_a_page(which, monkeypatch):
    battle = declared("troops_and_supplies", 11, 12).battle
    *_, stands, struck, undone = with_dice(battle)
    undo_back_to(battle, undone)
    strike_out(battle, struck)
    asked = []

    def counted(*given):
        asked.append(given)
        return doers_in(*given)

    monkeypatch.setattr(replay, "doers_in", counted)
    assert replay_page(battle, {"stands": stands, "undone": undone, "struck": struck}[which]).step.doer
    assert len(asked) == 1


def test_a_record_says_that_what_it_is_of_was_undone():
    device = Device(declared("gods_gloom", 5, 6).battle)
    last = device.last
    assert "title" not in device.get("record", last.declaration_id).json()
    assert device.undo().status_code == 302
    record = device.get("record", last.declaration_id).json()
    assert record["title"] == f"{last.headline} (undone)"
    assert read(record, GAMES).play().outcome


def queries(device, page):
    with CaptureQueriesContext(connection) as asked:
        assert device.client.get(page).status_code == 200
    return len(asked)


def test_the_same_queries_for_five_entries_and_for_five_thousand():
    battle = declared("troops_and_supplies", 4, 4).battle
    device = Device(battle)
    assert device.last.number == 5
    entry = Event.objects.filter(battle=battle, declaration__isnull=False).first()
    pages = [reverse(page, args=[battle.key]) for page in ("battle", "log", "replay", "battle-file")]
    pages += [reverse(page, args=[battle.key, entry.number]) for page in ("event", "replay-step", "correct")]
    pages += [reverse("record", args=[battle.key, entry.declaration_id])]
    pages += [reverse(page, args=[battle.pk, proof_of(battle)]) for page in ("watch", "screen")]
    pages += [reverse("watch-step", args=[battle.pk, proof_of(battle), entry.number])]
    few = {page: queries(device, page) for page in pages}
    grow(battle, 5_000)
    assert {page: queries(device, page) for page in pages} == few


def test_the_same_queries_for_what_was_undone_or_struck_out_among_five_and_five_thousand():
    battle = declared("troops_and_supplies", 11, 12).battle
    device = Device(battle)
    *_, struck, undone = with_dice(battle)
    undo_back_to(battle, undone)
    strike_out(battle, struck)
    assert replay_page(battle, undone).step.rolled
    assert replay_page(battle, struck).step.rolled
    pages = [reverse("replay-step", args=[battle.key, number]) for number in (struck, undone)]
    few = [queries(device, page) for page in pages]
    grow(battle, 5_000)
    assert [queries(device, page) for page in pages] == few


def test_the_dice_lie_there():
    battle = declared("troops_and_supplies", 11, 30).battle
    entries = history_of(battle, sheet_of(battle)).entries
    rolled = [entry for entry in entries if entry.record and any(hasattr(r, "faces") for r in entry.record.replies)]
    page = replay_page(battle, rolled[0].number)
    faces = [reply.faces for reply in replace(rolled[0].record).replies if hasattr(reply, "faces")]
    assert [roll.faces for roll in page.step.rolled] == faces


@pytest.mark.parametrize("game", ["mobile_frame_zero", "troops_and_supplies", "gods_gloom"])
def test_a_side_that_staff_take_out_with_its_pieces(game):
    battle = declared(game, 9, 10).battle
    entries = [entry.number for entry in history_of(battle, sheet_of(battle)).entries]
    with editing(key=battle.key, who="staff"):
        battle.sides.first().delete()
    device = Device(battle)
    assert sheet_of(battle).sides
    for number in (*entries, device.seen):
        assert device.get("replay-step", number).status_code in (200, 404)
        assert device.get("correct", number).status_code in (200, 422)
    assert device.get("replay-step", entries[0]).status_code == 200
    assert len(replay_page(battle, entries[0]).sides) > len(replay_page(battle, None).sides)
    assert audited(battle).is_clean


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_lie_there_also_where_what_was_stored_is_kept(game):
    battle = declared(game, 11, 20).battle
    for number in with_dice(battle):
        before = replay_page(battle, number).step
        kept = Amendment(Decided(How.KEPT))
        amend(key=battle.key, number=number, wanted=lambda _, kept=kept: kept, seen=last_event(battle), who="Ben")
        now = replay_page(battle, number).step
        assert now.became == How.KEPT
        lie = [(roll.label, roll.pools, roll.faces, roll.sides) for roll in before.rolled]
        assert [(roll.label, roll.pools, roll.faces, roll.sides) for roll in now.rolled] == lie
        assert not any(roll.fates for roll in now.rolled), "what became of them then came about elsewhere"


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_lie_there_also_where_its_record_cannot_be_read(game):
    battle = declared(game, 11, 20).battle
    device = Device(battle)
    number = with_dice(battle)[-1]
    before = replay_page(battle, number).step
    Declaration.objects.filter(events__battle=battle, events__number=number).update(declared={"of": "other rules"})
    now = replay_page(battle, number).step
    assert [(roll.label, roll.faces) for roll in now.rolled] == [(roll.label, roll.faces) for roll in before.rolled]
    shown = device.get("replay-step", number).content.decode()
    assert shown.count('class="die-drawn') + shown.count('class="wordy"') == dice_in(now.rolled)


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_lie_there_also_where_it_was_undone(game):
    battle = declared(game, 11, 20).battle
    device = Device(battle)
    number = with_dice(battle)[-1]
    before = replay_page(battle, number).step
    undo_back_to(battle, number)
    now = replay_page(battle, number).step
    assert (now.rolled, now.headline) == (before.rolled, before.headline)
    shown = device.get("replay-step", number).content.decode()
    assert shown.count('class="die-drawn') + shown.count('class="wordy"') == dice_in(now.rolled)


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_lie_there_also_where_it_was_undone_with_what_was_before_it(game):
    battle = declared(game, 11, 20).battle
    numbers = with_dice(battle)
    before = {number: replay_page(battle, number).step.rolled for number in numbers}
    assert any(roll.fates for rolled in before.values() for roll in rolled)
    undo_back_to(battle, numbers[0])
    assert {number: replay_page(battle, number).step.rolled for number in numbers} == before


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_lie_there_also_where_it_was_struck_out(game):
    battle = declared(game, 11, 20).battle
    number = with_dice(battle)[-1]
    before = replay_page(battle, number).step
    strike_out(battle, number)
    now = replay_page(battle, number).step
    assert (now.became, now.rolled) == (How.STRUCK, before.rolled)


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_lie_there_as_they_were_corrected_before_it_was_struck_out(game):
    battle = declared(game, 12, 20).battle
    number = with_dice(battle)[-1]
    correct_a_die(battle, number)
    before = replay_page(battle, number).step
    strike_out(battle, number)
    now = replay_page(battle, number).step
    assert [(roll.label, roll.faces) for roll in now.rolled] == [(roll.label, roll.faces) for roll in before.rolled]
    assert now.headline == before.headline
    assert not any(roll.fates for roll in now.rolled)


def correct_a_die(battle, number):
    """Another face of one of the entry's dice that leads to another end without any more to ask."""
    found = find_entry(battle, number)
    record = found.line.entry.record
    for replies in with_another_face(replace(record, battle=found.before)):
        wanted = Amendment(Decided(How.AGAIN, replace(record, replies=replies)), agreed=True)
        foreseen = found.foreseen(wanted)
        if foreseen.is_another and not foreseen.lacking:
            seen = last_event(battle)
            return amend(key=battle.key, number=number, wanted=lambda _, it=wanted: it, seen=seen, who="Ben")
    raise AssertionError("no die of it can be corrected")


def strike_out(battle, number):
    struck = Amendment(Decided(How.STRUCK), agreed=True)
    while (lacking := find_entry(battle, number).foreseen(struck).lacking) is not None:
        struck = replace(struck, decided={**struck.decided, lacking.entry.number: Decided(How.KEPT)})
    amend(key=battle.key, number=number, wanted=lambda _: struck, seen=last_event(battle), who="Ben")


def undo_back_to(battle, number):
    """Take the last thing back until that entry is taken back too."""
    while (last := undoable(battle)).number >= number:
        undo_last(key=battle.key, event=last.number, seen=last_event(battle), who="Ben")


def dice_in(rolled):
    return sum(len(faces) for roll in rolled for faces in roll.faces)


def with_dice(battle):
    """The numbers of the entries that dice fell for."""
    lines = history_of(battle, sheet_of(battle)).lines
    return [line.entry.number for line in lines if any(one.source in ("entered", "rolled") for one in line.given)]


def with_another_face(record):
    """The replies with one die showing another face, for each of all dice and faces."""
    for place, reply in enumerate(record.replies):
        if not isinstance(reply, Dice):
            continue
        pools = replace(record, replies=record.replies[:place]).play().ask.pools
        for at, pool in enumerate(pools):
            for die, shown in enumerate(reply.faces[at]):
                for face in sorted(set(pool.die.faces) - {shown}):
                    faces = (*reply.faces[at][:die], face, *reply.faces[at][die + 1 :])
                    changed = replace(reply, faces=(*reply.faces[:at], faces, *reply.faces[at + 1 :]))
                    yield (*record.replies[:place], changed, *record.replies[place + 1 :])
