"""The admin: staff mend what is stored, and every edit of play is an event of the battle's log."""

import re
from html import unescape

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from companion.models import (
    Battle,
    Campaign,
    Company,
    Declaration,
    Event,
    Frame,
    FrameBattle,
    Reply,
)
from companion.services.auditing import audited
from companion.services.undoing import latest_events, redoable
from tests.companion.playing import everything, text_of
from tests.companion.test_attack_path import KADER, declare, play_the_seed
from tests.companion.test_undo import spot

FIELD = re.compile(r"<(input|select|textarea)\b([^>]*)>(?:(.*?)</\1>)?", re.S)
OPTION = re.compile(r'<option value="([^"]*)" selected')
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


@pytest.fixture
def staff(db):
    user = get_user_model().objects.create_superuser("referee")
    client = Client()
    client.force_login(user)
    return client


def fields_of(page):
    """What the form of an admin page would send unchanged."""
    text = page.content.decode()
    form = text[text.index('id="content-main"') :]
    found = {}
    for tag, attributes, inner in FIELD.findall(form):
        given = dict(ATTRIBUTE.findall(attributes))
        name, kind = given.get("name"), given.get("type")
        if not name or kind in ("submit", "search") or "__prefix__" in name:
            continue
        if kind == "checkbox":
            if "checked" in given:
                found[name] = "on"
        elif tag == "select":
            chosen = OPTION.search(inner)
            found[name] = chosen.group(1) if chosen else ""
        else:
            found[name] = unescape(inner) if tag == "textarea" else given.get("value", "")
    return found


def address(row, what="change"):
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_{what}", args=[row.pk])


def save(staff, row, fields=None, **changes):
    given = fields or fields_of(staff.get(address(row)))
    return staff.post(address(row), {**given, **changes}, follow=True)


def inline(fields, value):
    """The prefix of the inline form that has a value."""
    (name,) = (n for n, text in fields.items() if text == value and "-" in n and not n.startswith("initial-"))
    return name.rsplit("-", 1)[0]


@pytest.fixture
def battle(demo):
    return FrameBattle.objects.get()


@pytest.fixture
def kader(demo):
    return Frame.objects.get(name=KADER)


def test_saving_without_a_change_writes_nothing(staff, battle, kader):
    before = everything()
    assert "was changed successfully" in save(staff, battle).content.decode()
    assert "was changed successfully" in save(staff, kader).content.decode()
    assert everything() == before


def test_an_edit_of_a_battle_with_its_inlines_is_one_event(staff, battle, device):
    fields = fields_of(staff.get(address(battle)))
    wall, kader = inline(fields, "ragged wall"), inline(fields, KADER)
    answer = save(staff, battle, fields, **{"doomsday": "9", f"{wall}-hits_left": "3", f"{kader}-white": "1"})
    assert "was changed successfully" in answer.content.decode()
    assert device.sheet.doomsday == 9
    assert device.piece("ragged wall").hits_left == 3
    assert device.piece(KADER).white == 1
    event = device.last
    assert (event.kind, event.who, event.number) == ("edit", "referee", 2)
    assert len(event.changes) == 3
    assert "ragged wall" in event.headline
    assert "1 → 3" in event.headline


def test_an_edit_of_a_frame_with_its_systems_and_markers_is_one_event(staff, kader, device):
    fields = fields_of(staff.get(address(kader)))
    shield, defence = inline(fields, "shield"), inline(fields, "defence")
    save(staff, kader, fields, **{f"{shield}-lost": "on", f"{defence}-value": "2", "rockets": "3"})
    frame = device.piece(KADER)
    assert (frame.defence, frame.rockets) == (2, 3)
    assert [system.name for system in frame.systems if system.lost] == ["shield"]
    assert Event.objects.count() == 2
    assert len(device.last.changes) == 3


def test_scores_follow_an_edit(staff, kader, device):
    save(staff, kader, status="destroyed", white="0")
    assert [side.score for side in device.sheet.sides] == [15, 20]
    assert "score" in {change["track"] for change in device.last.changes}
    assert "score 20 → 15" in device.last.headline.lower()


