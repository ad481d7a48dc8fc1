"""A person is forgotten: the name stands nowhere any more, and what was played is as it was."""

import json
import re
from dataclasses import replace

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test import Client
from django.urls import reverse

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.management.fuzzing import finished
from companion.models import (
    Battle,
    Campaign,
    Dispute,
    Event,
    Frame,
    Invitation,
    Member,
    MemberDevice,
    Result,
    Roster,
    Side,
    SquadModifier,
)
from companion.models.campaign import new_key
from companion.queries.result_view import result_view
from companion.services import forgetting
from companion.services.auditing import audited
from companion.services.demo import load_demo_battle
from companion.services.editing import editing
from companion.services.renaming import Where, _Renaming
from companion.services.replying import enter_dice
from companion.services.rosters import make_roster
from rules.airsoft_squads.samples import ROOK, VIPER
from rules.airsoft_squads.samples import battle as sample
from rules.games import GAMES
from tests.companion.group import invited, link_to, member, organise
from tests.companion.playing import Device, everything, sheet_of, text_of
from tests.companion.test_admin import fields_of
from tests.companion.test_airsoft_violation_stays import attack

pytestmark = pytest.mark.django_db

NAME = "Wilhelmina"


def texts():
    """Every text of every row of every table, with where it stands."""
    for model in apps.get_models():
        names = [f.name for f in model._meta.local_concrete_fields if f.name not in ("session_data", "session_key")]
        kept = (models.CharField, models.TextField, models.JSONField)
        names = [name for name in names if isinstance(model._meta.get_field(name), kept)]
        for row in model._default_manager.values_list(*names) if names else ():
            for name, value in zip(names, row, strict=True):
                yield f"{model.__name__}.{name}", json.dumps(value, ensure_ascii=False)


def places(name):
    return {place for place, text in texts() if name.casefold() in text.casefold()}


@pytest.fixture
def evening():
    """A campaign in which she has played: a battle that is over, one that goes on, a roster, a dispute."""
    over = finished("troops_and_supplies", 3, 40).battle
    campaign = over.campaign
    olga = organise(campaign, name="Olga")
    wilma = invited(campaign, NAME)
    her = member(NAME)
    goes_on = load_demo_battle(campaign, GAMES["mobile_frame_zero"])
    for battle in (over, goes_on):
        side = battle.sides.first()
        assert Device(battle, olga).post("seat", side.pk, member=her.pk).status_code == 302
    make_roster(campaign=campaign, game="x_wing", name=f"{NAME}'s aces", once=new_key(), owner=her, who=NAME)
    ends, plays = Device(over, wilma), Device(goes_on, wilma)
    assert ends.post("answer", agrees="no", note=f"{NAME} saw another die.", seen=ends.seen).status_code == 302
    answer = Device(over, olga).post("answer", agrees="yes", seen=ends.seen)
    assert answer.status_code == 302, text_of(answer)
    assert plays.post("dispute", number=1, note=f"Ask {NAME}", seen=plays.seen, on="log").status_code == 302
    assert plays.post("battle-rename", name=f"{NAME} against Olga").status_code == 302
    return campaign, olga, wilma, her


def test_her_name_is_nowhere_and_all_that_was_played_is_there(evening):
    campaign, olga, wilma, her = evening
    assert len(places(NAME)) > 5
    results = list(Result.objects.order_by("pk").values_list("player", "how", "score", "luck"))
    page = reverse("people-forgotten", args=[campaign.key, her.pk])
    before = everything()
    shown = text_of(wilma.get(page))
    assert "This cannot be undone" in shown
    assert everything() == before, "the page alone changes nothing"
    assert wilma.post(page).status_code == 302
    assert places(NAME) == set()
    her.refresh_from_db()
    assert her.name == forgetting.SOMEBODY
    assert list(Result.objects.order_by("pk").values_list("player", "how", "score", "luck")) == results
    assert not MemberDevice.objects.filter(member=her).exists()
    assert not Roster.objects.filter(owner=her).exists()
    for battle in Battle.objects.filter(campaign=campaign):
        assert audited(battle).is_clean, battle
        assert bool(Side.objects.filter(battle=battle, player=her)) is battle.over
    people = text_of(olga.get(reverse("people", args=[campaign.key])))
    assert f"<strong>{forgetting.SOMEBODY}" not in people
    assert forgetting.SOMEBODY in text_of(olga.get(reverse("standings", args=[campaign.key])))
    for battle in Battle.objects.filter(campaign=campaign):
        for address in ("battle", "log", "replay"):
            assert NAME not in text_of(olga.get(reverse(address, args=[battle.key])))


