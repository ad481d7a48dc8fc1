"""The standings of a campaign: added up from its battles each time, so that a correction puts them right by itself."""

import re
from dataclasses import replace
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.models import Campaign, Member, Result, Side
from companion.queries import campaign_page, of_late
from companion.queries.luck_view import luck_of_member
from companion.queries.member_page import between, member_page
from companion.queries.of_late import NOT_OF_LATE, player_of
from companion.queries.standings import leaders, lines, names_of, scheme_in, season, standings_of
from companion.services.auditing import audited
from companion.services.catching_up import keep_after_migrating
from companion.services.demo import load_demo
from rules.games import GAMES
from rules.results import How, SideResult
from rules.standings.schemes import SCHEMES
from rules.standings.tallies import Tally, tallied
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, sheet_of, store, text_of
from tests.companion.season import battle_of, correct, end

pytestmark = pytest.mark.django_db

PLAYERS = ("Anna", "Ben", "Cleo")


def group(name):
    """A campaign that Olga organises, and in which three play; with the device of each."""
    campaign = Campaign.objects.create(name=name)
    return campaign, {"Olga": organise(campaign, name="Olga")} | {who: invited(campaign, who) for who in PLAYERS}


def player(campaign, name):
    return Member.objects.get(campaign=campaign, name=name)


def play(campaign, devices, one, other, *points):
    """A battle between two, ended by the first and confirmed by the other."""
    battle = battle_of(campaign)
    for side, name in zip(battle.sides.all(), (one, other), strict=True):
        Side.objects.filter(pk=side.pk).update(player=player(campaign, name))
    device = end(battle, *points, client=devices[one])
    other = Device(battle, devices[other])
    assert other.post("answer", agrees="yes", seen=other.seen).status_code == 302
    return device


def told(campaign):
    return [
        (game.game.slug, [(line.place, line.name, line.tally) for line in game.lines])
        for game in standings_of(campaign)
    ]


def statistics(campaign):
    """What the pages of all players tell, without what the rows are called by."""
    return [told_of(member_page(campaign, player(campaign, name))) for name in PLAYERS]


def told_of(page):
    def one(played):
        return played and (played.result.how, played.result.score, played.result.rival, played.against)

    against = [(one.name, one.tally) for one in page.against]
    return (page.by_game, against, [*map(one, page.latest)], page.pieces, one(page.best), one(page.worst))


SEASON = (("Anna", "Ben", 3, 1), ("Ben", "Cleo", 2, 2), ("Cleo", "Anna", 0, 4), ("Anna", "Ben", 1, 5))


@pytest.mark.parametrize("scheme", [scheme.slug for scheme in SCHEMES])
def test_a_season_with_a_corrected_battle_is_the_one_that_was_right_from_the_start(scheme):
    right, devices = group("Right from the start")
    for battle in SEASON:
        play(right, devices, *battle)
    wrong, devices = group("Corrected")
    played = [play(wrong, devices, *SEASON[0][:2], 0, 6)]
    played += [play(wrong, devices, *battle) for battle in SEASON[1:]]
    Campaign.objects.update(scheme=scheme)
    right.refresh_from_db()
    wrong.refresh_from_db()
    assert told(wrong) != told(right)
    assert statistics(wrong) != statistics(right)
    correct(played[0], *SEASON[0][2:])
    assert told(wrong) == told(right)
    assert statistics(wrong) == statistics(right)
    assert played[0].undo().status_code == 302
    assert told(wrong) != told(right)


def test_a_draw_that_the_players_name_counts_as_a_tie_and_so_does_one_of_an_earlier_version():
    campaign, devices = group("A season")
    sheet = replace(GAMES["airsoft_squads"].demo.battle, started=True)
    battle, _ = store(sheet, campaign, "The yard")
    for side, name in zip(battle.sides.all(), ("Anna", "Ben"), strict=True):
        Side.objects.filter(pk=side.pk).update(player=player(campaign, name))
    device = Device(battle, devices["Anna"])
    assert device.declare("finish").status_code == 302
    assert device.choose("draw").status_code == 302
    assert device.apply().status_code == 302
    other = Device(battle, devices["Ben"])
    assert other.post("answer", agrees="yes", seen=other.seen).status_code == 302
    draw = [("airsoft_squads", [(1, name, Tally(played=1, tied=1)) for name in ("Anna", "Ben")])]
    assert told(campaign) == draw
    Result.objects.update(how=How.ENDED)
    assert told(campaign) != draw
    keep_after_migrating()
    assert told(campaign) == draw


