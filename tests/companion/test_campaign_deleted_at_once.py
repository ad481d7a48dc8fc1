"""A tap that waits for the lock of a battle while its campaign is deleted finds it deleted."""

import pytest
from django.db import transaction
from django.urls import reverse

from companion.models import Battle, Campaign
from companion.services.shelving import delete, delete_campaign, take_campaign_back
from tests.companion.group import organise
from tests.companion.playing import everything, text_of
from tests.companion.season import battle_of
from tests.companion.test_two_devices import LONG, Tap

pytestmark = pytest.mark.django_db(transaction=True)

WAITS = 0.3
"""Seconds in which a device that does not wait would be done."""


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="A season")


def deleted_meanwhile(campaign, request):
    """What a request answers that comes while the deletion of the campaign is not committed yet."""
    waiting = Tap(request)
    with transaction.atomic():
        delete_campaign(campaign)
        waiting.start()
        waiting.join(WAITS)
        assert waiting.is_alive(), "it did not wait for the lock"
    waiting.join(LONG)
    return waiting.answer


@pytest.mark.parametrize("tap", ["battle-rename", "pin", "battle-delete"])
def test_a_tap_on_a_battle_is_refused(campaign, tap):
    olga, battle = organise(campaign, name="Olga"), battle_of(campaign)
    data = {"battle-rename": {"name": "Another"}, "pin": {"what": "score"}, "battle-delete": {}}[tap]
    before = everything()
    answer = deleted_meanwhile(campaign, lambda: olga.post(reverse(tap, args=[battle.key]), data))
    assert answer.status_code == 422, text_of(answer)
    assert "This campaign was deleted." in text_of(answer)
    take_campaign_back(campaign)
    assert everything() == before


def test_a_battle_is_not_taken_back(campaign):
    olga, battle = organise(campaign, name="Olga"), battle_of(campaign)
    delete(key=battle.key)
    back = reverse("battle-back", args=[campaign.key, battle.pk])
    deleted_meanwhile(campaign, lambda: olga.post(back))
    assert Battle.objects.get(pk=battle.pk).deleted