@pytest.mark.parametrize("by", ["her", "staff"])
def test_a_name_that_she_had_before_is_nowhere_either(evening, admin_client, by):
    campaign, olga, wilma, her = evening
    if by == "her":
        called = {"name": "Minna"}
        assert wilma.post(reverse("people-name", args=[campaign.key, her.pk]), called).status_code == 302
    else:
        address = reverse("admin:companion_campaign_change", args=[campaign.pk])
        data = fields_of(admin_client.get(address))
        field = next(name for name, value in data.items() if name.startswith("members-") and value == NAME)
        assert admin_client.post(address, {**data, field: "Minna"}).status_code == 302
    assert len(places(NAME)) > 5, "the log keeps who tapped then"
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert places(NAME) == places("Minna") == set()


def test_a_name_that_another_has_taken_since_stays(evening):
    campaign, olga, wilma, her = evening
    assert wilma.post(reverse("people-name", args=[campaign.key, her.pk]), {"name": "Minna"}).status_code == 302
    Member.objects.create(campaign=campaign, name=NAME)
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert Member.objects.filter(name=NAME, forgotten=None).exists()
    assert places("Minna") == set()


def test_nobody_waits_for_her_word_on_a_result_any_more():
    battle = finished("troops_and_supplies", 3, 40).battle
    campaign = battle.campaign
    olga = organise(campaign, name="Olga")
    invited(campaign, NAME)
    her = member(NAME)
    assert Device(battle, olga).post("seat", battle.sides.first().pk, member=her.pk).status_code == 302
    assert set(Result.objects.filter(battle=battle).values_list("state", flat=True)) == {"open"}
    assert result_view(Battle.objects.get(pk=battle.pk)).names == [NAME]
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert set(Result.objects.filter(battle=battle).values_list("state", flat=True)) == {"accepted"}
    view = result_view(Battle.objects.get(pk=battle.pk))
    assert not view.is_open
    assert view.names == []


def test_the_log_says_that_her_seat_is_free(evening):
    campaign, olga, _, her = evening
    over, goes_on = Battle.objects.filter(campaign=campaign).order_by("-over")
    before = Event.objects.filter(battle=over).count()
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    last = Device(goes_on, olga).last
    side = goes_on.sides.first()
    assert (last.kind, last.headline) == ("seat", f"Somebody was forgotten: nobody has the seat of {side} any more.")
    assert (last.who, last.changes, last.parts) == ("the app", [], [])
    assert last.headline in text_of(Device(goes_on, olga).get("log"))
    assert side.player is None
    assert Event.objects.filter(battle=over).count() == before
    assert over.sides.first().player == her
    for battle in (over, goes_on):
        assert audited(battle).is_clean
    file = battle_file(Battle.objects.get(pk=goes_on.pk))
    (brought,) = bring_in(file).battles
    assert battle_file(brought) == file


def test_a_rematch_gives_no_seat_to_who_was_forgotten(evening):
    campaign, olga, _, her = evening
    over = Battle.objects.get(campaign=campaign, over=True)
    Battle.objects.filter(pk=over.pk).update(seated=True)
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert Device(over, olga).post("rematch", once="one-form-one-rematch").status_code == 302
    again = Battle.objects.get(once="one-form-one-rematch")
    assert not Side.objects.filter(battle=again, player__isnull=False).exists()
    assert not again.seated


