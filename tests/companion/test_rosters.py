"""Rosters: made, built with the forms of a set-up, renamed, duplicated, put away and brought back."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Campaign, Event, Roster
from companion.services.auditing import audited
from companion.services.demo import load_demo
from companion.services.rosters import MOST_ROSTERS
from rules.games import GAMES
from rules.x_wing.tokens import ALL
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, renamed, text_of
from tests.companion.rosters import at, builder, built, new_roster, sheet_of

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def campaign():
    return load_demo()


def made(client, campaign, **given):
    """Send the form of a new roster as the page has it."""
    address = reverse("rosters", args=[campaign.key])
    form = form_to(client.get(address), address)
    return client.post(address, {**form["fields"], "name": "Veterans", "game": "gods_gloom", **given})


@games
def test_a_roster_is_made_and_built_with_the_forms_of_a_set_up(campaign, game):
    client = Client()
    answer = made(client, campaign, game=game)
    roster = Roster.objects.get()
    assert answer.url == reverse("setup", args=[roster.holder.key])
    device = builder(roster, client)
    page = text_of(device.get("setup"))
    assert "Veterans" in page
    assert "Start the battle" not in page
    demo = GAMES[game].demo.battle
    side = device.sheet.sides[0].key
    for piece in demo.pieces:
        if piece.side != demo.sides[0].key:
            continue
        fields = form_to(device.get("setup", side=side), "/setup/known/")["fields"]
        assert device.post("setup-known", **{**fields, "known": f"demo.{piece.key}"}).status_code == 302
    sheet = sheet_of(roster)
    assert {piece.side for piece in sheet.pieces} == {side}
    assert audited(roster.holder).is_clean
    page = text_of(client.get(at(roster)))
    for piece in sheet.pieces:
        assert f'id="{piece.key}"' in page


@games
def test_a_sample_joins_as_it_was_built_and_not_as_the_battle_to_try_has_it(game):
    samples = [piece.name for piece in GAMES[game].demo.battle.pieces if piece.side]
    new = built(Campaign.objects.create(name="A new group"), game, of=samples)
    tokens = {"x_wing": ALL, "gods_gloom": ("weak", "boost", "slow", "fast")}
    for piece in sheet_of(new).pieces:
        assert not any(getattr(piece, token) for token in tokens.get(game, ())), piece
        for left, most in (("shields", "most_shields"), ("force", "most_force"), ("current_health", "health")):
            if hasattr(piece, most):
                assert getattr(piece, left) == getattr(piece, most), piece


@games
def test_every_form_by_which_pieces_join_a_side_is_there_and_none_that_only_lays_out_the_board(campaign, game):
    page = text_of(builder(built(campaign, game)).get("setup"))
    assert 'name="square"' not in page
    for slug in ("terrain", "station"):
        assert f"/setup/{slug}/" not in page
    assert "/look/" not in page


def test_a_new_roster_is_of_the_game_that_the_campaign_plays_until_another_is_tapped(campaign):
    Battle.objects.filter(campaign=campaign).exclude(game="airsoft_squads").delete()
    address = reverse("rosters", args=[campaign.key])
    page = Client().get(address)
    assert b"<select" not in page.content
    assert form_to(page, address)["fields"]["game"] == "airsoft_squads"
    Battle.objects.filter(campaign=campaign).delete()
    assert form_to(Client().get(address), address)["fields"]["game"] == next(iter(GAMES))


def test_a_second_tap_makes_no_second_roster(campaign):
    client = Client()
    once = {"once": "one-form-one-roster"}
    first = made(client, campaign, **once)
    stored = everything()
    assert made(client, campaign, **once).url == first.url
    assert everything() == stored


@pytest.mark.parametrize(
    "given",
    [{"name": ""}, {"name": "x" * 61}, {"name": "a\x00b"}, {"game": "chess"}, {"once": "x"}],
)
def test_what_is_no_roster_is_refused(campaign, given):
    client = Client()
    client.get(campaign.get_absolute_url())
    before = everything()
    assert made(client, campaign, **given).status_code == 422
    assert everything() == before


def test_a_campaign_has_so_many_rosters_at_most(campaign):
    holder = new_roster(campaign)
    rows = [Roster(campaign=campaign, name=f"{n}", game=holder.game, once=f"once-{n}") for n in range(MOST_ROSTERS - 1)]
    Roster.objects.bulk_create(rows)
    Battle.objects.bulk_create(Battle(roster=row, game=row.game, name=row.name) for row in rows)
    before = everything()
    answer = made(Client(), campaign)
    assert answer.status_code == 422
    assert f"{MOST_ROSTERS} rosters at most" in text_of(answer)
    assert everything() == before


def test_what_holds_a_roster_is_no_battle_anywhere(campaign):
    count = campaign.battles.count()
    roster = built(campaign)
    device = builder(roster)
    assert campaign.battles.count() == count
    assert "Veterans" not in text_of(device.client.get(campaign.get_absolute_url())).partition("</ul>")[0]
    key = roster.holder.key
    for name in ("battle", "log", "score", "replay", "battle-file", "declare", "rematch", "undo", "seats"):
        args = [key, "gloomarmy-1"] if name == "score" else [key]
        before = everything()
        for method in ("get", "post"):
            assert getattr(device.client, method)(reverse(name, args=args)).status_code in (404, 405), name
        assert everything() == before
    other = Device(campaign.battles.get(game="gods_gloom"))
    Battle.objects.filter(pk=other.battle.pk).update(started=False)
    page = text_of(other.get("setup"))
    assert "From Veterans" not in page
    assert "unit, Veterans" not in page


def test_a_roster_is_renamed(campaign):
    roster, client = built(campaign), Client()
    address = at(roster, "roster-rename")
    form = form_to(client.get(at(roster)), address)
    assert client.post(address, {**form["fields"], "name": " Old   hands "}).url == at(roster)
    roster = Roster.objects.get()
    assert (roster.name, roster.holder.name, sheet_of(roster).sides[0].name) == ("Old hands",) * 3
    assert audited(roster.holder).is_clean
    before = everything()
    assert client.post(address, {"name": "Old hands"}).status_code == 302
    assert client.post(address, {"name": ""}).status_code == 422
    assert everything() == before


@games
def test_a_roster_is_duplicated_with_all_that_it_has(campaign, game):
    roster, client = built(campaign, game), Client()
    form = form_to(client.get(reverse("rosters", args=[campaign.key])), "/again/")
    answer = client.post(form["action"], form["fields"])
    copy = Roster.objects.exclude(pk=roster.pk).get()
    assert answer.url == at(copy)
    assert copy.name == "Veterans 2"
    then, now = renamed(sheet_of(roster)), renamed(sheet_of(copy))
    assert [p.name for p in now.pieces] == [p.name for p in then.pieces]
    assert now.pieces == then.pieces
    assert audited(copy.holder).is_clean
    stored = everything()
    assert client.post(form["action"], form["fields"]).url == at(copy), "a second tap"
    assert client.post(form["action"], {"once": "x"}).status_code == 409
    assert everything() == stored


def test_a_roster_is_put_away_and_brought_back_by_the_next_page(campaign):
    roster, client = built(campaign), Client()
    address = reverse("rosters", args=[campaign.key])
    form = form_to(client.get(address), "/away/")
    assert client.post(form["action"], form["fields"]).url == address
    assert Roster.objects.get().put_away
    stored = everything()
    assert client.post(form["action"], form["fields"]).status_code == 302, "a second tap"
    assert everything() == stored
    device = builder(roster, client)
    answer = device.post("setup-known", known="x")
    assert answer.status_code == 403
    assert "put away: bring it back first" in text_of(answer)
    assert everything() == stored
    back = form_to(client.get(address), "/back/")
    assert client.post(back["action"], back["fields"]).url == address
    assert Roster.objects.get().put_away is None
    told = Event.objects.filter(battle=roster.holder, kind="roster").values_list("headline", flat=True)
    assert list(told) == ["Veterans is put away.", "Veterans is brought back."]
    assert audited(roster.holder).is_clean


def test_a_roster_is_changed_by_its_owner_and_by_organisers(campaign):
    olga = organise(campaign, name="Olga")
    anna, ben, sam = invited(campaign, "Anna"), invited(campaign, "Ben"), invited(campaign, "Sam", "spectator")
    made(anna, campaign)
    roster = Roster.objects.get()
    assert roster.owner == member("Anna")
    for stranger in (ben, Client()):
        before = everything()
        for name in ("roster-rename", "roster-away", "roster-back"):
            answer = stranger.post(at(roster, name), {"name": "Mine"})
            assert answer.status_code == 403
            assert "Veterans is Anna's" in text_of(answer)
        for name, arguments in (
            ("setup-known", []),
            ("setup-add", ["unit"]),
            ("setup-remove", [1]),
            ("setup-take", []),
        ):
            assert stranger.post(reverse(name, args=[roster.holder.key, *arguments])).status_code == 403, name
        assert everything() == before
        page = text_of(stranger.get(reverse("rosters", args=[campaign.key])))
        assert "/away/" not in page
        assert stranger.get(at(roster)).status_code == 200
    before = everything()
    for name in ("rosters", "roster-again"):
        address = at(roster, name) if name != "rosters" else reverse(name, args=[campaign.key])
        assert sam.post(address, {"once": "one-form-one-roster"}).status_code == 403
    assert everything() == before
    assert olga.post(at(roster, "roster-rename"), {"name": "Ours"}).status_code == 302
    assert anna.post(at(roster, "roster-rename"), {"name": "Mine"}).status_code == 302
    answer = ben.post(at(roster, "roster-again"), {"once": "one-form-one-roster"})
    assert answer.status_code == 302
    assert Roster.objects.get(once="one-form-one-roster").owner == member("Ben")


def test_a_roster_of_another_campaign_is_not_there(campaign):
    roster = built(campaign)
    other = Campaign.objects.create(name="Others")
    before = everything()
    for name in ("roster", "roster-rename", "roster-again", "roster-away", "roster-back"):
        address = reverse(name, args=[other.key, roster.pk])
        client = Client()
        assert client.get(address).status_code in (404, 405)
        assert client.post(address).status_code in (404, 405)
    assert everything() == before


def test_who_leaves_the_campaign_leaves_the_roster_to_the_table(campaign):
    organise(campaign, name="Olga")
    anna = invited(campaign, "Anna")
    made(anna, campaign)
    member("Anna").delete()
    assert Roster.objects.get().owner is None
    assert Client().post(at(Roster.objects.get(), "roster-away")).status_code == 302


def test_the_pages_take_as_many_queries_for_one_roster_as_for_many(campaign, django_assert_num_queries):
    roster, client = built(campaign), Client()
    address = reverse("rosters", args=[campaign.key])
    # What the database can do is asked once for each process.
    for page in (address, at(roster)):
        client.get(page)
    with django_assert_num_queries(4):
        client.get(address)
    with django_assert_num_queries(7):
        client.get(at(roster))
    with django_assert_num_queries(12):
        builder(roster, client).get("setup")
    for number in range(5):
        built(campaign, name=f"More {number}")
    with django_assert_num_queries(4):
        client.get(address)
    with django_assert_num_queries(7):
        client.get(at(roster))


def test_a_piece_of_a_roster_is_changed_and_taken_out(campaign):
    roster = built(campaign, of=["Tusk Reavers"])
    device = builder(roster)
    (piece,) = device.sheet.pieces
    form = form_to(device.get("setup", edit=piece.key), "/setup/unit/", edit=piece.key, name=piece.name)
    assert device.client.post(form["action"], {**form["fields"], "name": "Old Reavers"}).status_code == 302
    assert [one.name for one in sheet_of(roster).pieces] == ["Old Reavers"]
    pk = piece.key.partition("-")[2]
    assert device.post("setup-remove", pk).status_code == 302
    assert sheet_of(roster).pieces == ()
    assert audited(roster.holder).is_clean
