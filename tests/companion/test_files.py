"""A battle as a file: written, brought in and written again it is the same, and it is played on as it was."""

import json
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from companion.files.exporting import battle_file, campaign_file
from companion.files.importing import bring_in
from companion.management.broken import WHO
from companion.management.fuzzing import Fuzz, declared, finished
from companion.management.seeing_through import see_through
from companion.models import Battle, Campaign, Declaration, Dispute, Event, Piece, Reply, Side, Token, Who
from companion.services.amending import amend
from companion.services.auditing import audited
from companion.services.building import remove_piece, start_battle
from companion.services.declaring import call_off
from companion.services.demo import load_demo, load_demo_battle
from companion.services.disputing import dispute, rule
from companion.services.foreseeing import Amendment
from companion.services.refusals import Refusal
from companion.services.replying import choose, roll_dice
from companion.services.under_way import replayed
from companion.services.undoing import latest_events, redo_last, redoable, undo_last, undoable
from companion.sheets import stored
from rules.asks import Choice
from rules.folding import Decided
from rules.games import GAMES
from rules.play import Waiting
from rules.timeline import How
from tests.companion.at_random import at_random
from tests.companion.playing import Device, everything

pytestmark = pytest.mark.django_db

LONG = 12


def brought(battle):
    """The battle as it comes back from its file, in a campaign of its own and with other ids than it had."""
    load_demo_battle(battle.campaign, GAMES[battle.game])
    data = battle_file(battle)
    (again,) = bring_in(data).battles
    assert again.pk != battle.pk
    assert battle_file(again) == data
    return again


def of_demo(game):
    return load_demo_battle(Campaign.objects.create(name="A campaign"), GAMES[game])


def under_way(game):
    """A battle in which something is asked, after something else was answered."""
    for number in range(20):
        fuzz = Unfinished(GAMES[game], Random(number), Campaign.objects.create(name="A campaign"))
        for _ in range(20):
            fuzz.declare()
            if Reply.objects.filter(declaration__battle=fuzz.battle, declaration__status="open").exists():
                return fuzz.battle
    raise LookupError("nothing asks twice")


class Unfinished(Fuzz):
    """A battle in which the first of two asks is answered, and then everybody waits."""

    def _reply(self, where, record, ask):
        if isinstance(ask, Choice):
            choose(**where, options=[str(self.random.choice(ask.options))], who="Anna")
        else:
            roll_dice(**where, who="Anna")
        row = Declaration.objects.get(pk=where["declaration"])
        _, now = replayed(row, list(row.replies.all()))
        if not isinstance(now, Waiting):
            call_off(key=where["key"], declaration=row.pk, who="Anna")
        return False