def test_what_the_admin_has_noted_of_her_is_renamed_too(evening, admin_client):
    campaign, _, wilma, her = evening
    address = reverse("admin:companion_campaign_change", args=[campaign.pk])
    data = fields_of(admin_client.get(address))
    role = next(name for name, value in data.items() if name.startswith("members-") and value == NAME)
    data[role.replace("name", "role")] = "spectator"
    assert admin_client.post(address, data).status_code == 302
    assert "LogEntry.change_message" in places(NAME)
    assert wilma.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert places(NAME) == set()


def test_so_is_what_it_has_noted_of_pieces_and_of_what_staff_deleted_by_hand(evening, admin_client):
    campaign, _, wilma, her = evening
    battle = Battle.objects.get(campaign=campaign, over=False)
    stays, goes = Frame.objects.filter(battle=battle)[:2]
    for frame in (stays, goes):
        page = reverse("admin:companion_frame_change", args=[frame.pk])
        assert admin_client.post(page, {**fields_of(admin_client.get(page)), "name": NAME}).status_code == 302
    page = reverse("admin:companion_frame_delete", args=[goes.pk])
    assert admin_client.post(page, {"post": "yes"}).status_code == 302
    finished_with = Battle.objects.get(campaign=campaign, over=True)
    page = reverse("admin:companion_troopbattle_change", args=[finished_with.pk])
    data = {**fields_of(admin_client.get(page)), "name": f"{NAME} and Olga"}
    assert admin_client.post(page, data).status_code == 302
    finished_with.delete()
    assert LogEntry.objects.filter(object_repr__contains=NAME).count() == 4
    assert wilma.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert places(NAME) == set()


def test_so_is_what_it_has_noted_of_whatever_belongs_to_the_campaign(evening, admin_user):
    campaign, olga, wilma, her = evening
    other = Campaign.objects.create(name="Other")
    invited(other, NAME)
    link_to(olga, campaign)
    for where in (campaign, other):
        make_roster(campaign=where, game="gods_gloom", name="The gate", owner=None, who="Olga", once=new_key())
    for row in (*belonging_to(campaign), *belonging_to(other)):
        note(admin_user, row)
    kinds = {type(row) for row in belonging_to(campaign)}
    assert kinds >= {Member, MemberDevice, Roster, Invitation, Battle}
    elsewhere = LogEntry.objects.filter(object_repr=NAME).count() - len(belonging_to(campaign))
    assert elsewhere == len(belonging_to(other)) > 0
    assert wilma.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert noted_of(campaign) == {"Somebody"}
    assert noted_of(other) == {NAME}


def belonging_to(campaign):
    """What is of a campaign and has rows of its own in the admin."""
    members = Member.objects.filter(campaign=campaign)
    return [
        *members,
        *MemberDevice.objects.filter(member__in=members),
        *Invitation.objects.filter(campaign=campaign),
        *Roster.objects.filter(campaign=campaign),
        *Battle.objects.filter(campaign=campaign),
    ]


def note(user, row):
    """Note what staff did with a row, as the admin does."""
    kind = ContentType.objects.get_for_model(row)
    LogEntry.objects.create(
        user=user, content_type=kind, object_id=str(row.pk), object_repr=NAME, action_flag=CHANGE, change_message=NAME
    )


def noted_of(campaign):
    """The names under which the admin has noted something of what belongs to a campaign."""
    found = set()
    for row in belonging_to(campaign):
        kind = ContentType.objects.get_for_model(row)
        rows = LogEntry.objects.filter(content_type=kind, object_id=str(row.pk))
        found |= {text for pair in rows.values_list("object_repr", "change_message") for text in pair}
    return found


