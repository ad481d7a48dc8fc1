"""Battles that are over within a few taps, for what is made of them."""

from dataclasses import replace

from companion.models import Campaign, Side
from rules.games import GAMES
from tests.companion.group import member
from tests.companion.playing import Device, store
from tests.companion.test_correcting import correction, filled


def battle_of(campaign=None, *players, name="At the gate"):
    """A battle of God's Gloom in which nobody has points yet; members with these names play its sides."""
    sheet = GAMES["gods_gloom"].demo.battle
    armies = tuple(replace(army, soulshards=0, score=0) for army in sheet.armies)
    campaign = campaign or Campaign.objects.create(name="A season")
    battle, _ = store(replace(sheet, armies=armies, started=True, over=False), campaign, name)
    for side, player in zip(battle.sides.all(), players, strict=False):
        Side.objects.filter(pk=side.pk).update(player=member(player))
    return battle


def end(battle, *points, client=None):
    """End a battle with so many points for each side, on a device."""
    device = Device(battle, client, name="" if client else "Tablet")
    gained = {f"q_{side.key}": str(shards) for side, shards in zip(device.sheet.sides, points, strict=True)}
    answer = device.declare("round", q_last="True", **gained)
    assert answer.status_code == 302, answer.content.decode()
    assert device.sheet.over
    return device


def correct(device, *points):
    """Correct what each side gained in the last round."""
    number = device.last.number
    page = device.get("correct", number)
    form = correction(page, number)
    gained = {
        name: str(gain)
        for side, gain in zip(device.sheet.sides, points, strict=True)
        for name in form["fields"]
        if name.endswith(side.key)
    }
    assert len(gained) == len(points), form
    answer = device.post("correct", number, **filled(form) | gained, commit="1")
    assert answer.status_code == 302, answer.content.decode()
