"""Numbers below zero that players read stand with a true minus, wherever a page shows them."""

import re

import pytest
from django.urls import reverse

from companion.models import GloomArmy
from tests.companion.playing import text_of
from tests.companion.test_standings import group, play, player

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MARKUP = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
HYPHENS = re.compile(r"(?<![\w)-])-\d+")


def read_on(device, address):
    """What players read on a page."""
    answer = device.client.get(address)
    assert answer.status_code == 200
    return MARKUP.sub(" ", text_of(answer))


def test_points_and_margins_below_zero_have_a_true_minus_on_all_pages():
    campaign, devices = group("A season")
    device = play(campaign, devices, "Anna", "Ben", -3, 1)
    battle, army = device.battle, GloomArmy.objects.get(soulshards=-3)
    standings = read_on(device, reverse("standings", args=[campaign.key]))
    assert {"\N{MINUS SIGN}3", "\N{MINUS SIGN}4"} <= set(standings.split())
    addresses = (
        reverse("standings", args=[campaign.key]),
        reverse("member", args=[campaign.key, player(campaign, "Anna").pk]),
        campaign.get_absolute_url(),
        battle.get_absolute_url(),
        reverse("score", args=[battle.key, device.key(army.name)]),
        reverse("log", args=[battle.key]),
        reverse("event", args=[battle.key, device.last.number]),
        reverse("replay-step", args=[battle.key, device.last.number]),
    )
    found = {address: HYPHENS.findall(read_on(device, address)) for address in addresses}
    assert {address: hyphens for address, hyphens in found.items() if hyphens} == {}