def test_what_the_admin_has_noted_of_another_campaign_stays(evening, admin_client):
    campaign, _, wilma, her = evening
    other = load_demo_battle(Campaign.objects.create(name="Other"), GAMES["mobile_frame_zero"])
    frame = Frame.objects.filter(battle=other).first()
    page = reverse("admin:companion_frame_change", args=[frame.pk])
    assert admin_client.post(page, {**fields_of(admin_client.get(page)), "name": NAME}).status_code == 302
    assert wilma.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert places(NAME) == {"Piece.name", "LogEntry.object_repr"} | {one for one in places(NAME) if "Event" in one}


def test_only_she_and_the_organisers_forget_her(evening):
    campaign, olga, _, her = evening
    page = reverse("people-forgotten", args=[campaign.key, her.pk])
    other = invited(campaign, "Otto")
    before = everything()
    assert other.get(page).status_code == other.post(page).status_code == 422
    assert everything() == before
    assert olga.post(page).status_code == 302
    assert olga.post(page).status_code == 422, "a second tap finds nobody"


def test_somebody_goes_on_organising(evening):
    campaign, olga, _, _ = evening
    page = reverse("people-forgotten", args=[campaign.key, member("Olga").pk])
    before = everything()
    answer = olga.post(page)
    assert answer.status_code == 422
    assert "make another member an organiser first" in text_of(answer)
    assert everything() == before


def test_whoever_is_forgotten_alone_leaves_the_campaign_to_whoever_has_it(evening):
    campaign, olga, wilma, her = evening
    wilma.post(reverse("people-forgotten", args=[campaign.key, her.pk]))
    assert olga.post(reverse("people-forgotten", args=[campaign.key, member("Olga").pk])).status_code == 302
    assert [row.name for row in Member.objects.filter(campaign=campaign)] == ["Somebody", "Somebody 2"]
    organise(campaign, name="Rita")
    assert member("Rita").role == Member.Role.ORGANISER


def test_nobody_comes_by_a_link_to_where_nobody_organises_any_more(evening):
    campaign, olga, _wilma, her = evening
    address = link_to(olga, campaign)
    for row in (her, member("Olga")):
        assert olga.post(reverse("people-forgotten", args=[campaign.key, row.pk])).status_code == 302
    assert Client().post(address, {"name": "Ben"}).status_code == 403
    assert not Member.objects.filter(campaign=campaign, forgotten=None).exists()
    organise(campaign, name="Rita")


def test_a_piece_that_has_more_in_its_name_keeps_it_and_so_does_another_person(evening):
    campaign, olga, _, her = evening
    battle = Battle.objects.get(campaign=campaign, over=False)
    piece = battle.pieces.first()
    piece.name = f"{NAME} Vane"
    piece.save()
    invited(campaign, f"{NAME} the younger")
    olga.post(reverse("people-forgotten", args=[campaign.key, her.pk]))
    piece.refresh_from_db()
    assert piece.name == f"{NAME} Vane"
    assert Member.objects.filter(name=f"{NAME} the younger").exists()


def test_where_a_name_is_a_word_of_the_game_too_only_people_are_called_otherwise(evening):
    campaign, olga, wilma, her = evening
    goes_on = Battle.objects.get(campaign=campaign, over=False)
    assert wilma.post(reverse("people-name", args=[campaign.key, her.pk]), {"name": "attack"}).status_code == 302
    plays = Device(goes_on, wilma)
    assert plays.post("dispute", number=2, note="Ask attack", seen=plays.seen, on="log").status_code == 302
    assert plays.post("battle-rename", name="Ford of attack").status_code == 302
    over = Battle.objects.get(campaign=campaign, over=True)
    seat = over.sides.exclude(player=her).first()
    assert Device(over, olga).post("seat", seat.pk, member=her.pk).status_code == 302
    assert Device(over, wilma).post("battle-rename", name="Bridge of attack").status_code == 302
    sheets = [sheet_of(battle) for battle in Battle.objects.filter(campaign=campaign).order_by("pk")]
    assert {"Event.who", "Dispute.note", "Member.name"} <= places_just("attack")
    page = reverse("people-forgotten", args=[campaign.key, her.pk])
    assert "Where it is a word of the game too" in text_of(olga.get(page))
    assert olga.post(page).status_code == 302
    her.refresh_from_db()
    assert her.name == "Somebody"
    left = places_just("attack")
    assert not {
        one for one in left if one.endswith((".who", ".note", ".ruling")) or one in ("Member.name", "Battle.name")
    }
    assert "Event.headline" not in left
    assert "Somebody plays" in Event.objects.filter(battle=over, kind="seat").last().headline
    assert places(NAME) == set()
    assert [sheet_of(battle) for battle in Battle.objects.filter(campaign=campaign).order_by("pk")] == sheets
    for battle in Battle.objects.filter(campaign=campaign):
        assert audited(battle).is_clean, battle


