"""Undo: each kind of event can be taken back, exactly, in order, once."""

import pytest

from companion.admin.edits import editing
from companion.models import Company, Event, Frame, Operator, Station, System, Terrain, Token
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare, destroy_kader, play_the_seed


@pytest.fixture
def depot(db):
    return Device(demo_of("airsoft_squads"), name="Anna")


def attack(device):
    play_the_seed(device)
    device.apply()


def activation(device):
    device.declare("activation", device.key("Ghanat Tishihé"), q_range="hand-to-hand", q_names="None")
    device.roll()
    while hasattr(device.played(), "ask"):
        device.choose(str(device.played().ask.options[0]))
    device.apply()


def forced(device):
    vane = device.key("ST-10 Osprey, Lieutenant Vane")
    device.declare(
        "attack", device.key(EKAUECHIHE), vane, q_range="direct fire", q_value="1", q_cover="None", q_beside="None"
    )
    device.choose("roll")
    while hasattr(device.played(), "ask"):
        ask = device.played().ask
        device.choose(str(ask.options[0])) if hasattr(ask, "options") else device.roll()
    device.apply()


def values(device):
    device.declare(
        "values", device.key("Ghanat Tishihé"), q_defence="2", q_attack="5", q_movement="None", q_spotting="1"
    )


def spot(device):
    device.declare(
        "spot",
        device.key("ST-07 Heron, Sergeant Oke"),
        device.key("Ghanat Tishihé"),
        q_value="4",
        q_beyond_direct_fire="False",
        q_in_cover="False",
    )


def holding(device):
    device.declare("holding", device.key("relay mast"), q_owner=device.key("Joshua"))


def nobody_holds(device):
    device.declare("holding", device.key("relay mast"), q_owner="None")


def correction(device):
    device.declare("correction", device.key("water tower"), q_hits_left="1")


def round_(device):
    device.declare("round")
    while hasattr(device.played(), "ask"):
        device.choose(str(device.played().ask.options[0]))
    device.apply()


def edit(device):
    with editing(key=device.battle.key, who="the referee"):
        Frame.objects.filter(name=KADER).update(white=1, rockets=2)
        System.objects.filter(frame__name=KADER, name="shield").update(lost=True)
        Token.objects.filter(piece__name=KADER, kind="spot").delete()
        Station.objects.filter(name="relay mast").update(owner=None)


@pytest.mark.parametrize(
    "happen",
    [attack, destroy_kader, activation, forced, values, spot, holding, nobody_holds, correction, round_, edit],
    ids=lambda happen: happen.__name__,
)
def test_undo_restores_the_exact_sheet(device, happen):
    if happen is destroy_kader:
        Frame.objects.filter(name=KADER).update(white=1)
        System.objects.filter(frame__name=KADER).exclude(name="shield").update(lost=True)
    before = device.sheet
    happened = Event.objects.count()
    happen(device)
    event = device.last
    assert Event.objects.count() == happened + 1
    assert event.changes
    assert device.sheet != before
    assert device.undo().status_code == 302
    assert device.sheet == before
    undone = device.last
    assert (undone.kind, undone.undoes, undone.who) == ("undo", event, "Anna")
    assert undone.headline == f"Undone: {event.headline}"


def test_undo_goes_back_one_by_one_to_the_beginning(device):
    sheets = []
    for happen in (values, spot, attack, holding):
        sheets.append(device.sheet)
        happen(device)
    events = list(Event.objects.exclude(changes=[]).order_by("-number"))
    for event, sheet in zip(events, reversed(sheets), strict=True):
        assert device.undo(event).status_code == 302
        assert device.sheet == sheet
    assert "Nothing to undo" in device.get().content.decode()


def test_only_the_last_thing_can_be_undone(device):
    values(device)
    first = device.last
    spot(device)
    before = everything()
    answer = device.undo(first)
    assert answer.status_code == 409
    assert "Something else happened since" in answer.content.decode()
    assert everything() == before


def test_an_undo_is_not_undone(device):
    values(device)
    device.undo()
    before = everything()
    assert device.undo(device.last).status_code == 409
    assert everything() == before


def test_a_double_tap_on_undo_undoes_once(device):
    spot(device)
    values(device)
    event, seen = device.last, device.seen
    for _ in range(2):
        assert device.undo(event, seen=seen).status_code == 302
    assert Event.objects.filter(kind="undo").count() == 1


