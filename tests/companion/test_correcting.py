"""An old entry is corrected on its page: previewed, decided, stored as one event, and what is stored is the fold."""

import json
import re
from dataclasses import replace

import pytest
from django.utils.html import escape

from companion.models import Event, Version
from companion.queries.correction import correction_page
from companion.services.foreseeing import Amendment, find_entry
from companion.services.history import history_of
from companion.services.refusals import Refusal
from companion.services.undoing import LATEST
from rules.changes import Change
from rules.folding import Decided
from rules.games import GAMES
from rules.replay import read
from rules.table import Dice, Source
from rules.timeline import How, NoBattle, moved
from tests.companion.declared_once import declared
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, sheet_of, text_of
from tests.companion.test_undo import attack, round_, spot, values

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("game", GAMES)


def typed_roll(line):
    """Whether an entry stands on a die that somebody typed."""
    replies = line.entry.record.replies if line.entry.record else ()
    return any(isinstance(reply, Dice) and reply.source is Source.ENTERED and any(reply.faces) for reply in replies)


FOUND = {}
"""The number by which such a battle of a game was found before, from a first one on."""


def old_roll(game, first=0):
    """A battle in which somebody typed dice three entries ago or earlier: its device and that entry's number."""
    for seed in range(FOUND.get((game, first), first), 400):
        fuzz = declared(game, seed, 14)
        device = Device(fuzz.battle, name="Anna")
        lines = history_of(fuzz.battle, sheet_of(fuzz.battle)).lines
        found = [line.entry.number for line in lines[:-2] if typed_roll(line)]
        # The last card of a deck can be no other one.
        number = next((n for n in reversed(found) if another_face(correction(device.get("correct", n), n))), None)
        if number is not None:
            FOUND[game, first] = seed
            return device, fuzz, number
    raise LookupError(game)


def correction(page, number):
    """The form on the page of a correction."""
    return form_to(page, f"/{number}/correct/")


def another_face(form):
    """The first die that can show another face than it did, and that face; ``None`` where none can."""
    pairs = ((name, face) for name, faces in dice_of(form).items() for face in faces if face != form["fields"][name])
    return next(pairs, None)


def dice_of(form):
    return {name: options for name, options in form["offered"].items() if re.fullmatch(r"e\d+-\d+-\d+-\d+", name)}


def filled(form):
    """A correction as the page would send it: what is ticked, and the first option where nothing is yet."""
    data = dict(form["fields"])
    for name, options in form["offered"].items():
        data.setdefault(name, options[0])
    return data | dict.fromkeys(set(form["boxes"]) & {"agreed"}, "on")


def corrected(device, number):
    """Post the page until nothing is missing, with another face for the first die; what was posted last."""
    page = device.get("correct", number)
    form = correction(page, number)
    data = filled(form)
    name, face = another_face(form)
    data[name] = face
    for _ in range(30):
        page = device.client.post(form["action"], data)
        assert page.status_code == 200
        shown = filled(correction(page, number))
        if 'name="commit" value="1" disabled' not in text_of(page):
            return page, shown
        data = shown
    raise AssertionError(text_of(page))


@games
def test_a_die_of_an_old_entry_is_put_right(game):
    device, fuzz, number = old_roll(game)
    before, events = device.sheet, device.seen
    _, data = corrected(device, number)
    assert (device.sheet, device.seen) == (before, events), "nothing is stored by looking"
    assert device.post("correct", number, **data, commit="1").status_code == 302
    assert (device.last.kind, device.seen) == ("amended", events + 1)
    fuzz.check()
    version = Version.objects.get(amendment=device.last, of__number=number)
    assert version.how == How.AGAIN
    lately = text_of(device.get()).partition("What happened last")[2].partition("</section>")[0]
    for shown in re.findall(rf'<a href="[^"]+/log/{number}/"[^>]*>(.*?)</a>', lately, re.S):
        assert version.headline in shown
        assert "<small>corrected</small>" in shown
    record = read(json.loads(device.get("record", version.of.declaration_id).content), GAMES)
    assert record.play().outcome.headline == version.headline
    assert "corrected" in text_of(device.get("log"))
    assert "<small>corrected</small>" in text_of(device.get("replay-step", number))
    shown = text_of(device.get("event", number))
    assert "As it was at first" in shown
    assert "Since it was corrected" not in shown or version.headline in shown

    assert device.undo().status_code == 302
    assert device.sheet == before
    fuzz.check()
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    fuzz.check()
    assert Version.objects.filter(amendment__undone_by=None, of__number=number).exists()


@games
def test_with_nothing_changed_nothing_is_stored(game):
    device, _, number = old_roll(game)
    stored = everything()
    form = form_to(device.get("correct", number), f"/{number}/correct/")
    answer = device.post("correct", number, **filled(form), commit="1")
    assert answer.status_code == 422
    assert "That changes nothing: it is as it was." in text_of(answer)
    assert everything() == stored