def places_just(name):
    """Where a name stands as a word of its own."""
    return {place for place, text in texts() if re.search(rf"(?<!\w){name}(?!\w)", text, re.IGNORECASE)}


@pytest.mark.parametrize("called", [NAME, NAME.lower()])
def test_dice_that_wait_for_those_of_another_forget_her_too(evening, called):
    campaign, olga, _, her = evening
    battle = load_demo_battle(campaign, GAMES["troops_and_supplies"])
    table = Device(battle, olga)
    table.declare("attack", table.key("Rifle squad"), table.key("Guard squad"))
    row = table.open
    reply = {"declaration": row.pk, "answer": 0, "faces": ((6, 5, 2), ())}
    enter_dice(key=battle.key, who=called, **reply)
    assert table.open.early
    assert "Declaration.early" in places(NAME)
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert places(NAME) == set()
    assert table.dice("", "5 3 1").status_code == 302


def test_dice_that_both_have_entered_forget_her_though_her_name_was_typed_otherwise(evening):
    campaign, olga, _, her = evening
    battle = load_demo_battle(campaign, GAMES["troops_and_supplies"])
    table = Device(battle, olga)
    table.declare("attack", table.key("Rifle squad"), table.key("Guard squad"))
    row = table.open
    for who, faces in (("Otto", ((6, 5, 2), ())), (NAME.lower(), ((), (5, 3, 1)))):
        enter_dice(key=battle.key, declaration=row.pk, answer=0, faces=faces, who=who)
    assert row.replies.get().who == f"Otto and {NAME.lower()}"
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert row.replies.get().who == "Otto and Somebody"


def test_her_name_in_other_letters_is_nowhere_either_but_inside_other_words_it_stays(evening):
    campaign, olga, wilma, her = evening
    over, goes_on = (Battle.objects.get(campaign=campaign, over=over) for over in (True, False))
    ends, plays = Device(over, wilma), Device(goes_on, olga)
    small, capitals = NAME.lower(), NAME.upper()
    assert ends.post("answer", agrees="no", note=f"{capitals}: no", seen=ends.seen).status_code == 302
    assert plays.post("dispute", number=2, note=f"so {small}'s die", seen=plays.seen, on="log").status_code == 302
    assert plays.post("rule", 2, ruling=f"What {small} says, not {small}s.").status_code == 302
    assert plays.post("battle-rename", name=f"The road of {capitals}").status_code == 302
    Roster.objects.filter(campaign=campaign).update(name=f"{small}'s aces")
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert places(NAME) == {"Dispute.ruling"}
    assert Dispute.objects.get(event__number=2).ruling == f"What Somebody says, not {small}s."
    goes_on.refresh_from_db()
    assert goes_on.name == "The road of Somebody"
    assert Roster.objects.get(campaign=campaign).name == "Somebody's aces"
    assert all(audited(battle).is_clean for battle in (over, goes_on))