def test_what_the_database_adds_up_is_the_fold_of_the_results():
    campaign, _ = group("A season")
    random = Random(7)
    members = [None, *campaign.members.all()]
    for _ in range(12):
        battle = battle_of(campaign)
        end(battle, random.randrange(4), random.randrange(4))
        for side in battle.sides.all():
            Result.objects.filter(side=side).update(player=random.choice(members), state="confirmed")
    results = [
        (player_of(row), SideResult("", How(row.how), row.score, row.rival)) for row in Result.objects.order_by("?")
    ]
    found, waiting = season(campaign)
    assert found == {"gods_gloom": tallied(results)}
    assert waiting == {}
    (shown,) = standings_of(campaign)
    alone = tuple(line._replace(late=NOT_OF_LATE) for line in shown.lines)
    assert alone == lines(tallied(results), scheme_in(campaign, "gods_gloom"), names_of(campaign))


def test_the_page_shows_places_and_leads_to_the_members():
    campaign, devices = group("A season")
    for battle in SEASON[:3]:
        play(campaign, devices, *battle)
    page = text_of(devices["Ben"].get(reverse("standings", args=[campaign.key])))
    assert page.index("Anna</a>") < page.index("Ben</a>")
    assert reverse("member", args=[campaign.key, player(campaign, "Anna").pk]) in page
    assert "/standings/by/" not in page
    assert reverse("standings", args=[campaign.key]) in text_of(devices["Ben"].get(campaign.get_absolute_url()))


def late_in(campaign):
    """How the last battles of everybody ended, and the colours and emblems that they had, by their names."""
    (shown,) = standings_of(campaign)
    assert leaders(campaign).lines == shown.lines
    looks = {line.name: (line.late.look.colour, line.late.look.emblem) for line in shown.lines if line.late.look}
    return {line.name: [how.value for how in line.late.hows] for line in shown.lines}, looks


def test_every_line_shows_how_the_last_battles_ended_the_newest_last():
    campaign, devices = group("A season")
    for own, other in ((1, 0), (2, 2), (0, 3), (0, 1), (2, 1), (0, 1), (3, 3)):
        play(campaign, devices, "Anna", "Ben", own, other)
    play(campaign, devices, "Ben", "Cleo", 5, 1)
    hows, _ = late_in(campaign)
    assert hows == {
        "Anna": ["tied", "lost", "lost", "won", "lost", "tied"],
        "Ben": ["won", "won", "lost", "won", "tied", "won"],
        "Cleo": ["lost"],
    }
    page = text_of(devices["Ben"].get(reverse("standings", args=[campaign.key])))
    assert '<span class="visually-hidden">tied, lost, lost, won, lost, tied</span>' in page
    assert '<i class="is-tied" aria-hidden="true">T</i>' in page


def test_every_line_has_the_colour_and_the_emblem_of_the_last_battle():
    campaign, devices = group("A season")
    for colour, emblem in (("rose", "hawk"), ("teal", "peaks")):
        battle = play(campaign, devices, "Anna", "Ben", 3, 1).battle
        Side.objects.filter(battle=battle, player=player(campaign, "Anna")).update(colour=colour, emblem=emblem)
    _, looks = late_in(campaign)
    assert looks["Anna"] == ("teal", "peaks")
    assert looks["Ben"] != looks["Anna"]
    page = text_of(devices["Ben"].get(reverse("standings", args=[campaign.key])))
    assert re.search(r'<span class="doer" data-side="teal"><svg[^>]*><use href="[^"]*#em-peaks"', page)


def test_the_page_of_the_campaign_reads_the_sides_of_its_battles_once(monkeypatch):
    campaign, devices = group("A season")
    play(campaign, devices, "Anna", "Ben", 3, 1)
    play(campaign, devices, "Cleo", "Ben", 3, 1)
    page = campaign.get_absolute_url()
    with CaptureQueriesContext(connection) as asked:
        shown = devices["Ben"].get(page).context["leaders"]
    assert len([query for query in asked if 'FROM "companion_side"' in query["sql"]]) == 1
    monkeypatch.setattr(campaign_page, "AT_ONCE", 1)
    assert devices["Ben"].get(page).context["leaders"] == shown == leaders(campaign)


