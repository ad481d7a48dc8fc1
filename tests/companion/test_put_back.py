"""A piece that was taken out of a roster is put back with one tap, as it was."""

import pytest
from django.test import Client

from companion.models import Campaign, Roster, Ship, Token, TroopUnit
from companion.services.auditing import audited
from companion.services.editing import editing
from rules.games import GAMES
from tests.companion.group import invited, organise
from tests.companion.playing import Device, everything, forms_of, sheet_of, text_of
from tests.companion.rosters import builder, built
from tests.companion.test_rosters_deployed import battle_of, deploy

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("game", GAMES)


def take_out(device, piece):
    answer = device.post("setup-remove", piece.key.rpartition("-")[2], showing=piece.side)
    assert answer.status_code == 302, text_of(answer)


def offered(device, side=""):
    """The form that puts back, as the page of a side has it, and what its buttons send by what they say."""
    page = device.get("setup", side=side)
    found = [form for form in forms_of(page) if any(value.startswith("gone.") for _, value in form["buttons"])]
    return found[0] if found else None


def places(device):
    form = offered(device)
    return {value for _, value in form["buttons"]} if form else set()


def put_back(device, piece):
    form = offered(device, piece.side)
    button = ("known", f"gone.{piece.key}")
    assert button in form["buttons"]
    return device.client.post(form["action"], {**form["fields"], **dict([button])})


@pytest.mark.parametrize("last_first", [True, False])
@games
def test_a_piece_of_a_roster_is_the_same_again(game, last_first):
    campaign = Campaign.objects.create(name="Thursdays")
    roster = built(campaign, game)
    organise(campaign, name="Olga")
    guest = builder(roster, Client())
    before = guest.sheet
    for piece in before.pieces:
        take_out(guest, piece)
    assert guest.sheet.pieces == ()
    while gone := [piece for piece in before.pieces if f"gone.{piece.key}" in places(guest)]:
        piece = gone[-1 if last_first else 0]
        assert put_back(guest, piece).status_code == 302
    assert guest.sheet == before
    assert audited(roster.holder).is_clean
    assert offered(guest) is None
    assert f"{before.pieces[0].name} is put back." in [row.headline for row in roster.holder.events.all()]


def test_it_still_comes_home_from_where_it_is_in_a_battle():
    campaign = Campaign.objects.create(name="Thursdays")
    roster = built(campaign, "troops_and_supplies")
    device = battle_of(campaign, "troops_and_supplies", "Ford")
    assert deploy(device, roster, 0).status_code == 302
    keys = {piece.key for piece in sheet_of(roster.holder).pieces}
    for piece in sheet_of(roster.holder).pieces:
        take_out(builder(roster), piece)
        assert put_back(builder(roster), piece).status_code == 302
    assert {piece.key for piece in sheet_of(roster.holder).pieces} == keys
    assert keys <= {*roster.deployments.get().keys}


def test_a_unit_comes_back_with_its_effects():
    campaign = Campaign.objects.create(name="Thursdays")
    device = builder(built(campaign, of=["Tusk Reavers"]))
    (piece,) = device.sheet.pieces
    with editing(key=device.battle.key, who="Staff"):
        Token.objects.create(piece_id=piece.key.rpartition("-")[2], kind="effects", name="Deadly", value=1)
    before = device.sheet
    assert before.pieces[0].effects == {"Deadly"}
    take_out(device, before.pieces[0])
    assert put_back(device, piece).status_code == 302
    assert device.sheet == before