def test_a_score_that_was_wrong_is_recomputed(staff, kader, device):
    Company.objects.filter(name="Joshua").update(score=99)
    save(staff, kader, rockets="1")
    assert [side.score for side in device.sheet.sides] == [20, 20]


def test_an_edit_can_be_undone_by_the_players(staff, kader, device):
    before = device.sheet
    save(staff, kader, rockets="3", white="1")
    device.undo()
    assert device.sheet == before


def test_a_frame_that_is_added_counts_and_is_set_up(staff, battle, device):
    fields = fields_of(staff.get(address(battle)))
    prefix = inline(fields, KADER).rsplit("-", 1)[0]
    count = int(fields[f"{prefix}-TOTAL_FORMS"])
    new = {
        "name": "Reserve",
        "company": Company.objects.get(name="Joshua").pk,
        "white": "2",
        "rockets": "0",
        "status": "active",
    }
    added = {f"{prefix}-{count}-{field}": value for field, value in new.items()}
    save(staff, battle, fields, **added, **{f"{prefix}-TOTAL_FORMS": count + 1})
    assert device.piece("Reserve").company == device.key("Joshua")
    assert [side.score for side in device.sheet.sides] == [25, 20]
    assert (device.last.kind, device.last.who) == ("set-up", "referee")
    assert "Reserve added" in device.last.headline


def test_a_frame_that_is_deleted_leaves_the_score_and_the_log_says_so(staff, kader, device):
    answer = staff.post(address(kader, "delete"), {"post": "yes"}, follow=True)
    assert "was deleted successfully" in answer.content.decode()
    assert [side.score for side in device.sheet.sides] == [15, 20]
    assert f"{KADER} taken out" in device.last.headline
    assert device.get().status_code == 200


def test_frames_deleted_together_are_one_event_of_each_battle(staff, demo, device):
    frames = list(Frame.objects.filter(company__name="Joshua"))
    data = {"action": "delete_selected", "_selected_action": [frame.pk for frame in frames], "post": "yes"}
    answer = staff.post(reverse("admin:companion_frame_changelist"), data, follow=True)
    assert answer.status_code == 200
    assert Event.objects.count() == 2
    assert [side.score for side in device.sheet.sides] == [5, 20]
    assert device.get().status_code == 200


def test_what_the_players_agreed_on_is_an_event_too(staff, battle, device):
    save(staff, battle, replacing="always")
    assert device.sheet.settings.replacing == "always"
    assert device.last.kind == "set-up"
    assert "the battle: a new spot" in device.last.headline
    assert device.last.headline.endswith("higher → always.")


def test_an_edit_of_what_was_agreed_on_is_not_undone_by_half(staff, battle, device):
    """Changes of pieces in the same edit can be taken back, and an agreement cannot: so neither is by a tap."""
    save(staff, battle, replacing="always", doomsday="9")
    assert (device.sheet.settings.replacing, device.sheet.doomsday) == ("always", 9)
    before = everything()
    assert device.undo().status_code == 409
    assert everything() == before
    assert "Nothing to undo" in text_of(device.get())
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean


def test_what_was_undone_before_something_else_was_agreed_on_is_not_done_again(staff, battle, device):
    """It was played by what was agreed on then."""
    spot(device)
    assert device.undo().status_code == 302
    undone = device.last
    assert redoable(device.battle, latest_events(device.battle)) == undone
    save(staff, battle, replacing="always")
    assert redoable(device.battle, latest_events(device.battle)) is None
    assert device.post("redo", event=undone.number, seen=device.seen).status_code == 409


def test_what_was_played_before_something_else_was_agreed_on_is_undone_and_done_again_where_it_stood(
    staff, battle, device
):
    spot(device)
    spotted = device.last
    save(staff, battle, replacing="always")
    assert device.undo(spotted).status_code == 302
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean


