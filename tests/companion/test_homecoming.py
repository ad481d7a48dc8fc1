"""After a battle pieces come home to their roster: as they were, as they stood, or lost; worked out from the battle."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Campaign, Deployment, Event, Homecoming, Roster
from companion.services.auditing import audited
from companion.services.demo import load_demo
from rules.games import GAMES
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.rosters import at, builder, built, sheet_of
from tests.companion.test_rosters_deployed import battle_of, deploy
from tests.companion.test_setup_builder_earlier import correct

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("game", GAMES)

GAME = "troops_and_supplies"


@pytest.fixture
def campaign():
    return load_demo()


def usual(campaign, answer):
    Campaign.objects.filter(pk=campaign.pk).update(comes_home=answer)


def fight(roster, name="Ford"):
    """A battle that the roster fights on its first side, against a copy of itself."""
    device = battle_of(roster.campaign, roster.game, name)
    for side in (0, 1):
        assert deploy(device, roster, side).status_code == 302
    assert device.declare("start").status_code == 302
    return device


def end(device):
    """End a battle as the players agree."""
    answer = device.declare("end", q_sure="True")
    assert answer.status_code == 302, text_of(answer)
    if Device(device.battle).battle.declarations.filter(status="open").exists():
        device.apply()
    assert Battle.objects.get(pk=device.battle.pk).over


def fell(device, unit):
    correct(device, unit, q_strength="0")


def hurt(device, unit, left="1"):
    correct(device, unit, q_strength=left)


def home_form(device):
    return form_to(device.get("homecoming"), "/home/")


def bring_home(device, **fates):
    """Send the page as it is, with some answers changed, by the names of pieces."""
    form = home_form(device)
    row = Deployment.objects.get(battle=device.battle)
    keys = {
        there.name: f"{row.pk}-{here}"
        for here, key in row.keys.items()
        for there in device.sheet.units
        if there.key == key
    }
    said = {keys[name.replace("_", " ")]: fate for name, fate in fates.items()}
    return device.client.post(form["action"], {**form["fields"], **said})


def told(roster):
    return list(Event.objects.filter(battle=roster.holder, kind="home").values_list("headline", flat=True))


def unit(roster, name):
    return next(one for one in sheet_of(roster).units if one.name == name)


def season(campaign, answer="stood"):
    """A battle over, in which one of the roster's units fell and another was hurt; the numbers of these entries."""
    usual(campaign, answer)
    roster = built(campaign, GAME)
    device = fight(roster)
    first, second = device.sheet.units[:2]
    fell(device, first)
    hurt(device, second)
    end(device)
    return roster, device, device.seen - 2, device.seen - 1


def test_a_guest_who_says_who_comes_home_is_marked_as_one(campaign):
    _, device, *_ = season(campaign)
    organise(campaign, name="Olga")
    assert bring_home(device).status_code == 302
    said = Homecoming.objects.get()
    mark = f'{said.who} <span class="by" role="img" aria-label="guest, not a name">guest</span>'
    assert f"Said by {mark}" in text_of(device.get("homecoming"))
    assert f"{mark} has said who comes home" in text_of(device.get())


def test_the_page_fills_in_what_is_usual_and_one_tap_stores_it(campaign):
    roster, device, *_ = season(campaign)
    first, second = sheet_of(roster).units[:2]
    page = text_of(device.get())
    assert reverse("homecoming", args=[device.battle.key]) in page
    page = text_of(device.get("homecoming"))
    assert "who fell is lost, the others are as they stood" in page
    assert bring_home(device).status_code == 302
    now = sheet_of(roster).units
    assert [one.standing for one in now] == [False, True, True, True]
    assert (now[1].strength, now[1].key) == (1, second.key)
    second, third, fourth = (one.name for one in now[1:])
    assert told(roster) == [f"Home from Ford: {second}, {third} and {fourth} as they stood; {first.name} lost."]
    assert audited(roster.holder).is_clean
    event = Event.objects.get(battle=roster.holder, kind="home")
    assert event.who == "Anna"
    page = text_of(device.get("homecoming"))
    assert "Said by Anna" in page
    page = text_of(device.client.get(at(roster)))
    assert "Lost" in page
    assert "has no strength" not in page, "what is lost is no part of the build"
    assert "has no strength" not in text_of(builder(roster, device.client).get("setup"))
    assert event.headline in page