def test_a_name_that_in_small_letters_is_a_word_of_the_game_is_forgotten_all_the_same(evening):
    campaign, olga, _, her = evening
    Member.objects.filter(pk=her.pk).update(name="Attack")
    battle = Battle.objects.get(campaign=campaign, over=False)
    table = Device(battle, olga)
    assert table.post("dispute", number=2, note="Ask attack", seen=table.seen, on="log").status_code == 302
    over = Battle.objects.get(campaign=campaign, over=True)
    said = list(over.declarations.order_by("pk").values_list("procedure", "declared"))
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert Dispute.objects.get(event__number=2).note == "Ask Somebody"
    assert list(over.declarations.order_by("pk").values_list("procedure", "declared")) == said
    assert audited(Battle.objects.get(pk=over.pk)).is_clean


def test_another_person_whose_name_differs_only_in_its_letters_keeps_it(evening):
    campaign, olga, _, her = evening
    Member.objects.create(campaign=campaign, name=NAME.lower())
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert Member.objects.filter(name=NAME.lower(), forgotten=None).exists()
    assert not {text for _, text in texts() if NAME in text}


def test_a_word_that_the_app_or_the_rules_use_themselves_is_nobodys_name():
    """Battles that go on, and the season, count as they counted: these words are what traits and ways to count are."""
    battle = load_demo_battle(Campaign.objects.create(name="Season", scheme="points"), GAMES["gods_gloom"])
    campaign, table = battle.campaign, Device(battle)
    olga = organise(campaign, name="Olga")
    commands = [unit.trait_number("Commander") for unit in table.sheet.units]
    assert any(commands)
    kinds = list(battle.events.values_list("kind", flat=True))
    before = table.sheet
    for name in ("Commander", "Points", kinds[0].capitalize()):
        invited(campaign, name)
        assert olga.post(reverse("people-forgotten", args=[campaign.key, member(name).pk])).status_code == 302
    assert table.sheet == before
    assert [unit.trait_number("Commander") for unit in table.sheet.units] == commands
    assert Campaign.objects.get(pk=campaign.pk).scheme == "points"
    assert list(battle.events.values_list("kind", flat=True)) == kinds
    assert audited(battle).is_clean


def test_what_was_undone_is_done_again_though_somebody_was_called_like_a_state():
    game = GAMES["airsoft_squads"]
    demo = replace(game, demo=replace(game.demo, battle=sample(ROOK, VIPER)))
    device = Device(load_demo_battle(Campaign.objects.create(name="Season"), demo), name="Anna")
    olga = organise(device.battle.campaign, name="Olga")
    invited(device.battle.campaign, "Exhausted")
    attack(device)
    assert any(change["track"] == "state" for change in device.last.changes)
    after = device.sheet
    device.undo()
    gone = member("Exhausted").pk
    assert olga.post(reverse("people-forgotten", args=[device.battle.campaign.key, gone])).status_code == 302
    assert device.post("redo", event=device.last.number, seen=device.seen).status_code == 302
    assert device.sheet == after
    bring_in(battle_file(device.battle))


def test_her_name_in_the_condition_of_a_skill_is_forgotten_too(evening):
    campaign, olga, _, her = evening
    battle = load_demo_battle(campaign, GAMES["airsoft_squads"])
    skill = SquadModifier.objects.filter(operator__battle=battle).first()
    with editing(key=battle.key, who="staff"):
        SquadModifier.objects.filter(pk=skill.pk).update(condition=f"{NAME} says so")
    assert "SquadModifier.condition" in places(NAME)
    assert olga.post(reverse("people-forgotten", args=[campaign.key, her.pk])).status_code == 302
    assert places(NAME) == set()
    assert audited(battle).is_clean


@pytest.mark.parametrize("field", ["source", "name", "condition", "who"])
def test_what_players_type_of_an_ability_is_no_word_of_the_rules(field):
    renaming = _Renaming(NAME, "Somebody", (), Where.ANYWHERE)
    assert renaming._anew([{field: f"{NAME}'s trick"}]) == [{field: "Somebody's trick"}]