def test_whoever_has_not_played_of_late_has_no_form_and_no_emblem(monkeypatch):
    campaign, devices = group("A season")
    play(campaign, devices, "Anna", "Ben", 3, 1)
    play(campaign, devices, "Cleo", "Ben", 3, 1)
    monkeypatch.setattr(of_late, "READ", 2)
    hows, looks = late_in(campaign)
    assert hows == {"Anna": [], "Cleo": ["won"], "Ben": ["lost"]}
    assert set(looks) == {"Cleo", "Ben"}
    assert "none of late" in text_of(devices["Ben"].get(reverse("standings", args=[campaign.key])))


def test_a_side_that_nobody_plays_has_its_own_form_and_emblem():
    campaign = Campaign.objects.create(name="Without names")
    battle = battle_of(campaign)
    end(battle, 3, 1)
    Result.objects.update(state="confirmed")
    Side.objects.filter(battle=battle, seat=2).update(colour="teal", emblem="sun")
    hows, looks = late_in(campaign)
    first, second = battle.sides.all()
    assert hows == {first.name: ["won"], second.name: ["lost"]}
    assert looks[second.name] == ("teal", "sun")


def test_battles_that_wait_are_told_of_and_do_not_count():
    campaign, devices = group("A season")
    end(battle_of(campaign, "Anna", "Ben"), 3, 1, client=devices["Anna"])
    page = text_of(devices["Ben"].get(reverse("standings", args=[campaign.key])))
    assert "1 battle is not in it yet: its result is not settled." in page
    assert "Anna</a>" not in page


def test_an_organiser_chooses_how_they_are_made():
    campaign, devices = group("A season")
    page = devices["Olga"].get(reverse("standings", args=[campaign.key]))
    form = form_to(page, "/standings/by/")
    chosen = {**form["fields"], "scheme": "margin", "hours": "24"}
    assert devices["Olga"].post(form["action"], chosen).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.scheme, campaign.accepted_after) == ("margin", 24)


@pytest.mark.parametrize("wrong", [{"scheme": "luck"}, {"hours": "5"}, {"hours": ""}, {"hours": "x"}, {"scheme": ""}])
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(wrong):
    campaign, devices = group("A season")
    address = reverse("standings-by", args=[campaign.key])
    before = everything()
    assert devices["Olga"].post(address, {"scheme": "wins", "hours": "24"} | wrong).status_code == 422
    assert devices["Anna"].post(address, {"scheme": "wins", "hours": "24"}).status_code == 403
    assert everything() == before


def test_pages_take_as_many_queries_for_one_battle_as_for_twelve():
    campaign, devices = group("A season")
    anna = player(campaign, "Anna")
    addresses = [reverse("standings", args=[campaign.key]), reverse("member", args=[campaign.key, anna.pk])]
    counts = []
    for battles in (1, 11):
        for number in range(battles):
            play(campaign, devices, "Anna", "Ben", number % 5, 2)
        for address in addresses:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert devices["Anna"].get(address).status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
    assert max(counts) <= 12


def test_the_page_of_a_member():
    campaign, devices = group("A season")
    for battle in SEASON:
        play(campaign, devices, *battle)
    page = " ".join(text_of(devices["Ben"].get(reverse("member", args=[campaign.key, member("Anna").pk]))).split())
    assert "Gods Gloom</th><td>3</td><td>2</td><td>0</td><td>1</td><td>8</td><td>2</td>" in page
    assert "Ben</a></th><td>1</td><td>0</td><td>1</td><td>2</td>" in page
    assert "Cleo</a></th><td>1</td><td>0</td><td>0</td><td>1</td>" in page
    assert page.count("<b>won ") == 3, "two of the last ten and the best hour"
    best = page[page.index("Won by the most") : page.index("Lost by the most")]
    assert "won 4 to 0" in best
    worst = page[page.index("Lost by the most") : page.index("Favourite pieces")]
    assert "lost 1 to 5" in worst
    assert "in 2 battles" in page[page.index("Favourite pieces") :]


