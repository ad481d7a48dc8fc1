"""Two taps or three on what changes a campaign, its people, its rosters or a battle as a whole do what one does."""

import re
import time

import pytest
from playwright.sync_api import expect

from companion.models import (
    Battle,
    Campaign,
    Event,
    Homecoming,
    Invitation,
    Member,
    MemberDevice,
    Roster,
    Side,
    Verdict,
)
from companion.models.campaign import new_key
from companion.services.building import start_battle
from companion.services.demo import load_demo_battle
from rules.games import GAMES
from tests.browser.finger import pick_game
from tests.browser.hand import tap_together
from tests.browser.test_double_taps_elsewhere import FRESH, hands, heading, said, tap
from tests.companion.rosters import built
from tests.companion.season import battle_of, end

__all__ = ["hands"]

GAME = "gods_gloom"


@pytest.fixture
def campaigns(hands):
    """A campaign for each hand, which its device has opened and so organises."""
    made = [Campaign.objects.create(name=f"Season {number}") for number, _ in enumerate(hands)]
    open_all(hands, made)
    return made


def open_all(hands, made, page=""):
    for hand, one in zip(hands, made, strict=True):
        hand.page.goto(one.get_absolute_url() + page)
        hand.is_free()


def over(campaigns):
    battles = [battle_of(campaign) for campaign in campaigns]
    for battle in battles:
        end(battle, 1, 3)
    return battles


def events(battles):
    return [Event.objects.filter(battle=battle).count() for battle in battles]


def test_a_roster_is_made_once(hands, campaigns):
    open_all(hands, campaigns, "rosters/")
    for hand in hands:
        hand.page.get_by_label("Name of the roster").fill("Veterans")
        pick_game(hand.page, GAME)
    tap(hands, "Build it", lambda page: page.locator("#setup"))
    assert [campaign.rosters.count() for campaign in campaigns] == [1 for _ in hands]
    assert events(Battle.objects.filter(roster__isnull=False)) == [1 for _ in hands]


def test_a_roster_is_copied_once(hands, campaigns):
    for campaign in campaigns:
        built(campaign, GAME)
    open_all(hands, campaigns, "rosters/")
    tap(hands, re.compile("^Duplicate"), heading("Veterans 2"))
    assert [campaign.rosters.count() for campaign in campaigns] == [2 for _ in hands]


def test_a_roster_that_is_put_away_stays_away_and_comes_back_as_surely(hands, campaigns):
    rosters = [built(campaign, GAME) for campaign in campaigns]
    open_all(hands, campaigns, "rosters/")
    tap(hands, re.compile("^Put away"), lambda page: page.get_by_role("button", name=re.compile("^Bring back")))
    assert Roster.objects.exclude(put_away=None).count() == len(rosters)
    tap(hands, re.compile("^Bring back"), lambda page: page.get_by_role("button", name=re.compile("^Put away")))
    assert not Roster.objects.exclude(put_away=None).exists()


def test_a_roster_on_its_own_page_too(hands, campaigns):
    rosters = [built(campaign, GAME) for campaign in campaigns]
    open_all(hands, rosters)
    tap(hands, "Put away", lambda page: page.get_by_role("button", name="Bring back"))
    assert Roster.objects.exclude(put_away=None).count() == len(rosters)


def test_a_roster_is_taken_into_a_battle_once(hands, campaigns):
    rosters = [built(campaign, GAME) for campaign in campaigns]
    battles = [
        start_battle(campaign=campaign, game=GAME, name="The gate", sides=("Red", "Blue"), once=new_key(), who="Anna")
        for campaign in campaigns
    ]
    open_all(hands, battles, "setup/")
    tap(hands, re.compile("^Veterans"), said("Veterans"))
    assert len({battle.pieces.count() for battle in battles}) == 1
    assert [roster.deployments.count() for roster in rosters] == [1 for _ in hands]


def test_a_side_is_kept_once(hands, campaigns):
    battles = [load_demo_battle(campaign, GAMES[GAME]) for campaign in campaigns]
    Battle.objects.filter(pk__in=[battle.pk for battle in battles]).update(over=True)
    open_all(hands, battles, "home/")
    tap(hands, re.compile("as it began"), lambda page: page.locator(".roster-sheet"))
    assert [campaign.rosters.count() for campaign in campaigns] == [1 for _ in hands]


def test_pieces_come_home_once(hands, campaigns):
    battles = []
    for campaign in campaigns:
        built(campaign, GAME)
        battle = start_battle(
            campaign=campaign, game=GAME, name="The gate", sides=("Red", "Blue"), once=new_key(), who="Anna"
        )
        battles.append(battle)
    open_all(hands, battles, "setup/")
    tap(hands, re.compile("^Veterans"), said("Veterans"))
    Battle.objects.filter(pk__in=[battle.pk for battle in battles]).update(started=True, over=True)
    open_all(hands, battles, "home/")
    before = events(battles)
    tap(hands, "Bring them home", lambda page: page.get_by_text("Said by"))
    assert Homecoming.objects.count() == len(hands)
    assert all(after - earlier <= 1 for earlier, after in zip(before, events(battles), strict=True))


def found(hands, campaigns):
    """The organiser of each campaign, on the device of a hand."""
    open_all(hands, campaigns, "people/")
    for hand in hands:
        hand.page.get_by_label("Your name").fill("Olga")
    tap(hands, "Organise this campaign", lambda page: page.get_by_text("organiser, this device"))


