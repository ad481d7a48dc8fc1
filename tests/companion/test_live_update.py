"""An old page with the update that the server sends it is the page that is fresh, after every service."""

import re
from random import Random

import pytest
from django.test import Client

from companion.live.versions import versions
from companion.management import fuzzing
from companion.models import Campaign, Event, Side
from companion.services.disputing import dispute, rule
from companion.services.looking import choose_look
from rules.games import GAMES
from tests.companion.test_attack_path import play_the_seed

MAIN = re.compile(r'<main\b.*id="battle".*</main>', re.DOTALL)
OWN = re.compile(r'((?:name="(?:csrfmiddlewaretoken|once)" value=|"X-CSRFToken": )")[^"]*"')
"""What each copy of a page has for itself: the key of its forms."""

SERVICES = ("declare", "enter_dice", "roll_dice", "choose", "settle", "call_off", "undo_last", "redo_last", "join")
UPDATES = 12


class Watching:
    """A device that holds a page of a battle, and fetches what became of it as the page's script does."""

    def __init__(self, battle):
        self.battle = battle
        self.client = Client()
        self.updates = 0
        self.load()

    def load(self):
        self.version, self.page = self.told(), self.fetch()

    def told(self):
        return versions([self.battle.key])[self.battle.key]

    def fetch(self, **headers):
        answer = self.client.get(self.battle.get_absolute_url(), headers=headers)
        return answer.status_code == 204 or OWN.sub(r'\1"', answer.content.decode())

    def sees(self):
        """The old page, with the part of the answer put where the script puts it, is the fresh one."""
        fresh = self.fetch()
        update = self.fetch(**{"Battle-Version": self.version})
        if update is True:
            assert fresh == self.page, f"nothing is told of what {self.version} does not show"
            return
        assert self.told() != self.version
        part = MAIN.search(update)[0]
        assert MAIN.sub(lambda _: part, self.page, count=1) == fresh
        self.updates += 1
        self.load()


@pytest.mark.parametrize("game", GAMES)
def test_after_every_step_of_a_battle_at_random(db, game, monkeypatch):
    fuzz = fuzzing.Fuzz(GAMES[game], Random(3), Campaign.objects.create(name="Watched"))
    watching = Watching(fuzz.battle)

    def watched(service):
        def call(**given):
            result = service(**given)
            watching.sees()
            return result

        return call

    for name in SERVICES:
        monkeypatch.setattr(fuzzing, name, watched(getattr(fuzzing, name)))
    while watching.updates < UPDATES:
        fuzz.step()
        watching.sees()
    for step in (fuzz.declare, fuzz.undo, fuzz.redo, fuzz.edit, fuzz.join, fuzz.leave, fuzz.correct):
        step()
        watching.sees()


def test_after_what_is_no_entry_of_the_battle(device):
    play_the_seed(device)
    device.apply()
    watching = Watching(device.battle)
    entry = Event.objects.get(battle=device.battle, kind="attack").number
    dispute(key=device.battle.key, number=entry, note="Was it near?", seen=device.seen, who="Ben")
    watching.sees()
    rule(key=device.battle.key, number=entry, ruling="It was.", who="Anna")
    watching.sees()
    side = Side.objects.filter(battle=device.battle).first()
    choose_look(key=device.battle.key, side=side.pk, colour="", emblem="tower", who="Anna")
    watching.sees()
    assert watching.updates == 3
