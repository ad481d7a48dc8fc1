"""An entry is disputed with one tap: play goes on, the organiser sees it, and a correction or a ruling settles it."""

from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.live.versions import versions
from companion.models import Battle, Declaration, Dispute, Event
from companion.queries import disputes
from companion.services.auditing import audited
from companion.services.disputing import dispute, rule
from companion.services.refusals import Refusal
from companion.services.undoing import latest_events, redo_last, redoable, undoable
from companion.sheets import stored
from rules.games import GAMES
from tests.companion.playing import Device, everything, form_to, forms_of, text_of
from tests.companion.test_attack_path import play_the_seed
from tests.companion.test_correcting import corrected, old_roll
from tests.companion.test_undo import spot, values


def organiser(device):
    """The device, once it has opened the campaign."""
    device.client.get(device.battle.campaign.get_absolute_url())
    return device


def from_log(device, number, **more):
    return device.post("dispute", number=number, seen=device.seen, on="log", **more)


def open_disputes(device):
    return list(Dispute.objects.filter(Dispute.OPEN, event__battle=device.battle).values_list("event__number", "note"))


def tapped(page, number, **more):
    """The tap on the mark of an entry, as the page would send it."""
    (form,) = [form for form in forms_of(page) if form["action"].endswith("/dispute/")]
    assert ("number", str(number)) in form["buttons"]
    return form["action"], {**form["fields"], "number": number, **more}


def test_one_tap_in_the_log_disputes_an_entry_and_leads_back(device):
    values(device)
    number = device.last.number
    action, data = tapped(device.get("log"), number)
    answer = device.client.post(action, data)
    assert answer.status_code == 302
    assert answer.url.partition("?")[0] == reverse("log", args=[device.battle.key])
    assert open_disputes(device) == [(number, "")]
    (row,) = Dispute.objects.all()
    assert (row.who, row.by) == ("Anna", "device")
    assert "disputed" in text_of(device.get())
    assert "disputed" in text_of(device.get("log"))
    assert ("number", str(number)) not in forms_of(device.get("log"))[0]["buttons"]
    assert "disputed</small>" in text_of(device.get("replay-step", number))


def test_the_battles_page_leads_to_where_it_is_disputed(device):
    """No mark lies there that a tap meant for what was there before could set."""
    values(device)
    assert f'href="{reverse("event", args=[device.battle.key, device.last.number])}"' in device.get().content.decode()
    assert not [form for form in forms_of(device.get()) if form["action"].endswith("/dispute/")]


def test_a_note_comes_with_it_or_later_from_the_entrys_page(device):
    values(device)
    number = device.last.number
    form = form_to(device.get("event", number), "/dispute/")
    device.client.post(form["action"], {**form["fields"], "note": "  it was \n a 3 "})
    assert open_disputes(device) == [(number, "it was a 3")]
    spot(device)
    later = device.last.number
    from_log(device, later)
    form = form_to(device.get("event", later), "/dispute/")
    device.client.post(form["action"], {**form["fields"], "note": "too far"})
    assert open_disputes(device) == [(number, "it was a 3"), (later, "too far")]
    assert "too far" in text_of(device.get("log"))


def test_the_battles_and_the_campaigns_page_list_what_is_open(device, other):
    values(device)
    from_log(device, device.last.number, note="not so")
    for page in (other.get(), other.client.get(device.battle.campaign.get_absolute_url())):
        assert "not so" in text_of(page)
        assert reverse("event", args=[device.battle.key, device.last.number]) in text_of(page)