@games
@pytest.mark.any_database
def test_a_page_sent_back_as_it_came_corrects_no_entry(game):
    fuzz = declared(game, 17, 25)
    device = Device(fuzz.battle, name="Anna")
    numbers = [line.entry.number for line in history_of(fuzz.battle, device.sheet).lines if line.entry.record]
    assert len(numbers) > 2
    stored = everything()
    for number in numbers:
        form = form_to(device.get("correct", number), f"/{number}/correct/")
        answer = device.post("correct", number, **filled(form), commit="1")
        assert "That changes nothing: it is as it was." in text_of(answer), number
    assert everything() == stored


def strike_out(device, number):
    """Strike an entry out, with all that does not fit then."""
    form = form_to(device.get("correct", number), f"/{number}/correct/")
    data = filled(form) | {"how": "struck", "agreed": "on"}
    page = device.post("correct", number, **data)
    data = filled(form_to(page, f"/{number}/correct/")) | {"how": "struck", "agreed": "on"}
    for misfit in re.findall(r'name="(how-\d+)" value="struck"', text_of(page)):
        data[misfit] = "struck"
    assert device.post("correct", number, **data, commit="1").status_code == 302


@games
def test_it_did_not_happen(game):
    device, fuzz, number = old_roll(game)
    strike_out(device, number)
    fuzz.check()
    assert "struck out" in text_of(device.get("log"))
    assert Version.objects.get(amendment=device.last, of__number=number).how == How.STRUCK
    made = text_of(device.get("event", device.seen)).partition("Entries that it changed")[2].partition("</ol>")[0]
    listed = re.findall(r'href="[^"]+/log/(\d+)/"', made)
    assert listed == [str(version.of.number) for version in device.last.versions.order_by("of__number")]
    assert "<small>struck out</small>" in made
    struck = device.battle.events.get(number=number)
    step = text_of(device.get("replay-step", number))
    assert f"<del>{escape(struck.headline)}</del>" in step
    assert "<small>struck out</small>" in step
    record = device.get("record", struck.declaration_id).json()
    assert record["title"] == f"{struck.headline} (struck out)"


def test_of_a_later_entry_only_what_becomes_another_is_shown():
    """A round's end changes every frame: without the spot before it, all but two of its lines are as they were."""
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    values(device)
    spot(device)
    spotted = device.last.number
    round_(device)
    (later,) = correction_page(device.battle, spotted, {"how": "struck", "agreed": "on"}).different
    assert later.number == device.last.number
    assert later.before
    assert not set(later.before) & set(later.after)
    page = text_of(device.post("correct", spotted, how="struck", agreed="on"))
    assert "Not any more" in page
    assert not later.after
    assert "<h3>Now</h3>" not in page


def later_that_was_kept():
    """A battle in which an entry was struck out and what did not fit then was kept: its device."""
    device, number = later_that_falls()
    data = filled(form_to(device.get("correct", number), f"/{number}/correct/")) | {"how": "struck"}
    page = text_of(device.post("correct", number, **data))
    data |= dict.fromkeys(re.findall(r'name="(how-\d+)" value="kept"', page), "kept")
    assert device.post("correct", number, **data, commit="1").status_code == 302
    return device


def test_what_is_kept_all_the_same_is_marked_as_the_referees():
    device = later_that_was_kept()
    kept = device.last.versions.filter(how=How.KEPT).last().of.number
    lately = [device.get()] if kept > device.seen - LATEST else []
    for shown in (device.get("log"), device.get("event", device.seen), *lately):
        assert "<small>kept by the referee</small>" in text_of(shown)
    assert "Kept, as the referee's, by" in text_of(device.get("event", kept))


def test_a_page_from_before_corrects_nothing():
    device, _, number = old_roll("x_wing")
    _, data = corrected(device, number)
    fuzz_seen = device.seen
    device.post("undo", event=last_undoable(device), seen=device.seen)
    assert device.seen == fuzz_seen + 1
    stored = everything()
    answer = device.post("correct", number, **data, commit="1")
    assert answer.status_code == 409
    assert "The battle has moved on" in text_of(answer)
    assert everything() == stored


def last_undoable(device):
    events = Event.objects.filter(battle=device.battle, undone_by=None).exclude(changes=[])
    return events.exclude(kind__in=("undo", "set-up")).order_by("-number").first().number


def test_the_apps_dice_stay_and_are_struck_out_only_when_both_agree():
    device, _, _ = old_roll("troops_and_supplies")
    for seed in range(200):
        fuzz = declared("troops_and_supplies", seed, 10)
        lines = history_of(fuzz.battle, sheet_of(fuzz.battle)).lines
        found = [line.entry.number for line in lines if thrown(line.entry)]
        if found:
            break
    device, number = Device(fuzz.battle, name="Ben"), found[0]
    form = form_to(device.get("correct", number), f"/{number}/correct/")
    data = filled(form)
    name = next(name for name in data if re.fullmatch(rf"e{number}-\d+-\d+-\d+", name))
    assert name not in dice_of(form), "no other face is offered"
    stored = everything()
    other = "1" if data[name] != "1" else "2"
    assert device.post("correct", number, **(data | {name: other}), commit="1").status_code == 422
    refused = device.post("correct", number, **(data | {"how": "struck"}), commit="1")
    assert refused.status_code == 422
    assert "Both sides have to agree to that" in text_of(refused)
    assert everything() == stored


