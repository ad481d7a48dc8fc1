"""The first page: every game in one tap, and the pages that follow from it."""

import pytest
from django.urls import reverse

from companion.models import Battle, Campaign
from companion.models.campaign import new_key
from rules.games import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.parametrize("slug", GAMES)
def test_one_tap_leads_to_a_battle_that_can_be_played(client, slug):
    page = client.get(reverse("home")).content.decode()
    assert f'action="{reverse("try", args=[slug])}"' in page
    answer = client.post(reverse("try", args=[slug]), {"once": new_key()}, follow=True)
    battle = Battle.objects.get()
    assert answer.redirect_chain[-1][0] == battle.get_absolute_url()
    assert (battle.game, battle.started) == (slug, True)
    assert GAMES[slug].demo.name in answer.content.decode()
    assert battle.campaign.name in client.get(reverse("home")).content.decode()


def test_two_taps_are_one_battle(client):
    once = new_key()
    for _ in range(2):
        client.post(reverse("try", args=["gods_gloom"]), {"once": once})
    assert Battle.objects.count() == Campaign.objects.count() == 1


@pytest.mark.parametrize("said", [{}, {"once": ""}, {"once": "x" * 99}])
def test_a_tap_without_its_number_makes_nothing(client, said):
    assert client.post(reverse("try", args=["gods_gloom"]), said).status_code == 302
    assert not Campaign.objects.exists()


def test_a_game_that_there_is_not_and_a_mere_look_make_nothing(client):
    assert client.post(reverse("try", args=["chess"]), {"once": new_key()}).status_code == 404
    assert client.get(reverse("try", args=["gods_gloom"])).status_code == 405
    assert not Campaign.objects.exists()
