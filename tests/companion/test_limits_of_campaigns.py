"""What there may be in a campaign at once shuts out nobody later, and a whole campaign comes back from its file."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from companion.files import bringing_group, importing
from companion.files.exporting import campaign_file
from companion.models import Campaign, Member
from companion.models.campaign import new_key
from companion.services import members
from companion.services.demo import load_demo
from companion.services.refusals import Refusal
from companion.services.rosters import make_roster, put_away
from companion.views import files
from tests.companion.group import come, invited, link_to, organise
from tests.companion.playing import everything, text_of
from tests.companion.test_files_pages import send

pytestmark = pytest.mark.django_db

MOST = 3


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="A club of many years")


@pytest.fixture
def anna(campaign):
    return organise(campaign)


@pytest.fixture
def few(monkeypatch):
    """Few places, so that they are soon taken."""
    for where, name in ((members, "MOST_MEMBERS"), (bringing_group, "MOST_MEMBERS"), (bringing_group, "MOST_ROSTERS")):
        monkeypatch.setattr(where, name, MOST)


def forget(organiser, name):
    row = Member.objects.get(name=name)
    assert organiser.post(reverse("people-forgotten", args=[row.campaign.key, row.pk])).status_code == 302


def test_who_was_forgotten_leaves_their_place_to_others(campaign, anna, few):
    invited(campaign, "Ben")
    invited(campaign, "Cleo")
    link = link_to(anna, campaign)
    with pytest.raises(AssertionError, match=f"has {MOST} members at most"):
        come(link, "Dora")
    forget(anna, "Ben")
    come(link, "Dora")
    with pytest.raises(Refusal, match=f"{MOST} members at most"):
        members.add_by_name(campaign=campaign, name="Eve", role="player")


def test_a_file_with_more_who_were_forgotten_and_rosters_put_away_comes_back(campaign, anna, few):
    for name in ("Ben", "Cleo", "Dora"):
        invited(campaign, name)
        roster = make_roster(campaign=campaign, game="x_wing", name=name, owner=None, once=new_key(), who=name)
        put_away(roster=roster, who=name)
        forget(anna, name)
    make_roster(campaign=campaign, game="x_wing", name="Aces", owner=None, once=new_key(), who="Anna")
    data = campaign_file(campaign)
    assert campaign_file(importing.bring_in(data).campaign) == data


@pytest.mark.parametrize(("limit", "what"), [("MOST_MEMBERS", "members"), ("MOST_ROSTERS", "rosters")])
def test_a_file_with_more_than_there_may_be_is_refused(campaign, anna, monkeypatch, limit, what):
    make_roster(campaign=campaign, game="x_wing", name="Aces", owner=None, once=new_key(), who="Anna")
    data = campaign_file(campaign)
    monkeypatch.setattr(bringing_group, limit, 0)
    before = everything()
    with pytest.raises(Refusal, match=f"1 {what}; a campaign has 0 at most"):
        importing.bring_in(data)
    assert everything() == before


def test_a_campaign_of_any_number_of_battles_comes_back_by_the_command_and_a_page_takes_some(
    client, monkeypatch, tmp_path
):
    campaign = load_demo()
    battles = campaign.battles.count()
    monkeypatch.setattr(files, "MOST_BATTLES", battles - 1)
    path = tmp_path / "campaign.json"
    path.write_bytes(campaign_file(campaign))
    before = everything()
    answer = send(client, campaign, path.read_bytes())
    assert answer.status_code == 422
    told = f"has {battles} battles; this page takes {battles - 1} at most. The person who runs the app can bring it in."
    assert told in text_of(answer)
    assert everything() == before
    call_command("import_file", path)
    again = Campaign.objects.latest("pk")
    assert campaign_file(again) == path.read_bytes()
