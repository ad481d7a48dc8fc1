"""An old page with the update that the server sends it is the page that is fresh, after every service."""

import re
from random import Random

import pytest
from django.test import Client

from companion.live.access import OFFERED
from companion.live.parts import ANEW
from companion.live.versions import versions
from companion.management import fuzzing, seeing_through
from companion.members import RIGHTS
from companion.models import Battle, Campaign, Event, Side
from companion.services.disputing import dispute, rule
from companion.services.looking import choose_look
from companion.views.part import part
from rules.games import GAMES
from tests.companion.group import invited, member, organise
from tests.companion.test_attack_path import play_the_seed

pytestmark = pytest.mark.any_database

MAIN = re.compile(r'<main\b.*id="battle".*</main>', re.DOTALL)
TITLE, TITLED = re.compile(r"<title>[^<]*<"), re.compile(r' data-title="([^"]*)"')
OWN = re.compile(r'((?:name="once" value=|"X-CSRFToken": |data-(?:live|part)=)")[^"]*"')
VISITOR = re.compile(r' data-visitor="[^"]*"')
KEYS = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken" value="[^"]*">')
"""What each copy of a page has for itself, and puts into a part: the keys of its forms."""

SERVICES = {
    fuzzing: ("enter_dice", "roll_dice", "choose", "undo_last", "redo_last", "join"),
    seeing_through: ("declare", "settle", "call_off"),
}
"""What the random battle does through services, by the module that calls them."""

UPDATES = 12


def without_own(page):
    return OWN.sub(r'\1"', KEYS.sub("", page))


class Watching:
    """A device that holds a page of a battle, and fetches what became of it as the page's script does."""

    def __init__(self, battle, client=None):
        self.battle = battle
        self.client = client or Client()
        self.updates = 0
        self.load()

    def load(self):
        self.version, self.seen_as, self.page = self.told(), self.rights().seen_as, self.fetch()

    def rights(self):
        return self.client.get(self.battle.get_absolute_url()).wsgi_request.META[RIGHTS]

    def told(self):
        return versions([self.battle.key])[self.battle.key]

    def fetch(self, **headers):
        answer = self.client.get(self.battle.get_absolute_url(), headers=headers, **{OFFERED: True})
        return answer.status_code == 204 or without_own(answer.content.decode())

    def part(self):
        """What is rendered for all who see the battle as this device does."""
        seen_as = self.rights().seen_as
        # Read anew, and made of the page that was answered a moment ago.
        anew, kept = (part(self.battle.key, seen_as, known) for known in ("", self.told()))
        assert anew.version == kept.version == self.told()
        assert "csrfmiddlewaretoken" not in kept.html
        assert without_own(anew.html) == without_own(kept.html)
        return without_own(kept.html)

    def sees(self):
        """The old page, with the part of the answer put where the script puts it, is the fresh one.

        Where the part as it was seen is none any more, the script takes the whole page, and from it who looks, too.
        """
        fresh = self.fetch()
        update = self.fetch(**{"Battle-Version": self.version})
        if update is True:
            assert fresh == self.page, f"nothing is told of what {self.version} does not show"
            return
        assert self.told() != self.version
        if part(self.battle.key, self.seen_as, self.told()) == ANEW:
            self.page = VISITOR.sub(lambda _: VISITOR.search(update)[0], self.page, count=1)
        for put in (MAIN.search(update)[0], MAIN.search(self.part())[0]):
            shown = MAIN.sub(lambda _, put=put: put, self.page, count=1)
            assert TITLE.sub(lambda _, put=put: f"<title>{TITLED.search(put)[1]}<", shown, count=1) == fresh
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

    for caller, names in SERVICES.items():
        for name in names:
            monkeypatch.setattr(caller, name, watched(getattr(caller, name)))
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


def test_for_everybody_who_sees_it_in_another_way(device):
    """Who has only the link, who has opened the campaign, who looks on, plays, has a seat, organises."""
    battle = device.battle
    opened = Client()
    opened.get(battle.campaign.get_absolute_url())
    olga = organise(battle.campaign, name="Olga")
    anna, ben = invited(battle.campaign, "Anna"), invited(battle.campaign, "Ben")
    sam = invited(battle.campaign, "Sam", "spectator")
    Side.objects.filter(battle=battle).update(player=member("Anna"))
    Battle.objects.filter(pk=battle.pk).update(seated=True)
    everybody = [Watching(battle, client) for client in (Client(), opened, olga, anna, ben, sam)]
    # The tablet of the table belongs to an organiser.
    device.client = olga
    play_the_seed(device)
    device.apply()
    for watching in everybody:
        watching.sees()
        assert watching.updates == 1
    shown = {watching.part() for watching in everybody}
    assert len(shown) > 2
