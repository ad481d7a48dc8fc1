"""A replay by its own link: it is looked at, and leads to nothing that can be changed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from companion.management.fuzzing import declared
from companion.models import Battle
from companion.queries.replay import replay_page
from companion.watching import proof_of
from rules.games import GAMES
from tests.companion.playing import Device, forms_of, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES)
def test_the_link_leads_to_every_step_and_to_nothing_else(game):
    battle = declared(game, 3, 12).battle
    replay = Device(battle).get("replay")
    (address,) = set(re.findall(r'href="(/w/[^"]+)"', text_of(replay)))
    watcher, seen = Client(), set()
    waiting = [address]
    while waiting:
        address = waiting.pop()
        answer = watcher.get(address)
        seen.add(address)
        assert answer.status_code == 200
        shown = text_of(answer)
        assert battle.key not in shown
        assert battle.campaign.key not in shown
        assert not [form for form in forms_of(answer) if form["action"] != reverse("theme")]
        waiting += set(re.findall(r'href="(/w/[^"]+)"', shown)) - seen - set(waiting)
    assert len(seen) >= replay_page(battle, None).steps


def test_a_link_that_is_not_that_of_the_battle_leads_nowhere():
    battle, other = declared("gods_gloom", 3, 3).battle, declared("gods_gloom", 4, 3).battle
    for number, proof in ((battle.pk, proof_of(other)), (battle.pk, battle.key), (10**30, proof_of(battle))):
        assert Client().get(f"/w/{number}/{proof}/").status_code == 404
    address = reverse("watch", args=[battle.pk, proof_of(battle)])
    assert Client().get(address).status_code == 200
    assert Client().post(address).status_code == 405
    assert Client().get(f"{address}999/").status_code == 404
    Battle.objects.filter(pk=battle.pk).update(key="another-link-since")
    assert Client().get(address).status_code == 404


def steps_back(battle, name):
    """The numbers of the steps of that name, from the last one back, and the page where they end."""
    at, found = replay_page(battle, None), []
    while (number := leads(at)[f"{name}-before"]) is not None:
        found.append(number)
        at = replay_page(battle, number)
    return found, at


def leads(page):
    return {jump.name: jump.number for jump in page.jumps}


def test_steps_lead_to_attacks_and_rounds_forwards_and_back():
    battles = (declared("troops_and_supplies", first, 25).battle for first in range(100))
    battle = next(battle for battle in battles if all(len(steps_back(battle, n)[0]) > 1 for n in ("attack", "round")))
    for name in ("attack", "round"):
        back, at = steps_back(battle, name)
        forth = [at.step.number]
        while (number := leads(at)[f"{name}-next"]) is not None:
            forth.append(number)
            at = replay_page(battle, number)
        assert [number for number in forth if number != replay_page(battle, None).step.number] == back[::-1]