@pytest.mark.parametrize(
    ("answer", "standing", "health"),
    [("was", True, "full"), ("fallen", False, "full"), ("stood", False, 1)],
)
def test_what_is_usual_is_a_setting_of_the_campaign(campaign, answer, standing, health):
    roster, device, *_ = season(campaign, answer)
    then = sheet_of(roster).units[1]
    bring_home(device)
    first, second = sheet_of(roster).units[:2]
    assert first.standing is standing
    assert second.strength == (then.strength if health == "full" else health)


def test_for_every_piece_it_can_be_said_otherwise_and_said_anew(campaign):
    roster, device, *_ = season(campaign)
    names = [one.name for one in sheet_of(roster).units]
    fates = {names[0].replace(" ", "_"): "was", names[1].replace(" ", "_"): "lost", names[2].replace(" ", "_"): "was"}
    assert bring_home(device, **fates).status_code == 302
    assert [one.standing for one in sheet_of(roster).units] == [True, False, True, True]
    stored = everything()
    assert device.client.post(home_form(device)["action"], home_form(device)["fields"]).status_code == 302, "once more"
    assert everything() == stored
    assert bring_home(device, **{names[1].replace(" ", "_"): "stood"}).status_code == 302
    assert [one.standing for one in sheet_of(roster).units] == [True, True, True, True]
    assert unit(roster, names[1]).strength == 1
    assert len(told(roster)) == 2
    assert audited(roster.holder).is_clean


@games
def test_the_pieces_of_every_game_come_home(campaign, game):
    usual(campaign, "stood")
    roster = built(campaign, game)
    then = sheet_of(roster)
    device = battle_of(campaign, game)
    deploy(device, roster)
    Battle.objects.filter(pk=device.battle.pk).update(started=True, over=True)
    form = home_form(device)
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    now = sheet_of(roster)
    assert [piece.name for piece in now.pieces] == [piece.name for piece in then.pieces]
    assert all(piece.standing for piece in now.pieces)
    assert now == then, "nothing happened to them"
    said = {name: "lost" for name, value in form["fields"].items() if value == "stood"}
    assert said
    assert device.client.post(form["action"], {**form["fields"], **said}).status_code == 302
    assert len([piece for piece in sheet_of(roster).pieces if not piece.standing]) == len(said)
    for page in (device.client.get(at(roster)), builder(roster, device.client).get("setup")):
        assert page.status_code == 200
    assert audited(roster.holder).is_clean


def refused(device, status=422, **given):
    before = everything()
    answer = device.post("homecoming", **{"seen": device.seen, **given})
    assert (answer.status_code, everything()) == (status, before), text_of(answer)
    return text_of(answer)


def test_what_cannot_be_said_is_refused(campaign):
    usual(campaign, "stood")
    roster = built(campaign, GAME)
    device = fight(roster)
    row = Deployment.objects.get()
    assert "The battle goes on" in refused(device)
    fell(device, device.sheet.units[0])
    end(device)
    key = next(iter(row.keys))
    for fate in ("", "eaten", "stood", "\x00"):
        assert "cannot come home like that" in refused(device, **{f"{row.pk}-{key}": fate})
    refused(device, 409, seen=device.seen - 1)
    refused(device, 409, seen="x")
    Roster.objects.update(put_away="2026-01-01T00:00Z")
    assert "put away" in refused(device)


def test_pieces_are_brought_home_by_the_owner_or_an_organiser(campaign):
    olga = organise(campaign, name="Olga")
    anna, ben = invited(campaign, "Anna"), invited(campaign, "Ben")
    usual(campaign, "stood")
    roster = built(campaign, GAME)
    device = fight(roster)
    hurt(device, device.sheet.units[1])
    end(device)
    Roster.objects.update(owner=member("Anna"))
    stranger = Device(device.battle, ben)
    before = everything()
    assert 'type="radio"' not in text_of(stranger.get("homecoming"))
    stranger.post("homecoming", seen=device.seen)
    assert {k: v for k, v in everything().items() if k != "Battle"} == {
        k: v for k, v in before.items() if k != "Battle"
    }
    assert not Homecoming.objects.exists()
    assert bring_home(Device(device.battle, anna)).status_code == 302
    assert Homecoming.objects.get().who == "Anna"
    assert bring_home(Device(device.battle, olga)).status_code == 302