def test_it_changes_nothing_of_the_battle(device):
    """No event, no piece, nothing to undo or redo, and no page of anybody becomes too old to be tapped."""
    values(device)
    spot(device)
    last = device.last
    device.undo()
    battle = Battle.objects.get(pk=device.battle.pk)
    before, sheet = (undoable(battle), redoable(battle, latest_events(battle))), stored(battle).sheet
    seen, events = device.seen, Event.objects.count()
    from_log(device, last.number - 1)
    organiser(device).post("rule", last.number - 1, ruling="It stands.")
    from_log(device, last.number + 1)
    battle = Battle.objects.get(pk=device.battle.pk)
    assert (undoable(battle), redoable(battle, latest_events(battle))) == before
    assert (stored(battle).sheet, device.seen, Event.objects.count()) == (sheet, seen, events)
    assert audited(battle).is_clean
    assert device.post("redo", event=before[1].number, seen=seen).status_code == 302
    assert Event.objects.count() == events + 1


def test_what_is_under_way_goes_on(device):
    play_the_seed(device)
    under_way = device.open
    from_log(device, 1)
    assert device.apply(declaration=under_way).status_code == 302
    assert Declaration.objects.get(pk=under_way.pk).status == "settled"


def test_whoever_watches_is_told(device, other):
    values(device)
    told = versions([device.battle.key])[device.battle.key]
    assert other.client.get(device.battle.get_absolute_url(), headers={"Battle-Version": told}).status_code == 204
    from_log(device, device.last.number)
    page = other.client.get(device.battle.get_absolute_url(), headers={"Battle-Version": told})
    assert page.status_code == 200
    assert "disputed" in text_of(page)
    now = versions([device.battle.key])[device.battle.key]
    assert f'data-version="{now}"' in text_of(page)
    from_log(device, device.last.number)
    assert versions([device.battle.key])[device.battle.key] == now, "nothing is told twice"
    organiser(device).post("rule", device.last.number, ruling="It stands.")
    assert versions([device.battle.key])[device.battle.key] != now


def test_a_ruling_settles_it_and_stays_readable(device):
    values(device)
    number = device.last.number
    from_log(device, number, note="it was a 3")
    form = form_to(organiser(device).get("event", number), "/ruling/")
    assert device.client.post(form["action"], {**form["fields"], "ruling": "The 4 counts."}).status_code == 302
    assert open_disputes(device) == []
    for page in (device.get("event", number), device.get("log")):
        assert "The 4 counts." in text_of(page)
    assert "it was a 3" in text_of(device.get("event", number))
    assert "it was a 3" not in text_of(device.get())
    before = everything()
    assert device.post("rule", number, ruling="The 4 counts.").status_code == 302, "a second tap"
    assert device.post("rule", number, ruling="No, the 3.").status_code == 409
    assert everything() == before
    from_log(device, number, note="still")
    assert open_disputes(device) == [(number, "still")], "it can be disputed again"


def test_only_whoever_has_opened_the_campaign_rules(device):
    values(device)
    number = device.last.number
    from_log(device, number)
    stranger = Device(device.battle, Client())
    assert not [form for form in forms_of(stranger.get("event", number)) if form["action"].endswith("/ruling/")]
    before = everything()
    answer = stranger.post("rule", number, ruling="It stands.")
    assert answer.status_code == 403
    assert "Only an organiser" in text_of(answer)
    assert everything() == before


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_correction_of_the_entry_settles_it(game):
    device, _, number = old_roll(game)
    from_log(device, number, note="another die")
    _, data = corrected(device, number)
    assert device.post("correct", number, **data, commit="1").status_code == 302
    assert open_disputes(device) == []
    amended = device.last
    assert Dispute.objects.get().correction == amended
    assert f"entry {amended.number}" in text_of(device.get("event", number))
    assert "dispute settled" in text_of(device.get("log"))
    assert audited(Battle.objects.get(pk=device.battle.pk)).is_clean
    device.undo(amended)
    assert open_disputes(device) == [(number, "another die")], "it is open while its correction is undone"
    assert "Open again" in text_of(device.get("event", number))
    undone = device.last
    redo_last(key=device.battle.key, event=undone.number, seen=device.seen, who="Anna")
    assert open_disputes(device) == []
    assert Dispute.objects.get().correction == device.last