@pytest.mark.parametrize("value", ["99", "-1", "7", "30000"])
def test_a_marker_that_no_die_shows_is_refused_with_a_sentence(staff, kader, device, value):
    fields = fields_of(staff.get(address(kader)))
    before = everything()
    answer = save(staff, kader, fields, **{f"{inline(fields, 'defence')}-value": value})
    said = answer.content.decode()
    assert f"Defence must be 0 to 6, not {value}. Nothing was saved." in said
    assert "was changed successfully" not in said
    assert everything() == before
    assert device.get().status_code == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("white", "3"),
        ("rockets", "4"),
        ("rockets", "-1"),
        ("rockets", "9" * 30),
        ("status", "asleep"),
        ("range", "everywhere"),
        ("rolled", "three sixes"),
        ("rolled", "W:7"),
        ("name", ""),
        ("name", "a\x00b"),
        ("company", "99999"),
        ("company", "x"),
        ("seen", "x"),
        ("seen", ""),
    ],
)
def test_a_frame_that_cannot_be_is_refused_and_nothing_is_saved(staff, kader, device, field, value):
    before = everything()
    answer = save(staff, kader, **{field: value})
    assert answer.status_code == 200
    assert "was changed successfully" not in answer.content.decode()
    assert everything() == before
    assert device.get().status_code == 200


@pytest.mark.parametrize("kind", ["", "dragons", "\x00", "DEFENCE"])
def test_a_marker_that_no_frame_has_is_refused(staff, kader, kind):
    fields = fields_of(staff.get(address(kader)))
    before = everything()
    save(staff, kader, fields, **{f"{inline(fields, 'defence')}-kind": kind})
    assert everything() == before


@pytest.mark.parametrize(
    ("field", "value"), [("round", "0"), ("round", "100"), ("doomsday", "12"), ("doomsday", "-1"), ("size", "huge")]
)
def test_a_battle_that_cannot_be_is_refused_and_nothing_is_saved(staff, battle, device, field, value):
    before = everything()
    answer = save(staff, battle, **{field: value})
    assert "was changed successfully" not in answer.content.decode()
    assert everything() == before
    assert device.get().status_code == 200


def test_a_frame_never_goes_to_a_company_of_another_battle(staff, kader):
    campaign = Campaign.objects.get()
    other = FrameBattle.objects.create(campaign=campaign, game="mobile_frame_zero", name="Elsewhere")
    foreign = Company.objects.create(battle=other, name="Strangers")
    page = staff.get(address(kader)).content.decode()
    assert "Strangers" not in page
    before = everything()
    save(staff, kader, company=foreign.pk)
    assert everything() == before


def test_an_admin_page_that_shows_older_play_never_writes(staff, kader, device):
    fields = fields_of(staff.get(address(kader)))
    play_the_seed(device)
    device.apply()
    before = everything()
    answer = save(staff, kader, fields, rockets="3")
    said = answer.content.decode()
    assert "The battle has moved on since this page was shown." in said
    assert "Anna: Ghanat Ekauechihé hits" in said
    assert everything() == before


def test_an_attack_under_way_meets_an_edit_as_a_conflict(staff, kader, device):
    play_the_seed(device)
    fields = fields_of(staff.get(address(kader)))
    save(staff, kader, fields, **{f"{inline(fields, 'shield')}-lost": "on"})
    before = everything()
    answer = device.apply()
    assert answer.status_code == 409
    assert "shield was changed meanwhile" in answer.content.decode()
    assert everything() == before


@pytest.mark.parametrize("model", [Event, Declaration], ids=lambda model: model.__name__)
def test_what_happened_can_only_be_read(staff, device, model):
    play_the_seed(device)
    device.apply()
    row = model.objects.last()
    assert staff.get(address(row)).status_code == 200
    before = everything()
    name = model._meta.model_name
    assert staff.get(reverse(f"admin:companion_{name}_add")).status_code == 403
    assert staff.post(address(row), {"who": "x", "headline": "x"}).status_code == 403
    assert staff.post(address(row, "delete"), {"post": "yes"}).status_code == 403
    data = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    staff.post(reverse(f"admin:companion_{name}_changelist"), data)
    assert everything() == before
    assert Reply.objects.exists()


def test_the_trace_of_an_attack_is_shown(staff, device):
    play_the_seed(device)
    device.apply()
    page = staff.get(address(Declaration.objects.get())).content.decode()
    for words in ("1 4 5", "entered", "lose shield", "chart", "Ghanat Ekauechihé hits"):
        assert words in page
    declare_page = staff.get(reverse("admin:companion_declaration_changelist"))
    assert "settled" in declare_page.content.decode()


