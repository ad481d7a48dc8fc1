"""What the tests of lists share: lists as builders write them, a battle that takes them, and what a player taps."""

import json

from django.urls import reverse

from companion.models import Campaign, Ship, XWingSquad
from companion.services.building import start_battle
from tests.companion.playing import form_to

YASB = {
    "description": "",
    "faction": "rebelalliance",
    "name": "Test Wing",
    "points": 10,
    "pilots": [
        {
            "id": "wedgeantilles",
            "name": "wedgeantilles",
            "points": 5,
            "ship": "t65xwing",
            "upgrades": {"torpedo": ["protontorpedoes"], "modification": ["shieldupgrade"]},
        },
        {"id": "bluesquadronescort", "name": "bluesquadronescort", "points": 5, "ship": "t65xwing"},
    ],
    "vendor": {"yasb": {"builder": "YASB - X-Wing 2.5 XWA", "link": "https://yasb.app/?f=Rebel%20Alliance"}},
    "version": "50P-2.0",
    "ruleset": "XWA",
    "obstacles": ["gascloud1", "core2asteroid0", "yt2400debris1"],
}
LAUNCH_BAY = {
    "name": "Sample Swarm",
    "description": "",
    "faction": "galacticempire",
    "points": 5,
    "version": "2.5.0",
    "pilots": [
        {"id": "academypilot", "ship": "tielnfighter", "points": 2, "upgrades": {}},
        {"id": "academypilot", "ship": "tielnfighter", "points": 2, "upgrades": {}},
        {"id": "maulermithel", "ship": "tielnfighter", "points": 3, "upgrades": {"mod": ["hullupgrade"]}},
    ],
    "vendor": {"lbn": {"builder": "Launch Bay Next", "uid": "0000", "wins": 0, "tags": []}},
}
NEW = {
    "faction": "rebelalliance",
    "pilots": [
        {"name": "somebodynew", "ship": "t65xwing", "points": 48, "upgrades": {"torpedo": ["protontorpedoes"]}},
        {"id": "wedgeantilles", "upgrades": {"talent": ["nobodyknows"]}},
        {"name": "somebodynew", "ship": "t65xwing"},
    ],
}


def started(name="The convoy", once="the-first-battle"):
    campaign = Campaign.objects.create(name="Thursdays")
    return start_battle(campaign=campaign, game="x_wing", name=name, sides=["Red", "Blue"], once=once, who="x")


def side(device, name="Red"):
    return XWingSquad.objects.get(battle_id=device.battle.pk, seat=1 if name == "Red" else 2)


def address(device, name="Red", page="squad"):
    return reverse(page, args=[device.battle.key, side(device, name).pk])


def read(device, text, name="Red", **more):
    """Paste a list, and look at what it becomes."""
    text = text if isinstance(text, str) else json.dumps(text)
    return device.client.post(address(device, name), {"text": text, **more})


def take(device, text, to="Red", **typed):
    """Paste a list and tap the button below what was read."""
    form = form_to(read(device, text, to), address(device, to))
    ((field, value),) = form["buttons"]
    return device.client.post(form["action"], {**form["fields"], field: value, **typed})


def content(answer):
    return answer.content.decode()


def ships(device, name="Red"):
    return list(Ship.objects.filter(squad=side(device, name)))