def test_the_best_and_the_worst_roll_of_a_member_are_told_by_their_odds_in_games_without_points_too():
    campaign, devices = group("A season")
    for name, luck in (
        ("The gate", [["rolled", 100, 20, 216], ["entered", 0, 1, 216], ["entered", 0, 1, 40]]),
        ("The ford", [["rolled", 35, 1, 36], ["rolled", 1, 1, 36], ["entered", 19, 1, 20]]),
    ):
        end(battle := battle_of(campaign, "Anna", name=name), 1, 1)
        Result.objects.filter(battle=battle, player=member("Anna")).update(
            luck=luck, game="troops_and_supplies", state="confirmed"
        )
    page = " ".join(text_of(devices["Ben"].get(reverse("member", args=[campaign.key, member("Anna").pk]))).split())
    best = page[page.index("The best roll") : page.index("The worst roll")]
    assert "<b>1 roll in 216</b> is as good, dice typed in" in best
    assert "The gate" in best
    worst = page[page.index("The worst roll") :]
    assert "<b>1 roll in 36</b> is as bad, the app" in worst
    assert "The ford" in worst
    Result.objects.update(luck=[["rolled", 10, 1, 20]])
    page = text_of(devices["Ben"].get(reverse("member", args=[campaign.key, member("Anna").pk])))
    assert "The best roll" not in page
    assert "The worst roll" not in page
    assert "Only dice are counted, no cards or lots that are drawn; what is chosen is left to no chance." in page


@pytest.mark.parametrize(
    ("own", "other", "between_them"),
    [
        (How.WON, How.LOST, How.WON),
        (How.LOST, How.WON, How.LOST),
        (How.LOST, How.LOST, How.ENDED),
        (How.TIED, How.TIED, How.TIED),
        (How.TIED, How.LOST, How.WON),
        (How.LOST, How.TIED, How.LOST),
        (How.ENDED, How.ENDED, How.ENDED),
    ],
)
def test_head_to_head_two_who_have_both_lost_have_not_beaten_each_other(own, other, between_them):
    assert between(own, other) is between_them


def test_whoever_has_every_side_has_neither_won_nor_lost_and_the_sides_are_told_by_their_names():
    campaign, devices = group("A season")
    end(battle_of(campaign, "Anna", "Anna"), 3, 1, client=devices["Anna"])
    won, lost = Tally(played=1, won=1, points=3, against=1), Tally(played=1, lost=1, points=1, against=3)
    sides = [("gods_gloom", [(1, "Ashen Horde", won), (2, "Unliving Host", lost)])]
    assert told(campaign) == sides
    page = member_page(campaign, player(campaign, "Anna"))
    assert (page.by_game, page.latest, page.against) == ((), (), ())
    Result.objects.update(player=player(campaign, "Anna"))
    assert told(campaign) != sides, "as an earlier version kept it"
    keep_after_migrating()
    assert told(campaign) == sides


def of_three(campaign, *players):
    """A battle of three armies, each played by a member of that name or, where it is empty, by nobody."""
    sheet = GAMES["gods_gloom"].demo.battle
    first, second = (replace(army, soulshards=0, score=0) for army in sheet.armies)
    armies = (first, second, replace(second, key="third", name="The Third"))
    battle, _ = store(replace(sheet, armies=armies, started=True, over=False), campaign, "The crossroads")
    for side, name in zip(battle.sides.all(), players, strict=True):
        Side.objects.filter(pk=side.pk).update(player=player(campaign, name) if name else None)
    return battle


def test_whoever_has_two_sides_of_three_has_played_one_battle():
    campaign, devices = group("A season")
    device = end(battle := of_three(campaign, "Anna", "Ben", "Anna"), 3, 1, 2, client=devices["Anna"])
    assert Device(battle, devices["Ben"]).post("answer", agrees="yes", seen=device.seen).status_code == 302
    won, lost = Tally(played=1, won=1, points=3, against=1), Tally(played=1, lost=1, points=1, against=3)
    right = [("gods_gloom", [(1, "Anna", won), (2, "Ben", lost)])]
    assert told(campaign) == right
    page = member_page(campaign, player(campaign, "Anna"))
    assert [(name, tally) for name, tally, _ in page.by_game] == [(GAMES["gods_gloom"].name, won)]
    assert [(one.name, one.tally) for one in page.against] == [("Ben", won)]
    assert [one.against for one in page.latest] == [("Ben",)]
    other = member_page(campaign, player(campaign, "Ben"))
    assert [(one.name, one.tally) for one in other.against] == [("Anna", lost)]
    assert [one.against for one in other.latest] == [("Anna",)]
    hows, _ = late_in(campaign)
    assert hows == {"Anna": ["won"], "Ben": ["lost"]}
    assert audited(battle).is_clean
    # As an earlier version kept it: a row for each side.
    third = battle.sides.get(name="The Third")
    row = Result.objects.get(player=player(campaign, "Anna"))
    row.pk, row.side, row.how, row.score, row.rival, row.luck = None, third, How.LOST, 2, 3, []
    row.save()
    assert told(campaign) != right
    keep_after_migrating()
    assert told(campaign) == right