def test_undo_waits_for_what_is_under_way(device):
    values(device)
    event = device.last
    declare(device)
    before = everything()
    answer = device.undo(event)
    assert answer.status_code == 422
    assert "finish it or call it off first" in answer.content.decode()
    assert everything() == before


def test_undo_from_a_stale_page_says_what_happened(device, other):
    values(device)
    event, seen = device.last, device.seen
    spot(other)
    before = everything()
    answer = device.undo(event, seen=seen)
    assert answer.status_code == 409
    assert "Ben: ST-07 Heron" in answer.content.decode()
    assert everything() == before


def test_undo_of_an_event_of_no_battle_or_of_another_is_refused(device):
    before = everything()
    for number in (99, 0, "", "x", "-1"):
        assert device.undo(number).status_code == 422
    assert everything() == before


def test_setting_up_and_calling_off_are_not_undone(device):
    before = everything()
    assert device.undo(device.last).status_code == 409
    assert everything() == before
    declare(device)
    device.call_off()
    before = everything()
    assert device.undo(device.last).status_code == 409
    assert everything() == before


def test_scores_after_an_undo_are_recomputed_not_nudged(device):
    """The referee adds a frame after one was destroyed; undoing the attack must count both."""
    destroy_kader(device)
    attacked = device.last
    with editing(key=device.battle.key, who="the referee"):
        Frame.objects.create(battle=device.battle, company=Company.objects.get(name="Joshua"), name="Reserve")
    assert [side.score for side in device.sheet.sides] == [20, 20]
    assert device.undo(attacked).status_code == 302
    assert [side.score for side in device.sheet.sides] == [25, 20]


def test_pieces_that_staff_added_or_took_out_are_not_undone_by_a_tap(device):
    with editing(key=device.battle.key, who="the referee"):
        Frame.objects.create(battle=device.battle, company=Company.objects.get(name="Joshua"), name="Reserve")
    before = everything()
    assert device.undo(device.last).status_code == 409
    assert everything() == before
    assert "Nothing to undo" in device.get().content.decode()


def test_undo_gives_nothing_to_whom_staff_took_out(device):
    """The station went from Sebastian to Joshua; then staff took Sebastian's company out."""
    holding(device)
    event = device.last
    with editing(key=device.battle.key, who="the referee"):
        Company.objects.get(name="Sebastian").delete()
    assert device.undo(event).status_code == 302
    assert Station.objects.get(name="relay mast").owner.name == "Joshua"
    assert device.last.headline == f"Undone, but for what is no longer in the battle: {event.headline}"


def test_an_undo_of_a_piece_changed_since_is_a_conflict(device):
    correction(device)
    event = device.last
    Terrain.objects.filter(name="water tower").update(hits_left=3)
    before = everything()
    answer = device.undo(event)
    assert answer.status_code == 409
    assert "water tower was changed meanwhile" in answer.content.decode()
    assert everything() == before


def test_what_staff_took_out_does_not_stand_in_the_way_of_undo(device):
    wall = device.piece("ragged wall")
    attack(device)
    attacked = device.last
    with editing(key=device.battle.key, who="the referee"):
        Frame.objects.filter(name=KADER).delete()
    assert device.piece("ragged wall") != wall
    assert device.undo(attacked).status_code == 302
    assert device.piece("ragged wall") == wall
    assert device.last.headline == f"Undone, but for what is no longer in the battle: {attacked.headline}"
    assert "Nothing to undo" in device.get().content.decode()


def test_an_undo_that_no_longer_fits_says_why(depot):
    depot.declare("move", depot.key("Rook"), q_partner=depot.key("Kite"))
    moved = depot.last
    with editing(key=depot.battle.key, who="the referee"):
        Operator.objects.filter(name="Kite").delete()
        hawks = Operator.objects.get(name="Rook").squad
        Operator.objects.create(battle=depot.battle, squad=hawks, name="Owl", place=1, ap=1, ep=1, dp=1, mp=1)
    before = everything()
    answer = depot.undo(moved)
    assert answer.status_code == 409
    assert "Two operators stand on one position. Nothing was written." in answer.content.decode()
    assert everything() == before