def disputed_twice(device, number):
    """Have an entry disputed, corrected, disputed as it stands then, and the correction undone: both are open."""
    from_log(device, number, note="another die")
    _, data = corrected(device, number)
    device.post("correct", number, **data, commit="1")
    from_log(device, number, note="nor that one")
    device.undo()
    assert open_disputes(device) == [(number, "another die"), (number, "nor that one")]
    return data


@pytest.mark.django_db
def test_a_correction_settles_all_that_is_disputed_of_an_entry():
    device, _, number = old_roll("mobile_frame_zero")
    data = disputed_twice(device, number) | {"seen": device.seen, "once": ""}
    assert device.post("correct", number, **data, commit="1").status_code == 302
    assert open_disputes(device) == []
    assert set(Dispute.objects.values_list("correction__number", flat=True)) == {device.seen}


@pytest.mark.django_db
def test_a_ruling_settles_all_that_is_disputed_of_an_entry():
    device, _, number = old_roll("mobile_frame_zero")
    disputed_twice(device, number)
    assert organiser(device).post("rule", number, ruling="It stands.").status_code == 302
    assert open_disputes(device) == []
    assert text_of(device.get("event", number)).count("It stands.") == 2


def test_an_entry_that_is_undone_is_not_disputed_and_done_again_it_is(device):
    values(device)
    entry = device.last
    from_log(device, entry.number, note="no")
    device.undo()
    assert open_disputes(device) == []
    assert "was undone" in text_of(device.get("event", entry.number))
    answer = from_log(device, entry.number)
    assert answer.status_code == 409
    assert "Anna has undone that entry" in text_of(answer)
    redo_last(key=device.battle.key, event=device.last.number, seen=device.seen, who="Ben")
    assert open_disputes(device) == [(device.last.number, "no")]


HOSTILE = {
    "x" * 201: "200 letters at most",
    "x" * 100_000: "200 letters at most",
    "a\x00b": "invisible letters",
    "\u202eyas": "invisible letters",
    "\ud800": "",
    "\udfff half": "",
}


@pytest.mark.parametrize(("note", "said"), HOSTILE.items(), ids=range(len(HOSTILE)))
@pytest.mark.parametrize("page", ["dispute", "rule"])
def test_what_nobody_can_read_is_refused(device, note, said, page):
    """Half a character arrives as the mark of one that could not be read, which a database keeps."""
    values(device)
    number = device.last.number
    organiser(device)
    if page == "rule":
        from_log(device, number)
    before = everything()
    body = {"number": str(number), "seen": str(device.seen), "note": note, "ruling": note}
    address = reverse(page, args=[device.battle.key, *([number] if page == "rule" else [])])
    answer = device.client.post(
        address, urlencode(body, errors="surrogatepass"), content_type="application/x-www-form-urlencoded"
    )
    if said:
        assert answer.status_code == 422
        assert said in text_of(answer)
        assert everything() == before
    else:
        assert answer.status_code == 302
        assert device.get("event", number).status_code == 200


def test_a_service_takes_no_half_character_either(device):
    values(device)
    for call in (
        lambda: dispute(key=device.battle.key, number=1, note="\ud800", seen=device.seen, who="x"),
        lambda: rule(key=device.battle.key, number=1, ruling="\ud800", who="x"),
    ):
        with pytest.raises(Refusal):
            call()


@pytest.mark.parametrize("note", ["", "   ", "\n\t"])
def test_an_empty_note_is_none_and_an_empty_ruling_is_refused(device, note):
    values(device)
    number = device.last.number
    from_log(device, number, note=note)
    assert open_disputes(device) == [(number, "")]
    answer = organiser(device).post("rule", number, ruling=note)
    assert answer.status_code == 422
    assert open_disputes(device) == [(number, "")]


