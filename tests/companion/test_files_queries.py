"""How many queries the file of a campaign takes: no more where more was played in it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.files import gathering
from companion.files.exporting import campaign_file
from companion.management import season as season_of
from companion.management.season import load_season
from companion.models import Battle, Campaign
from rules.games import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MOST = 21


def queries(campaign):
    """How many queries its file takes, and the file."""
    with CaptureQueriesContext(connection) as asked:
        data = campaign_file(campaign)
    return len(asked), data


def season(monkeypatch, pairs):
    """So many battles of a game, finished ones that were confirmed, disputed and came home, and one that goes on."""
    Campaign.objects.all().delete()
    with monkeypatch.context() as patch:
        patch.setattr(season_of, "GAMES", {"gods_gloom": GAMES["gods_gloom"]})
        patch.setattr(season_of, "PAIRS", season_of.PAIRS[:pairs])
        return load_season()


def test_they_are_the_same_however_many_battles_a_campaign_has(monkeypatch):
    few = season(monkeypatch, 2)
    before, _ = queries(few)
    assert Battle.objects.filter(campaign=few).count() == 2
    many = season(monkeypatch, 4)
    assert Battle.objects.filter(campaign=many).count() == 4
    asked, _ = queries(many)
    assert asked == before <= MOST


def test_battles_are_read_so_many_at_once_and_it_is_the_same_file(monkeypatch):
    campaign = season(monkeypatch, 2)
    asked, data = queries(campaign)
    monkeypatch.setattr(gathering, "AT_ONCE", 4)
    in_parts, again = queries(campaign)
    assert again == data
    assert in_parts > asked