def strikes(battle, number):
    """Whether an entry that is struck out takes dice of the app with it, its own or those of later ones."""
    return find_entry(battle, number).foreseen(Amendment(Decided(How.STRUCK))).strikes_app_dice


def thrown(entry):
    replies = entry.record.replies if entry.record else ()
    return any(isinstance(reply, Dice) and reply.source is Source.ROLLED for reply in replies)


def later_that_falls():
    """A battle in which an entry without dice of the app takes a later one with such dice along: device and number."""
    for first in range(100):
        fuzz = declared("troops_and_supplies", first, 16)
        for line in history_of(fuzz.battle, sheet_of(fuzz.battle)).lines:
            if line.entry.record and not thrown(line.entry) and strikes(fuzz.battle, line.entry.number):
                return Device(fuzz.battle, name="Ben"), line.entry.number
    raise LookupError


def test_the_apps_dice_of_later_entries_are_struck_out_only_when_both_agree_too():
    device, number = later_that_falls()
    data = filled(form_to(device.get("correct", number), f"/{number}/correct/")) | {"how": "struck"}
    page = device.post("correct", number, **data)
    assert "Both sides agree to that, or an organiser does" in text_of(page)
    stored = everything()
    refused = device.post("correct", number, **data, commit="1")
    assert refused.status_code == 422
    assert "Both sides have to agree to that" in text_of(refused)
    assert everything() == stored
    assert device.post("correct", number, **data, agreed="on", commit="1").status_code == 302


@pytest.mark.parametrize("number", [0, 99999])
def test_what_is_no_entry_cannot_be_corrected(number):
    device, _, _ = old_roll("gods_gloom")
    stored = everything()
    answer = device.get("correct", number)
    assert answer.status_code == 422
    assert device.post("correct", number, commit="1", seen=device.seen).status_code == 422
    assert everything() == stored


def test_every_version_of_an_entry_can_be_read():
    device, _, number = old_roll("troops_and_supplies")
    for _ in range(2):
        _, data = corrected(device, number)
        assert device.post("correct", number, **data, commit="1").status_code == 302
    first, middle, last = device.get("event", number), *Version.objects.filter(of__number=number)
    shown = text_of(first)
    assert shown.count('<details class="older">') == 2
    assert f"As it was corrected: <del>{middle.headline}</del>" in shown
    assert f"<span>{last.headline}</span></h1>" in shown
    assert shown.index("As it was corrected") < shown.index("As it was at first")


def test_a_fault_of_the_rules_is_not_told_as_a_refusal():
    device, _, number = old_roll("troops_and_supplies")
    found = find_entry(device.battle, number)

    def faulty(declared, table):
        raise ValueError("a fault of the rules")

    record = found.line.entry.record
    broken = replace(record, procedure=replace(record.procedure, resolve=faulty))
    with pytest.raises(ValueError, match="a fault of the rules") as raised:
        found.foreseen(Amendment(Decided(How.AGAIN, broken)))
    assert not isinstance(raised.value, Refusal)


def test_changes_that_lead_to_no_battle_are_told_so():
    sheet = GAMES["troops_and_supplies"].demo.battle
    with pytest.raises(NoBattle, match="no piece 'nobody'"):
        moved(sheet, (), [Change("nobody", "strength", 3, 2)])
    unit = sheet.pieces[0]
    with pytest.raises(NoBattle):
        moved(sheet, (), [Change(unit.key, "strength", unit.strength, 10_000)])


def test_the_page_says_at_once_that_something_is_under_way(device):
    attack(device)
    number, said = device.last.number, "before this is stored"
    assert said not in text_of(device.get("correct", number))
    device.declare("activation", device.key("Ghanat Tishihé"), q_range="hand-to-hand", q_names="None")
    assert said in text_of(device.get("correct", number))
    refused = device.post("correct", number, **filled(correction(device.get("correct", number), number)), commit="1")
    assert refused.status_code == 422
    assert text_of(refused).count("Something is under way") == 1
    device.call_off()
    assert said not in text_of(device.get("correct", number))


def test_what_was_declared_is_told_also_where_nothing_else_could_have_been():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    while hasattr(device.played(), "ask"):
        device.choose("0")
    assert device.apply().status_code == 302
    page = text_of(device.get("correct", device.last.number))
    told = page[page.index("What was declared") :].split("</details>")[0]
    assert "Against" in told
    assert "Guard squad" in told
