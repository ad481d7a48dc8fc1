"""Whoever needs several locks takes them in one order, a campaign, its battles, its rosters: nobody waits in a ring.

SQLite has one lock for all that is written, so that what fails here fails on PostgreSQL.
"""

import pytest
from django.db import transaction
from django.db.models import Q

from companion.models import Battle
from companion.services import rematch
from companion.services.demo import load_demo
from companion.services.locking import all_locked, hold_campaign
from tests.companion.group import organise
from tests.companion.playing import text_of
from tests.companion.season import battle_of, end
from tests.companion.test_homecoming import bring_home, season
from tests.companion.test_races import held
from tests.companion.test_two_devices import LONG, Tap

pytestmark = pytest.mark.django_db(transaction=True)

WAITS = 0.3
"""Seconds in which a device that does not wait would be done."""


def all_of(campaign):
    """All that a campaign has, as whoever deletes it or forgets a person locks it."""
    return all_locked(Battle.objects.filter(Q(campaign=campaign) | Q(roster__campaign=campaign)))


def test_a_battle_is_played_again_whose_beginning_nobody_knows(monkeypatch):
    battle = battle_of()
    device = end(battle, 1, 3)
    monkeypatch.setattr(rematch, "began", lambda battle: None)
    tap = Tap(lambda: device.post("rematch", once="once-and-no-more"))
    with transaction.atomic():
        hold_campaign(battle.campaign)
        tap.start()
        tap.join(WAITS)
        assert tap.is_alive(), "it did not wait for the campaign"
        with all_of(battle.campaign):
            pass
    tap.join(LONG)
    assert tap.answer.status_code == 302, text_of(tap.answer)


def test_pieces_come_home_to_a_roster_that_is_older_than_the_battle(monkeypatch):
    campaign = load_demo()
    roster, device, *_ = season(campaign)
    organise(campaign, device.client)
    failed = []

    def whole():
        try:
            with all_of(campaign):
                pass
        except Exception as problem:
            failed.append(problem)
            raise

    first, second = Tap(lambda: bring_home(device)), Tap(whole)
    with held(first, monkeypatch) as (there, free):
        first.start()
        assert there.wait(LONG), "nobody came to the lock of the battle"
        second.start()
        second.join(WAITS)
        assert second.is_alive(), "it did not wait for the battle"
        free.set()
        first.join(LONG)
        second.join(LONG)
    assert roster.holder.pk < device.battle.pk
    assert first.answer.status_code == 302, text_of(first.answer)
    assert not failed
