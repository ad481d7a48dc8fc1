"""What does not stand any more is struck through, with a word for it, on each page that names entries of a log."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.management.fuzzing import begun
from companion.models import Dispute
from companion.queries.correction import correction_page
from companion.services.undoing import redo_last
from rules.games import GAMES
from tests.companion.playing import Device, text_of
from tests.companion.test_attack_path import play_the_seed
from tests.companion.test_correcting import corrected, correction, old_roll
from tests.companion.test_disputes import from_log
from tests.companion.test_undo import holding, spot, values

pytestmark = pytest.mark.any_database


def strike_out(device, number):
    answer = device.post("correct", number, seen=device.seen, how="struck", agreed="on", commit="1")
    assert answer.status_code == 302
    return device.last


def gone(headline, word):
    return f"<del>{headline}</del> <small>{word}</small>"


def section(page, label):
    """A part of a page, as it is read."""
    (found,) = re.findall(rf"(?s)<(?:section|ol|ul)[^>]*{label}.*?</(?:section|ol|ul)>", text_of(page))
    return re.sub(r"(?<=>) ?\n\s*| *\n\s*(?=<)", "", found)


def late_undo():
    """A battle in which an entry that scored was undone after a piece had joined: a device at it, and the entry."""
    fuzz = begun("mobile_frame_zero", 1)
    device = Device(fuzz.battle, name="Anna")
    holding(device)
    entry = device.last
    while device.last == entry:
        fuzz.join()
    assert device.undo(entry).status_code == 302
    return device, entry


def test_the_log_and_the_page_of_an_entry(device):
    values(device)
    undone = device.last
    device.undo()
    spot(device)
    struck = device.last
    strike_out(device, struck.number)
    for entry, word in ((undone, "undone"), (struck, "struck out")):
        assert f"<strong><del>{entry.headline}</del></strong> <small>{word}</small>" in text_of(device.get("log"))
        page = text_of(device.get("event", entry.number))
        assert f"<span><del>{entry.headline}</del></span></h1>" in page
        assert f"<title>{entry.headline} ({word})</title>" in page


def test_the_page_of_an_undo_and_of_a_redo(device):
    values(device)
    entry = device.last
    device.undo()
    undo = device.last
    assert (
        f'Undoes <a href="{reverse("event", args=[device.battle.key, entry.number])}"><del>entry {entry.number}</del>'
        in text_of(device.get("event", undo.number))
    )
    redo_last(key=device.battle.key, event=undo.number, seen=device.seen, who="Anna")
    assert f"<del>entry {undo.number}</del>" in text_of(device.get("event", device.last.number))


@pytest.mark.django_db
def test_the_page_of_a_correction_that_does_not_stand_itself():
    device, _, number = old_roll("mobile_frame_zero", first=1)
    _, data = corrected(device, number)
    device.post("correct", number, **data, commit="1")
    correction_ = device.last
    version = correction_.versions.get(of__number=number)
    first = version.of.headline
    assert version.headline != first

    def told():
        return section(device.get("event", correction_.number), 'aria-labelledby="corrected"')

    assert f"<del>{first}</del> {version.headline} <small>corrected</small>" in told()
    device.undo()
    assert f"<del>{version.headline}</del> {first}</span>" in told(), "what it made is gone again"


def test_the_page_of_a_correction_of_what_was_struck_out_since(device):
    play_the_seed(device)
    device.apply()
    entry = device.last
    page = correction(device.get("correct", entry.number), entry.number)
    data = page["fields"] | {f"e{entry.number}-0-0-0": "2", "how": "again", "agreed": "on"}
    assert device.post("correct", entry.number, **data, commit="1").status_code == 302
    first = device.last
    version = first.versions.get()
    strike_out(device, entry.number)
    told = section(device.get("event", first.number), 'aria-labelledby="corrected"')
    assert f"<del>{version.headline}</del>" in told
    assert "<small>struck out</small>" in told
    assert f"{version.headline} <small>corrected" not in told


def test_older_versions_on_the_page_of_an_entry(db):
    device, _, number = old_roll("mobile_frame_zero")
    _, data = corrected(device, number)
    device.post("correct", number, **data, commit="1")
    first = device.last.versions.get(of__number=number).of.headline
    assert f"As it was at first: <del>{first}</del>" in text_of(device.get("event", number))


def test_the_lists_of_disputes(device, client):
    values(device)
    entry = device.last
    strike_out(device, entry.number)
    from_log(device, entry.number, note="it did happen")
    client.get(device.battle.campaign.get_absolute_url())
    for page in (device.get(), client.get(device.battle.campaign.get_absolute_url())):
        assert gone(entry.headline, "struck out") in section(page, 'class="rows"')


def test_the_score_tells_what_a_late_undo_took_back_as_undone(db):
    device, entry = late_undo()
    undo = device.last
    for key in (side.key for side in device.sheet.sides):
        page = text_of(device.get("score", key))
        if entry.headline in page:
            assert f"{entry.number}. {gone(entry.headline, 'undone')}" in page
            assert f"{undo.number}. {undo.headline}" in page
            return
    raise AssertionError("nobody's score tells of it")


def test_the_score_says_what_was_corrected(device):
    holding(device)
    entry = device.last
    data = correction(device.get("correct", entry.number), entry.number)["fields"] | {"q-owner": "None"}
    assert device.post("correct", entry.number, **data, commit="1").status_code == 302
    assert "<small>corrected</small>" in text_of(device.get("score", device.key("Sebastian")))
    assert f"{entry.number}. " not in text_of(device.get("score", device.key("Joshua")))


def test_a_replay_at_what_a_late_undo_took_back(db):
    device, entry = late_undo()
    page = text_of(device.get("replay-step", entry.number))
    assert f"<del>{entry.headline}</del></span></h2>" in page
    assert "<small>undone</small>" in page
    assert f'data-say="{entry.headline} (undone)"' in page


def test_the_preview_of_a_correction(device):
    values(device)
    first = device.last
    spot(device)
    struck = device.last
    strike_out(device, struck.number)
    page = text_of(device.post("correct", first.number, seen=device.seen, how="struck"))
    assert f"<li>{gone(struck.headline, 'struck out')}" in page


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_what_is_about_to_be_struck_out_is_struck_through_in_the_preview(game):
    device, _, number = old_roll(game)
    page = correction_page(device.battle, number, {"how": "struck"})
    shown = text_of(device.post("correct", number, how="struck"))
    for one in page.misfits:
        chosen = next(choice.value for choice in one.choices if choice.taken)
        assert (f"{one.number}. <del>{one.was}</del></h3>" in shown) == (chosen == "struck" and not one.now)


def test_the_admin(device, admin_client):
    values(device)
    entry = device.last
    strike_out(device, entry.number)
    from_log(device, entry.number)
    for page in (
        admin_client.get(reverse("admin:companion_dispute_changelist")),
        admin_client.get(reverse("admin:companion_dispute_change", args=[Dispute.objects.get().pk])),
        admin_client.get(reverse("admin:companion_event_changelist")),
        admin_client.get(reverse("admin:companion_event_change", args=[entry.pk])),
        admin_client.get(reverse("admin:companion_declaration_change", args=[entry.declaration_id])),
    ):
        assert f"<s>{entry.headline}</s> (struck out)" in text_of(page)


def test_the_disputes_of_a_battle_in_the_admin(device, admin_client):
    for happen in (values, spot):
        happen(device)
        from_log(device, device.last.number)
    undone, struck = device.battle.events.filter(disputes__isnull=False).order_by("number")
    address = reverse("admin:companion_battle_change", args=[device.battle.pk])
    lists = (address, reverse("admin:companion_dispute_changelist"))
    for page in lists:
        assert "<s>" not in text_of(admin_client.get(page)), "both stand"
    strike_out(device, struck.number)
    device.undo()
    for page in lists:
        assert "<s>" not in text_of(admin_client.get(page)), "both stand again"
    device.undo(struck)
    strike_out(device, undone.number)
    page = text_of(admin_client.get(address))
    for dispute in Dispute.objects.select_related("event"):
        word = "undone" if dispute.event == struck else "struck out"
        assert f"<s>{dispute}</s> ({word})</a>" in page
        assert f"<s>{dispute.event.headline}</s> ({word})" in text_of(admin_client.get(lists[1]))


@pytest.mark.django_db
def test_the_admin_tells_what_an_entry_says_since_it_was_corrected(admin_client):
    device, _, number = old_roll("mobile_frame_zero", first=1)
    _, data = corrected(device, number)
    device.post("correct", number, **data, commit="1")
    version = device.last.versions.get(of__number=number)
    said = f"<s>{version.of.headline}</s> {version.headline}"
    assert said in text_of(admin_client.get(reverse("admin:companion_event_changelist")))
    declaration = version.of.declaration_id
    assert said in text_of(admin_client.get(reverse("admin:companion_declaration_change", args=[declaration])))


def test_an_undo_in_the_admin_strikes_through_what_it_took_back(device, admin_client):
    values(device)
    entry = device.last
    device.undo()
    page = text_of(admin_client.get(reverse("admin:companion_event_change", args=[device.last.pk])))
    assert f"<s>{entry.headline}</s> (undone)" in page


def test_as_many_queries_for_one_struck_entry_as_for_many(device, admin_client):
    counts = set()
    for happen in (values, spot, values):
        happen(device)
        entry = device.last
        strike_out(device, entry.number)
        from_log(device, entry.number)
        asked = []
        for page in (
            reverse("event", args=[device.battle.key, device.last.number]),
            device.battle.get_absolute_url(),
            reverse("admin:companion_dispute_changelist"),
            reverse("admin:companion_event_changelist"),
        ):
            with CaptureQueriesContext(connection) as found:
                assert admin_client.get(page).status_code == 200
            asked.append(len(found))
        counts.add(tuple(asked))
    assert len(counts) == 1