WAYS = {
    "demo": of_demo,
    "declared": lambda game: declared(game, 1, LONG).battle,
    "fuzzed": lambda game: at_random(game, 4, 20).battle,
    "finished": lambda game: finished(game, 2, 4).battle,
    "under way": under_way,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_written_brought_in_and_written_again_it_is_the_same(game, way):
    battle = WAYS[way](game)
    again = brought(battle)
    one, two = audited(battle), audited(again)
    assert (one.same, one.firm, len(one.differs)) == (two.same, two.firm, len(two.differs))
    assert Declaration.objects.filter(battle=again, status="open").count() == (way == "under way")
    assert Battle.objects.get(pk=again.pk).over is Battle.objects.get(pk=battle.pk).over


@pytest.mark.parametrize("game", GAMES)
def test_it_is_played_on_undone_and_corrected(game):
    old = at_random(game, 4, 10)
    fuzz = Fuzz(GAMES[game], Random(5), old.campaign)
    fuzz.battle = brought(old.battle)
    before = Event.objects.filter(battle=fuzz.battle).count()
    last = undoable(fuzz.battle)
    assert last.number <= before
    undo_last(key=fuzz.battle.key, event=last.number, seen=fuzz.seen, who=WHO)
    fuzz.check()
    undo = redoable(fuzz.battle, latest_events(fuzz.battle))
    redo_last(key=fuzz.battle.key, event=undo.number, seen=fuzz.seen, who=WHO)
    fuzz.check()
    for _ in range(3):
        fuzz.correct()
        fuzz.check()
        fuzz.declare()
        fuzz.join()
        fuzz.check()
    assert Event.objects.filter(battle=fuzz.battle).count() > before
    brought(fuzz.battle)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_under_way_is_answered_on(game):
    again = brought(under_way(game))
    fuzz = Fuzz(GAMES[game], Random(1), again.campaign)
    fuzz.battle = again
    row = Declaration.objects.get(battle=again, status="open")
    see_through(row, fuzz._reply)
    assert not Declaration.objects.filter(battle=again, status="open").exists()
    fuzz.check()


@pytest.mark.parametrize("game", GAMES)
def test_all_its_pages_open(game):
    again = brought(at_random(game, 4, 15).battle)
    device = Device(again, Client(raise_request_exception=True), "Anna")
    assert device.get().status_code == 200
    for page in ("log/", "setup/", "replay/"):
        assert device.client.get(f"/b/{again.key}/{page}").status_code in (200, 302)
    for number in Event.objects.filter(battle=again).values_list("number", flat=True):
        assert device.client.get(f"/b/{again.key}/log/{number}/").status_code == 200
        assert device.client.get(f"/b/{again.key}/replay/{number}/").status_code in (200, 404)
        assert device.client.get(f"/b/{again.key}/log/{number}/correct/").status_code in (200, 422)
    for declaration in Declaration.objects.filter(battle=again):
        assert device.client.get(f"/b/{again.key}/d/{declaration.pk}/record.json").status_code == 200


def test_a_campaign_comes_back_with_all_its_battles():
    campaign = load_demo()
    at_random("x_wing", 4, 5)
    data = campaign_file(campaign)
    found = bring_in(data)
    assert found.campaign != campaign
    assert [battle.game for battle in found.battles] == list(GAMES)
    assert campaign_file(found.campaign) == data


@pytest.mark.parametrize("game", GAMES)
def test_no_link_and_no_form_of_it_is_in_its_file(game):
    fuzz = declared(game, 1, LONG)
    battle = Battle.objects.get(pk=fuzz.battle.pk)
    text = campaign_file(fuzz.campaign).decode()
    secrets = [battle.key, battle.once, fuzz.campaign.key, fuzz.campaign.once]
    secrets += Declaration.objects.filter(battle=battle).values_list("once", flat=True)
    assert len(secrets) > 4
    assert not [secret for secret in secrets if secret in text]


def test_the_id_of_no_row_is_in_a_file():
    first, second = of_demo("mobile_frame_zero"), of_demo("mobile_frame_zero")
    same = Battle.objects.get(pk=first.pk).created
    when = Event.objects.get(battle=first).when
    Battle.objects.filter(pk=second.pk).update(created=same)
    Event.objects.filter(battle=second).update(when=when)
    second.refresh_from_db()
    assert battle_file(first) == battle_file(second)


def test_what_players_type_stays_though_it_reads_like_a_key():
    campaign = Campaign.objects.create(name="side-1")
    battle = start_battle(
        campaign=campaign,
        game="x_wing",
        name="ship-1",
        sides=["xwingsquad-1", "xwingsquad-2"],
        once="a" * 12,
        who="ship-2",
    )
    again = brought(battle)
    assert again.name == "ship-1"
    assert [side.name for side in Side.objects.filter(battle=again)] == ["xwingsquad-1", "xwingsquad-2"]
    event = Event.objects.get(battle=again)
    assert event.who == "ship-2"
    assert event.headline == "ship-1 is set up: xwingsquad-1 against xwingsquad-2."
    assert [side["name"] for side in event.parts[0]["now"]["squads"]] == ["xwingsquad-1", "xwingsquad-2"]


def test_names_of_pieces_effects_and_rows_that_are_keys_of_others_stay():
    fuzz = declared("gods_gloom", 1, 0)
    battle, game = fuzz.battle, fuzz.game
    units = stored(battle).sheet.units
    typed = units[1].key
    device = Device(battle, name="Anna")
    correction = game.procedure("correction")
    asked = {
        question.name: getattr(question, "usual", [])
        for question in correction.questions(stored(battle).sheet, {"actor": units[0].key})
    }
    answers = asked | {"actor": units[0].key, "effects": [{"name": typed}]}
    fuzz.take(correction, answers)
    assert typed in next(u for u in stored(battle).sheet.units if u.key == units[0].key).effects
    assert device.sheet.units
    again = brought(battle)
    unit = stored(again).sheet.units[0]
    assert unit.effects == {typed}
    assert unit.key != units[0].key
    (row,) = Declaration.objects.filter(battle=again)
    assert row.answers["actor"] == unit.key
    assert row.answers["effects"] == [{"name": typed}]
    (event,) = Event.objects.filter(battle=again, declaration=row)
    assert f"effects.{typed}" in [change["track"] for change in event.changes]


def test_a_piece_that_is_gone_has_a_key_that_no_row_ever_gets():
    fuzz = declared("troops_and_supplies", 1, 6)
    piece = Piece.objects.filter(battle=fuzz.battle).first()
    remove_piece(key=fuzz.battle.key, piece=piece.pk, who=WHO)
    again = brought(fuzz.battle)
    (gone,) = {
        part["was"]["key"] for event in Event.objects.filter(battle=again) for part in event.parts if part["was"]
    }
    assert not Piece.objects.filter(pk=int(gone.rpartition("-")[2])).exists()
    fuzz.battle = again
    for _ in range(8):
        fuzz.join()
    fuzz.check()
    assert gone not in stored(again).rows


def test_a_piece_that_was_gone_already_has_no_place_any_more_and_nothing_is_changed():
    fuzz = declared("troops_and_supplies", 1, 6)
    piece = Piece.objects.filter(battle=fuzz.battle).first()
    remove_piece(key=fuzz.battle.key, piece=piece.pk, who=WHO)
    again = brought(fuzz.battle)
    number, before = again.last_event, everything()
    with pytest.raises(Refusal, match="cannot be stored like that"):
        amend(key=again.key, number=number, wanted=lambda _: Amendment(Decided(How.STRUCK)), seen=number, who=WHO)
    assert everything() == before
    page = Client().get(reverse("correct", args=[again.key, 1]))
    assert page.status_code == 200
    assert piece.name in page.content.decode(), "what it was set up as can still be corrected"


def test_what_a_file_of_an_earlier_version_left_behind_is_no_row_of_another_battle():
    fuzz = declared("troops_and_supplies", 1, 6)
    piece = Piece.objects.filter(battle=fuzz.battle).first()
    remove_piece(key=fuzz.battle.key, piece=piece.pk, who=WHO)
    again = brought(fuzz.battle)
    event = Event.objects.filter(battle=again).last()
    gone, other = event.parts[0]["was"]["key"], Piece.objects.exclude(battle=again).last()
    for event in Event.objects.filter(battle=again):
        said = json.dumps([event.parts, event.changes]).replace(f'"{gone}"', f'"troopunit-0{other.pk}"')
        event.parts, event.changes = json.loads(said)
        event.save()
    stored_before, number = everything(), again.last_event
    with pytest.raises(Refusal, match="cannot be stored like that"):
        amend(key=again.key, number=number, wanted=lambda _: Amendment(Decided(How.STRUCK)), seen=number, who=WHO)
    assert everything() == stored_before
    answer = Client().get(reverse("correct", args=[again.key, 1]))
    assert answer.status_code == 200
    assert "its file did not bring" in answer.content.decode()


def test_disputes_come_with_it_and_are_settled_on(client):
    fuzz = declared("x_wing", 1, LONG)
    key = fuzz.battle.key
    numbers = list(Event.objects.filter(battle=fuzz.battle, declaration__isnull=False).values_list("number", flat=True))
    dispute(key=key, number=numbers[0], note="It was range 2.", seen=fuzz.seen, who="Anna")
    dispute(key=key, number=numbers[1], note="", seen=fuzz.seen, who=Who("root", Event.By.STAFF))
    rule(key=key, number=numbers[0], ruling="It was range 3.", who=Who("root", Event.By.STAFF))
    again = brought(fuzz.battle)
    first, second = Dispute.objects.filter(event__battle=again).order_by("pk")
    assert (first.note, first.ruling, first.ruled_by, second.by) == (
        "It was range 2.",
        "It was range 3.",
        "staff",
        "staff",
    )
    assert [one.event.number for one in (first, second)] == numbers[:2]
    assert (first.is_open, second.is_open) == (False, True)
    for number in numbers[:2]:
        page = client.get(f"/b/{again.key}/log/{number}/").content.decode()
        assert "from a file" in page
        assert "staff" not in page
    rule(key=again.key, number=numbers[1], ruling="As it stands.", who=Who("root", Event.By.STAFF))
    page = client.get(f"/b/{again.key}/log/{numbers[1]}/").content.decode()
    assert '<span class="by">staff</span>' in page
    brought(again)


def test_what_stood_behind_a_name_stays_in_the_file_and_no_page_believes_it(client):
    campaign = load_demo()
    battle = campaign.battles.get(game="x_wing")
    Event.objects.filter(battle=battle).update(by="staff", who="root")
    assert (
        '<span class="by" role="img" aria-label="staff, not a name">'
        in client.get(f"/b/{battle.key}/log/").content.decode()
    )
    again = brought(battle)
    assert Event.objects.get(battle=again).by == "staff"
    page = client.get(f"/b/{again.key}/log/").content.decode()
    assert "staff" not in page
    assert '<span class="by" role="img" aria-label="from a file, not a name">from a file</span>' in page
    device = Device(again, name="Anna")
    device.declare("advance")
    assert device.client.get(f"/b/{again.key}/log/").content.decode().count(">from a file<") == 1


def test_times_and_replies_come_back_as_they_were():
    battle = declared("x_wing", 1, LONG).battle
    again = brought(battle)
    for model in (Event, Declaration):
        times = [
            list(model.objects.filter(battle=one).order_by("pk").values_list("when", flat=True))
            for one in (battle, again)
        ]
        assert times[0] == times[1]
    shown = ("number", "label", "source", "who", "when")
    replies = [
        list(Reply.objects.filter(declaration__battle=one).order_by("declaration", "number").values_list(*shown))
        for one in (battle, again)
    ]
    assert replies[0] == replies[1]
    tokens = [
        sorted(Token.objects.filter(piece__battle=one).values_list("piece__name", "kind", "value"))
        for one in (battle, again)
    ]
    assert tokens[0] == tokens[1]


def test_a_file_is_whole_whatever_the_order_and_the_blanks_in_it():
    data = battle_file(of_demo("gods_gloom"))
    loose = json.dumps(dict(reversed(json.loads(data).items())), indent=2)
    again = bring_in(loose.encode()).battles[0]
    assert battle_file(again) == data