def test_only_organisers_choose_what_is_usual(campaign):
    olga = organise(campaign, name="Olga")
    anna = invited(campaign, "Anna")
    address = reverse("rosters-usual", args=[campaign.key])
    before = everything()
    assert anna.post(address, {"usual": "stood"}).status_code == 403
    assert olga.post(address, {"usual": "eaten"}).status_code == 422
    assert everything() == before
    assert olga.post(address, {"usual": "stood"}).status_code == 302
    assert Campaign.objects.get(pk=campaign.pk).comes_home == "stood"


def test_a_lost_piece_is_not_taken_into_the_next_battle(campaign):
    roster, device, *_ = season(campaign)
    bring_home(device)
    again = battle_of(campaign, GAME, "Next")
    deploy(again, roster)
    assert len(again.sheet.units) == 3


def test_when_a_battle_is_played_again_the_pieces_come_home_from_it_too(campaign):
    roster, device, *_ = season(campaign)
    bring_home(device)
    device.post("rematch", once="once-and-no-more")
    again = Device(Battle.objects.get(once="once-and-no-more"), device.client)
    row = Deployment.objects.get(battle=again.battle)
    assert row.side.name == "Red"
    pieces = {piece.key: piece.name for piece in sheet_of(roster).units}
    there = {piece.key: piece.name for piece in again.sheet.units}
    assert {pieces[here]: there[key] for here, key in row.keys.items()} == {
        name: name for name in list(pieces.values())[1:]
    }, "all but the one that is lost"
    again.declare("start")
    hurt(again, again.sheet.units[2], "2")
    end(again)
    bring_home(again)
    assert [one.standing for one in sheet_of(roster).units] == [False, True, True, True]
    assert sheet_of(roster).units[2].strength == 2
    assert audited(roster.holder).is_clean


def test_the_page_takes_as_many_queries_however_many_pieces(campaign, django_assert_num_queries):
    _, device, *_ = season(campaign)
    with django_assert_num_queries(13):
        device.get("homecoming")


def test_who_knows_only_the_battle_is_not_led_to_the_campaign(campaign):
    _, device, _, _ = season(campaign)
    device.client.get(campaign.get_absolute_url())
    stranger = Device(device.battle, Client())
    assert campaign.key not in text_of(stranger.get("homecoming"))
    side = stranger.sheet.sides[0].key.rpartition("-")[2]
    answer = stranger.post("roster-keep", side, once="one-form-one-roster", how="ended")
    assert answer.status_code == 302
    assert campaign.key not in answer.headers["Location"]
    kept = Roster.objects.latest("pk").holder
    shown = stranger.client.get(reverse("setup", args=[kept.key]))
    assert campaign.key not in text_of(shown)
    assert campaign.key in text_of(device.get("homecoming"))


def test_who_knows_only_the_battle_is_not_led_to_later_ones(campaign):
    roster, device, *_ = season(campaign)
    device.client.get(campaign.get_absolute_url())
    bring_home(device)
    later = battle_of(campaign, GAME, "Mill")
    deploy(later, roster)
    own, strange = (text_of(one.get("homecoming")) for one in (device, Device(device.battle, Client())))
    assert "Mill" in own
    assert later.battle.get_absolute_url() in own
    assert "Mill" in strange
    assert later.battle.get_absolute_url() not in strange


def test_the_result_tells_before_the_tap_what_becomes_of_the_rosters(campaign):
    usual(campaign, "fallen")
    roster = built(campaign, GAME, "Veterans")
    device = fight(roster)
    end(device)
    told = " ".join(text_of(device.get()).split())
    assert "<b>Veterans</b>: nothing is said yet, and usually who fell is lost, the others are as they were" in told
    before = sheet_of(roster)
    assert device.post("answer", agrees="yes", seen=device.seen).status_code == 302
    assert sheet_of(roster) == before, "as the page has said"
    form = home_form(device)
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    who = Homecoming.objects.first().who
    assert f"<b>Veterans</b>: {who} has said who comes home" in " ".join(text_of(device.get()).split())