def test_an_attack_under_way_is_shown_without_an_outcome(staff, device):
    declare(device)
    assert "not settled" in staff.get(address(Declaration.objects.get())).content.decode()


@pytest.mark.parametrize(
    ("page", "query", "found"),
    [
        ("campaign", "q=Demo", "Demo campaign"),
        ("framebattle", "q=ragged", "The ragged wall"),
        ("framebattle", "q=Kader", "The ragged wall"),
        ("framebattle", "started__exact=1", "The ragged wall"),
        ("framebattle", "over__exact=0&size=as+agreed", "The ragged wall"),
        ("frame", "q=Tishih", "Ghanat Tishihé"),
        ("frame", "q=plating", "Ghanat Tishihé"),
        ("frame", "status=active&acted__exact=0", "Ghanat Tishihé"),
        ("event", "q=hits", "loses shield"),
        ("event", "what=Attack", "loses shield"),
        ("event", "q=Anna", "loses shield"),
        ("declaration", "q=Kader", KADER),
        ("declaration", "what=Attack&status=settled", KADER),
    ],
)
def test_search_and_filters_find(staff, device, page, query, found):
    play_the_seed(device)
    device.apply()
    address = reverse(f"admin:companion_{page}_changelist")
    assert found in staff.get(f"{address}?{query}").content.decode()
    assert "0 results" in staff.get(f"{address}?q=nobody-has-this-name").content.decode()


@pytest.mark.parametrize(
    "query", ["q=%00", "battle=%00", "battle__id__exact=" + "9" * 40, "status=%00", "p=x", "o=9.9", "nonsense=1"]
)
@pytest.mark.parametrize("page", ["campaign", "framebattle", "frame", "event", "declaration"])
def test_hostile_searches_are_no_error(staff, device, page, query):
    assert staff.get(reverse(f"admin:companion_{page}_changelist") + f"?{query}", follow=True).status_code < 500


@pytest.mark.parametrize("pk", ["0", "x", "9" * 40, "%00", "1_2F"])
@pytest.mark.parametrize("page", ["campaign", "framebattle", "frame", "event", "declaration"])
def test_what_is_not_there_is_no_error(staff, device, page, pk):
    for what in ("change", "delete", "history"):
        assert staff.get(f"/admin/companion/{page}/{pk}/{what}/", follow=True).status_code < 500
        assert staff.post(f"/admin/companion/{page}/{pk}/{what}/", {"post": "yes"}, follow=True).status_code < 500


def test_only_staff_get_in(demo):
    battle = FrameBattle.objects.get()
    addresses = [reverse("admin:index"), address(battle), reverse("admin:companion_event_changelist")]
    guest, player = Client(), Client()
    player.force_login(get_user_model().objects.create_user("player"))
    before = everything()
    for client in (guest, player):
        for page in addresses:
            answer = client.get(page)
            assert answer.status_code == 302
            assert "/admin/login/" in answer.url
        assert client.post(address(battle), {"round": "9"}).status_code == 302
        assert client.post(address(battle, "delete"), {"post": "yes"}).status_code == 302
    assert everything() == before


def test_staff_without_permission_change_nothing(demo, kader):
    helper = Client()
    helper.force_login(get_user_model().objects.create_user("helper", is_staff=True))
    before = everything()
    assert helper.get(address(kader)).status_code == 403
    assert helper.post(address(kader), {"white": "1"}).status_code == 403
    assert helper.post(address(kader, "delete"), {"post": "yes"}).status_code == 403
    assert everything() == before


def test_a_long_user_name_fits_into_the_log(demo, kader, device):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("r" * 150))
    save(client, kader, rockets="1")
    assert device.last.who == "r" * 60


def test_an_edit_of_everything_fits_into_one_line_of_the_log(staff, battle, device):
    fields = fields_of(staff.get(address(battle)))
    longer = {
        name: text + "x" * (60 - len(text))
        for name, text in fields.items()
        if name.startswith("pieces") and name.endswith("-name")
    }
    save(staff, battle, fields, **longer)
    assert len(device.last.headline) <= 500
    assert device.get("log").status_code == 200