@pytest.mark.parametrize("how", ["twice", "stale", "never", "elsewhere", "nonsense"])
def test_what_cannot_be_put_back_is_refused_and_changes_nothing(how):
    campaign = Campaign.objects.create(name="Thursdays")
    roster, other = built(campaign), built(campaign, name="Others")
    device = builder(roster)
    piece, stays = device.sheet.pieces[:2]
    take_out(device, piece)
    form = offered(device)
    fields = {**form["fields"], "known": f"gone.{piece.key}"}
    status = 422
    if how == "twice":
        assert put_back(device, piece).status_code == 302
        fields["seen"] = Device(roster.holder).seen
    if how == "stale":
        take_out(device, stays)
        status = 409
    if how == "never":
        fields["known"] = f"gone.{stays.key}"
    if how == "elsewhere":
        form = {"action": form["action"].replace(roster.holder.key, other.holder.key)}
        fields |= {"seen": Device(other.holder).seen, "showing": other_side(other)}
    if how == "nonsense":
        fields["known"] = "gone."
    before = everything()
    answer = device.client.post(form["action"], fields)
    assert answer.status_code == status, text_of(answer)
    assert everything() == before


def other_side(roster):
    return sheet_of(roster.holder).sides[0].key


def test_nobody_puts_back_what_is_anothers():
    campaign = Campaign.objects.create(name="Thursdays")
    organise(campaign, name="Olga")
    anna, ben = (invited(campaign, name) for name in ("Anna", "Ben"))
    roster = built(campaign)
    Roster.objects.update(owner=campaign.members.get(name="Anna"))
    roster.refresh_from_db()
    device = builder(roster, anna)
    piece = device.sheet.pieces[0]
    take_out(device, piece)
    form = offered(device)
    before = everything()
    sent = {**form["fields"], "known": f"gone.{piece.key}"}
    assert ben.post(form["action"], sent).status_code == 403
    assert offered(builder(roster, ben)) is None
    assert everything() == before


def test_in_a_battle_nothing_is_put_back_like_that():
    campaign = Campaign.objects.create(name="Thursdays")
    roster = built(campaign, "troops_and_supplies")
    device = battle_of(campaign, "troops_and_supplies", "Ford")
    assert deploy(device, roster, 0).status_code == 302
    piece = device.sheet.pieces[0]
    take_out(device, piece)
    assert offered(device, piece.side) is None
    before = everything()
    answer = device.post("setup-known", known=f"gone.{piece.key}", showing=piece.side, seen=device.seen)
    assert answer.status_code == 422
    assert everything() == before


def test_nothing_is_put_back_on_a_square_that_another_has_taken_since():
    roster = built(Campaign.objects.create(name="Thursdays"), "troops_and_supplies")
    device = builder(roster)
    piece, other = device.sheet.units[:2]
    TroopUnit.objects.filter(pk=piece.key.rpartition("-")[2]).update(column=3, row=2)
    take_out(device, piece)
    TroopUnit.objects.filter(pk=other.key.rpartition("-")[2]).update(column=3, row=2)
    before = everything()
    answer = put_back(device, piece)
    assert answer.status_code == 422
    assert f"{other.name} stands there." in text_of(answer)
    assert everything() == before


def test_two_pieces_have_two_names():
    campaign = Campaign.objects.create(name="Thursdays")
    device = builder(built(campaign, of=["Tusk Reavers"]))
    (piece,) = device.sheet.pieces
    take_out(device, piece)
    (known,) = (one.key for one in GAMES["gods_gloom"].demo.battle.pieces if one.name == "Tusk Reavers")
    answer = device.post("setup-known", known=f"demo.{known}", showing=piece.side, seen=device.seen)
    assert answer.status_code == 302
    assert put_back(device, piece).status_code == 302
    assert {one.name for one in device.sheet.pieces} == {"Tusk Reavers", "Tusk Reavers 2"}
    assert device.last.headline == "Tusk Reavers 2 is put back."


def test_a_ship_comes_back_without_its_lock_on_one_that_is_gone():
    device = builder(built(Campaign.objects.create(name="Thursdays"), "x_wing"))
    locks, locked = device.sheet.pieces[:2]
    first, second = (piece.key.rpartition("-")[2] for piece in (locks, locked))
    with editing(key=device.battle.key, who="Staff"):
        Ship.objects.filter(pk=first).update(lock=second)
    take_out(device, locks)
    take_out(device, locked)
    assert put_back(device, locks).status_code == 302
    assert device.sheet.pieces[0] == locks
    assert audited(device.battle).is_clean