@pytest.mark.parametrize("number", ["", "0", "-1", "999", "9" * 30, "x", "²", "1e3"])
@pytest.mark.parametrize("on", ["log", "", "nowhere"])
def test_an_entry_that_is_not_there_cannot_be_disputed(device, number, on):
    before = everything()
    answer = device.post("dispute", number=number, seen=device.seen, on=on)
    assert answer.status_code == 422
    assert "no such entry" in text_of(answer)
    assert everything() == before


def test_nor_can_one_of_another_battle_be_ruled_on(device):
    values(device)
    assert organiser(device).post("rule", 10**6, ruling="x").status_code == 422
    assert organiser(device).post("rule", device.last.number, ruling="x").status_code == 409
    assert Dispute.objects.count() == 0


def test_a_second_tap_and_a_second_player_find_the_first(device, other):
    values(device)
    number, seen = device.last.number, device.seen
    for tablet, note in ((device, "first"), (device, "first"), (other, "second"), (other, "")):
        assert tablet.post("dispute", number=number, seen=seen, on="log", note=note).status_code == 302
    assert open_disputes(device) == [(number, "first")]


@pytest.mark.django_db
def test_a_stale_page_does_not_dispute_what_was_corrected_since():
    device, _, number = old_roll("mobile_frame_zero")
    seen = device.seen
    _, data = corrected(device, number)
    device.post("correct", number, **data, commit="1")
    before = everything()
    answer = device.post("dispute", number=number, seen=seen, on="log")
    assert answer.status_code == 409
    assert "Anna has corrected that entry since" in text_of(answer)
    assert everything() == before
    assert from_log(device, number).status_code == 302, "what stands now can be"


def test_a_page_that_is_only_older_disputes_all_the_same(device, other):
    values(device)
    number, seen = device.last.number, device.seen
    spot(other)
    assert device.post("dispute", number=number, seen=seen, on="log").status_code == 302
    assert open_disputes(device) == [(number, "")]


def test_the_admin_lists_them(device, admin_client):
    values(device)
    from_log(device, device.last.number, note="look at this")
    for state, shown in (("open", True), ("settled", False), ("", True)):
        page = admin_client.get(reverse("admin:companion_dispute_changelist"), {"state": state} if state else {})
        assert page.status_code == 200
        assert ("look at this" in text_of(page)) is shown
    page = admin_client.get(reverse("admin:companion_dispute_change", args=[Dispute.objects.get().pk]))
    assert reverse("event", args=[device.battle.key, device.last.number]) in text_of(page)


def test_the_pages_take_as_many_queries_for_one_dispute_as_for_many(device):
    values(device)
    spot(device)
    campaign = organiser(device).battle.campaign.get_absolute_url()
    counts = set()
    for number in (device.last.number, 1, device.last.number - 1):
        from_log(device, number, note=f"doubt {number}")
        asked = []
        for page in (device.battle.get_absolute_url(), reverse("log", args=[device.battle.key]), campaign):
            with CaptureQueriesContext(connection) as found:
                assert f"doubt {number}" in text_of(device.client.get(page))
            asked.append(len(found))
        counts.add(tuple(asked))
    assert len(counts) == 1


def test_a_page_says_how_many_it_does_not_list(device, monkeypatch):
    values(device)
    spot(device)
    numbers = list(Event.objects.filter(battle=device.battle).order_by("-number").values_list("number", flat=True))[:3]
    for number in numbers:
        from_log(device, number, note=f"not {number}")
    monkeypatch.setattr(disputes, "MOST", 2)
    for address in (device.battle.get_absolute_url(), device.battle.campaign.get_absolute_url()):
        page = text_of(organiser(device).client.get(address))
        assert "3 disputed" in page
        assert "And 1 more: it comes up as these are settled." in page
        assert [number for number in numbers if f"not {number}" in page] == numbers[:2]
    monkeypatch.setattr(disputes, "MOST", 3)
    assert "more: " not in text_of(device.get())