def test_whoever_has_the_two_sides_that_tie_has_won_against_the_third():
    campaign, devices = group("A season")
    device = end(battle := of_three(campaign, "Anna", "Ben", "Anna"), 3, 1, 3, client=devices["Anna"])
    assert Device(battle, devices["Ben"]).post("answer", agrees="yes", seen=device.seen).status_code == 302
    ((_, lines_),) = told(campaign)
    assert [(name, tally.won, tally.tied, tally.lost) for _, name, tally in lines_] == [
        ("Anna", 1, 0, 0),
        ("Ben", 0, 0, 1),
    ]


@pytest.mark.parametrize(("scores", "first", "pale"), [((3, 1, 2), "Ashen Horde won", 2), ((3, 1, 3), "tied", 1)])
def test_the_battles_of_a_campaign_tell_each_side_whoever_plays_several(scores, first, pale):
    campaign, devices = group("A season")
    end(of_three(campaign, "Anna", "Ben", "Anna"), *scores, client=devices["Anna"])
    (board,) = campaign_page.scoreboards(campaign, "").object_list
    assert first in board.state
    assert [side.pale for side in board.sides].count(True) == pale


def test_two_sides_that_nobody_plays_are_two_all_the_same():
    campaign, devices = group("A season")
    end(of_three(campaign, "", "Ben", ""), 3, 1, 2, client=devices["Ben"])
    ((_, lines_),) = told(campaign)
    assert [(name, tally.played) for _, name, tally in lines_] == [("Ashen Horde", 1), ("Ben", 1), ("The Third", 1)]


def test_the_luck_of_two_sides_of_one_player_is_told_apart_on_the_page_of_the_battle(monkeypatch):
    campaign, devices = group("A season")
    battle = of_three(campaign, "Anna", "Ben", "Anna")
    fell = {side.key: [["rolled", 1, 1, 36]] for side in sheet_of(battle).sides}
    monkeypatch.setattr("companion.services.results.luck_in", lambda battle: fell)
    monkeypatch.setattr("companion.queries.luck_view.luck_in", lambda battle: fell)
    device = end(battle, 3, 1, 2, client=devices["Anna"])
    page = text_of(device.get())
    for side in battle.sides.all():
        assert f'<th scope="row">{side.name}, the app\'s dice</th><td>1</td>' in page, side
        assert device.client.get(reverse("battle-luck", args=[battle.key, side.pk, "app"])).status_code == 200
    (anna,) = Result.objects.filter(player=player(campaign, "Anna"))
    assert len(anna.luck) == 2
    assert len(anna.pieces) == len({*anna.pieces})
    (view,) = luck_of_member(campaign, player(campaign, "Anna"))
    assert view.luck.rolls == 2


def test_nobody_and_a_member_without_results():
    campaign, devices = group("A season")
    page = devices["Anna"].get(reverse("member", args=[campaign.key, member("Cleo").pk]))
    assert "No result of Cleo counts yet." in text_of(page)
    assert devices["Anna"].get(reverse("member", args=[campaign.key, 99_999])).status_code == 404
    other = load_demo() or Campaign.objects.create(name="Another")
    assert devices["Anna"].get(reverse("member", args=[other.key, member("Cleo").pk])).status_code == 404


def test_somebody_who_is_gone_leaves_the_name_of_the_side():
    campaign, devices = group("A season")
    play(campaign, devices, *SEASON[0])
    side = Side.objects.get(player=member("Anna")).name
    member("Anna").delete()
    ((_, shown),) = told(campaign)
    assert {name for _, name, _ in shown} == {side, "Ben"}