def test_a_group_is_founded_once(hands, campaigns):
    found(hands, campaigns)
    assert Member.objects.count() == MemberDevice.objects.count() == len(hands)


def test_a_link_is_made_once_and_taken_back_once(hands, campaigns):
    found(hands, campaigns)
    tap(hands, "Make a link", lambda page: page.locator(".qr svg"))
    assert Invitation.objects.count() == len(hands)
    open_all(hands, campaigns, "people/")
    tap(hands, re.compile("^Cancel the link"), heading("People"))
    assert Invitation.objects.filter(withdrawn=True).count() == Invitation.objects.count() == len(hands)


def test_whoever_joins_joins_once(hands, campaigns, tablet):
    found(hands, campaigns)
    addresses = []
    for hand in hands:
        hand.is_free()
        hand.page.get_by_role("button", name="Make a link").tap()
        addresses.append(hand.page.locator(".address").inner_text())
        hand.page.context.clear_cookies()
        hand.page.goto(addresses[-1])
        hand.page.get_by_label("Your name").fill("Anna")
    tap(hands, "Join", lambda page: page.locator(".members", has_text="Anna player"))
    assert [sorted(campaign.members.values_list("name", flat=True)) for campaign in campaigns] == [
        ["Anna", "Olga"] for _ in hands
    ]
    assert {invitation.used for invitation in Invitation.objects.all()} == {1}


def test_a_seat_that_is_taken_is_not_left(hands, campaigns):
    found(hands, campaigns)
    Member.objects.update(role="player")
    battles = [load_demo_battle(campaign, GAMES[GAME]) for campaign in campaigns]
    open_all(hands, battles, "setup/")
    tap(hands, "Take the seat", lambda page: page.get_by_role("button", name="Leave the seat"))
    assert Side.objects.exclude(player=None).count() == len(hands)
    time.sleep(FRESH)
    tap(hands, "Leave the seat", lambda page: page.get_by_role("button", name="Take the seat"))
    assert not Side.objects.exclude(player=None).exists()


def test_a_battle_is_called_something_else_once(hands, campaigns):
    battles = [load_demo_battle(campaign, GAMES[GAME]) for campaign in campaigns]
    open_all(hands, battles, "keep/")
    for hand in hands:
        hand.page.get_by_label("Name", exact=True).fill("The last gate")
    before = events(battles)
    tap(hands, "Rename it", heading("The last gate"))
    assert events(battles) == [count + 1 for count in before]


def test_a_battle_in_the_archive_stays_there_and_comes_out_as_surely(hands, campaigns):
    battles = [load_demo_battle(campaign, GAMES[GAME]) for campaign in campaigns]
    open_all(hands, battles, "keep/")
    into, out = "Put it into the archive", "Take it out of the archive"
    for words, next_words, archived in ((into, out, len(hands)), (out, into, 0)):
        tap(hands, words, lambda page, name=next_words: page.get_by_role("button", name=name))
        assert Battle.objects.exclude(archived=None).count() == archived


def test_a_battle_is_copied_once(hands, campaigns):
    battles = [load_demo_battle(campaign, GAMES[GAME]) for campaign in campaigns]
    open_all(hands, battles, "keep/")
    tap(hands, "Make a copy", lambda page: page.locator("#battle"))
    assert [campaign.battles.count() for campaign in campaigns] == [2 for _ in hands]


def test_a_battle_that_is_deleted_stays_deleted_and_comes_back_as_surely(hands, campaigns):
    battles = [load_demo_battle(campaign, GAMES[GAME]) for campaign in campaigns]
    open_all(hands, battles, "keep/")
    tap(hands, "Delete the battle", heading("Archive"))
    assert Battle.objects.exclude(deleted=None).count() == len(hands)
    tap(hands, re.compile("^Restore "), lambda page: page.locator("#battle"))
    assert not Battle.objects.exclude(deleted=None).exists()


def test_a_result_is_disputed_once(hands, campaigns):
    battles = over(campaigns)
    open_all(hands, battles)
    for hand in hands:
        hand.page.locator(".result-of summary").first.tap()
        hand.page.locator(".result-of [name=note]").fill("It was a draw.")
    tap(hands, "Dispute the result", lambda page: page.locator(".result-of", has_text="disputed"))
    assert Verdict.objects.filter(agrees=False).count() == len(hands)


def test_a_door_is_opened_once_and_its_code_stays_as_it_was_said(hands, campaigns):
    found(hands, campaigns)
    open_all(hands, campaigns, "people/")
    tap(hands, "Open the door", lambda page: page.locator(".code-to-say"))
    assert Invitation.objects.exclude(salt="").count() == len(hands)
    assert not Invitation.objects.filter(withdrawn=True).exists()


def test_nobody_is_forgotten_by_a_tap_that_runs_through_and_one_tap_forgets_one(hands, campaigns):
    found(hands, campaigns)
    for campaign in campaigns:
        Member.objects.create(campaign=campaign, name="Wilma")
    open_all(hands, campaigns, "people/")
    for hand in hands:
        hand.is_free()
        hand.page.locator(".people .person-more summary").last.tap()
        hand.aim(hand.page.get_by_role("link", name="Forget Wilma for good"))
    tap_together(hands)
    for hand in hands:
        expect(hand.page.get_by_role("heading", name="Forget Wilma", exact=True)).to_be_attached()
    time.sleep(FRESH)
    assert not Member.objects.exclude(forgotten=None).exists()
    tap(hands, "Forget Wilma for good", heading("People"))
    assert Member.objects.exclude(forgotten=None).count() == len(hands)
