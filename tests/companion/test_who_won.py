"""Over random finished battles, whom the page names as the winner is whom the log says."""

import re
from dataclasses import replace
from html import unescape
from random import Random

import pytest

from companion.at_random import some_battle
from rules.asks import Choice
from rules.games import GAMES
from rules.sheets import Status
from rules.x_wing.sheet import Phase
from tests.companion.playing import Device, store

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SEEDS = range(8)
HEADING = re.compile(r'<h2 id="ended">(.*?)</h2>')


def of_x_wing(sheet, random):
    """Any ships may be gone."""
    ships = tuple(replace(s, status=random.choice((Status.ACTIVE, Status.REMOVED))) for s in sheet.ships)
    return replace(sheet, ships=ships, phase=Phase.END), random.choice(("finish", "advance")), {"sure": "True"}


def of_gods_gloom(sheet, random):
    """Any Soulshards, which often tie."""
    gained = {army.key: str(random.randrange(3)) for army in sheet.armies}
    armies = tuple(replace(army, soulshards=0, score=0) for army in sheet.armies)
    return replace(sheet, armies=armies), "round", {**gained, "last": "True"}


LAST_STEP = {
    "x_wing": of_x_wing,
    "gods_gloom": of_gods_gloom,
    "mobile_frame_zero": lambda sheet, random: (replace(sheet, doomsday=1), "round", {"sure": "True"}),
    "airsoft_squads": lambda sheet, random: (sheet, "finish", {}),
    "troops_and_supplies": lambda sheet, random: (sheet, "end", {"sure": "True"}),
}
"""A battle before its last step, that step, and its answers."""


def ended(game, seed):
    """A battle that has just ended, and its tablet; nothing if its last step did not end it."""
    random = Random(seed)
    sheet = replace(some_battle(GAMES[game], random), started=True, over=False, round=3)
    before, slug, answers = LAST_STEP[game](sheet, random)
    battle, keys = store(before)
    device = Device(battle, name="Anna")
    fields = {f"q-{keys.get(name, name)}": value for name, value in answers.items()}
    assert device.post("declare", do=slug, seen=device.seen, once=f"once-{game}-{seed}", **fields).status_code == 302
    while ask := getattr(device.played(), "ask", None) if not device.sheet.over and has_open(device) else None:
        device.choose(random.choice(ask.options)) if isinstance(ask, Choice) else device.roll()
    if has_open(device):
        assert device.apply().status_code == 302
    return device if device.sheet.over else None


def has_open(device):
    return device.battle.declarations.filter(status="open").exists()


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_whom_the_log_says(game):
    told = [device for seed in SEEDS if (device := ended(game, seed))]
    assert len(told) > 2
    for device in told:
        said, page = device.last.headline, device.get().content.decode()
        (heading,) = map(unescape, HEADING.findall(page))
        winners = [
            side.name
            for side in device.sheet.sides
            if f"{side.name} wins" in said or f"only {side.name} has ships left and wins" in said
        ]
        if winners:
            assert [heading] == [f"{name} won" for name in winners]
        elif "nobody wins alone" in said or " tie with " in said or "ends in a draw" in said:
            assert heading.endswith(" tie")
            assert heading in said or "nobody wins alone" in said or "ends in a draw" in said
        else:
            assert heading == "The battle is over"
            assert not any(side.name in heading for side in device.sheet.sides)


def test_a_squad_that_alone_has_ships_is_the_winner_though_the_other_has_more_points():
    game = GAMES["x_wing"]
    one, two = game.demo.battle.squads
    ships = tuple(
        replace(ship, cost=1) if ship.squad == one.key else replace(ship, status=Status.REMOVED, cost=0)
        for ship in game.demo.battle.ships
    )
    lost = replace(ships[0], status=Status.REMOVED, cost=99)
    battle, _ = store(replace(game.demo.battle, ships=(lost, *ships[1:]), started=True))
    device = Device(battle, name="Anna")
    answer = device.declare("finish", q_sure="True")
    assert answer.status_code == 302, answer.content.decode()
    scores = {side.name: side.score for side in device.sheet.sides}
    assert scores[two.name] > scores[one.name]
    assert HEADING.findall(device.get().content.decode()) == [f"{one.name} won"]
