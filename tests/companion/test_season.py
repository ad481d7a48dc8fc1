"""The season to click through: all games, battles in every state, the same each time, made in a few seconds."""

import re
from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.games.x_wing import season as x_wing_season
from companion.management import season as season_of
from companion.management.season import MEMBERS, PAIRS, load_season
from companion.models import Battle, Campaign, Deployment, Event, Homecoming, Member, Reply, Result, Roster, Verdict
from companion.queries.standings import standings_of
from companion.services.auditing import audited
from companion.services.leaving import leaving_of
from companion.sheets import stored
from companion.verdicts import State
from rules.games import GAMES
from rules.table import Source
from tests.companion.playing import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(scope="module")
def printed(rows_of_the_file):
    """What the command prints that makes the season."""
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.fixture
def season(printed):
    """The season, as every test finds it."""
    return Campaign.objects.get()


def told():
    """What a season comes to, without keys and times."""
    battles = Battle.objects.exclude(campaign=None).order_by("pk")
    events = Event.objects.filter(battle__in=battles).order_by("pk")
    return (
        [(battle.game, battle.name, battle.round, battle.over) for battle in battles],
        [(event.number, event.kind, event.headline, event.who) for event in events],
        list(Result.objects.order_by("pk").values_list("name", "how", "score", "state", "luck")),
    )


def test_it_has_battles_of_all_games_in_every_state_and_all_else_that_a_season_has(season):
    assert [member.name for member in Member.objects.filter(campaign=season)] == list(MEMBERS)
    battles = Battle.objects.filter(campaign=season)
    assert Counter(battles.values_list("game", flat=True)) == dict.fromkeys(GAMES, len(PAIRS))
    assert all(battles.values_list("started", flat=True))
    assert set(battles.filter(over=False).values_list("game", flat=True)) == set(GAMES), "one of each game is running"
    for game in GAMES:
        states = set(Result.objects.filter(battle__game=game).values_list("state", flat=True))
        assert states == {State.CONFIRMED, State.DISPUTED, State.OPEN}, game
    assert Counter(Roster.objects.values_list("owner__name", flat=True)) == dict.fromkeys(MEMBERS, len(GAMES))
    assert Deployment.objects.count() == 2 * battles.count()
    confirmed = Result.objects.filter(state=State.CONFIRMED).values("battle").distinct().count()
    assert Homecoming.objects.count() == 2 * confirmed
    assert all(Result.objects.values_list("luck", flat=True)), "each side has rolled"


def test_it_was_played_and_nothing_of_it_was_written_as_a_result(season):
    for battle in Battle.objects.exclude(campaign=None):
        found = audited(battle)
        assert [*found.differs, *found.cannot_run] == []
        assert Event.objects.filter(battle=battle, kind="attack").exists()
        assert Reply.objects.filter(declaration__battle=battle).exists()


def test_it_is_the_same_each_time_and_made_once(season, monkeypatch):
    before = told()
    assert load_season() == season
    assert told() == before
    monkeypatch.setattr(season_of, "PAIRS", season_of.PAIRS[:1])
    # The numbers that a battle is played by are the same however long it is.
    monkeypatch.setattr(x_wing_season, "STEPS", season_of.STEPS)
    made = []
    for _ in range(2):
        Campaign.objects.all().delete()
        load_season()
        made.append(told())
    assert made[0] == made[1]


def test_luck_of_typed_dice_and_of_those_of_the_app_is_seen_apart_in_battles_of_all_games_and_by_person(season):
    in_part = Battle.objects.filter(campaign=season, name="The old mill")
    dora = reverse("member", args=[season.key, Member.objects.get(name="Dora").pk])
    client = Client()
    pages = {battle.get_absolute_url(): "Dora’s side" for battle in in_part}  # noqa: RUF001  (as it stands on pages)
    for page, whose in {**pages, dora: "Dora"}.items():
        told = text_of(client.get(page))
        assert f"{whose}, dice typed in" in told, page
        assert f"{whose}, the app's dice" in told, page
    assert in_part.count() == len(GAMES)
    typed = Reply.objects.filter(declaration__battle__name="The ford", source=Source.ROLLED)
    assert not typed.exists(), "the players of the first battles brought dice"


def test_it_was_played_within_weeks_as_a_group_meets(season):
    now = timezone.now()
    assert now - timedelta(days=36) < season.created < now - timedelta(days=34)
    for game in GAMES:
        first, second, third, waits, goes_on = Battle.objects.filter(campaign=season, game=game).order_by("pk")
        assert first.created - season.created > timedelta(days=1)
        assert second.created - first.ended > timedelta(days=7)
        assert third.created - second.ended > timedelta(days=5)
        assert waits.created - third.ended > timedelta(days=2)
        assert now - waits.ended < timedelta(hours=season.accepted_after), "it still waits for an answer"
        assert now - goes_on.created < timedelta(hours=1)
    for battle in Battle.objects.filter(campaign=season):
        times = [battle.created, *_times(Event, battle=battle), *_times(Reply, declaration__battle=battle)]
        times += [*_times(Verdict, battle=battle), *([battle.ended] if battle.ended else [])]
        assert max(times) - min(times) < timedelta(hours=1), "an evening is one evening"
        assert set(Result.objects.filter(battle=battle).values_list("ended", flat=True)) <= {battle.ended}
    assert len({battle.created.date() for battle in Battle.objects.filter(campaign=season)}) >= 10


def _times(model, **of):
    return list(model.objects.filter(**of).values_list("when", flat=True))


def test_somebody_leads_the_standings_of_every_game_that_knows_winners(season):
    for standing in standings_of(season):
        won = [line.tally.won for line in standing.lines]
        assert standing.has_winners is (max(won) > 0), standing.game


def test_in_x_wing_ships_are_lost_and_points_scored(season):
    for battle in Battle.objects.filter(game="x_wing", over=True):
        assert max(Result.objects.filter(battle=battle).values_list("score", flat=True)) > 0, battle
        assert any(not piece.standing for piece in stored(battle).sheet.pieces), battle


def test_what_stands_in_a_roster_comes_from_no_battle(season):
    """The demo's pieces are in the middle of one: they have attacked, and rolled for their defence."""
    for roster in Roster.objects.filter(campaign=season):
        rested = leaving_of(roster.game).rested
        pieces = stored(roster.holder).sheet.pieces
        assert [rested(piece) for piece in pieces] == list(pieces), roster


def test_the_command_tells_where_it_is_and_lets_somebody_in_as_each_member(printed, season):
    page, as_anna, as_others = re.findall(r"(/[cj]/\S+)", printed)
    assert page == season.get_absolute_url()
    anna, client = Client(), Client()
    assert anna.post(as_anna).status_code == 302
    assert "Invite people" in anna.get(reverse("people", args=[season.key])).content.decode()
    ben, *others = (Member.objects.get(name=name) for name in MEMBERS[1:])
    for other in others:
        assert Client().post(as_others, {"member": other.pk}).status_code == 302
    assert client.post(as_others, {"member": ben.pk}).status_code == 302
    for address in (page, f"{page}standings/", f"{page}rosters/", reverse("member", args=[season.key, ben.pk])):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "Ben" in answer.content.decode()
    for battle in Battle.objects.filter(campaign=season):
        assert client.get(battle.get_absolute_url()).status_code == 200
