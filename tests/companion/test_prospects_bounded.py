"""The cards of one page are counted for a limited time, whatever stands on the board."""

from dataclasses import replace

import pytest

from companion.forms.selection import Selection
from companion.queries import prospects
from companion.queries.battle_page import battle_page
from companion.queries.prospects import UNCOUNTED
from rules.games import GAMES
from rules.x_wing.abilities import COLUMNS
from rules.x_wing.odds import chances_of_a_card
from tests.companion.playing import Device, store, text_of

pytestmark = pytest.mark.django_db

ABILITIES = {
    f"{side}_abilities-{row}-{name}": value
    for side in ("attacker", "defender")
    for row in (1, 2)
    for name, value in (
        ("name", f"Typed {row}"),
        *((column.name, "1") for column in COLUMNS if column.least == 0),
    )
}
TOKENS = {"focus": 3, "calculate": 3, "force": 3, "most_force": 3, "evade": 3}


@pytest.fixture
def crowd():
    """A ship with 6 attack dice and tokens before 40 others, no two of which are alike."""
    demo = GAMES["x_wing"].demo.battle
    mine, theirs = demo.squads
    own = next(ship for ship in demo.ships if ship.squad == mine.key)
    foe = next(ship for ship in demo.ships if ship.squad == theirs.key)
    laser = replace(own.weapons[0], dice=6)
    attacker = replace(own, weapons=(laser,), lock="foe-0", upgrades=(), **TOKENS)
    foes = tuple(
        replace(
            foe,
            **{**TOKENS, "focus": number % 4, "calculate": number // 4 % 4},
            key=f"foe-{number}",
            name=f"Foe {number}",
            agility=2 + number // 16,
            weapons=(),
            upgrades=(),
            lock=None,
        )
        for number in range(40)
    )
    squads = tuple(replace(squad, deck=()) for squad in demo.squads)
    battle, keys = store(replace(demo, squads=squads, ships=(attacker, *foes), started=True))
    chances_of_a_card.cache_clear()
    return Device(battle, name="Anna"), keys[own.key]


def shown(battle, actor, **said):
    page = battle_page(battle, Selection(attacker=actor, said=said))
    return [card for side in page.sides for card in side.cards if card.prospect]


def test_cards_beyond_the_time_of_a_page_say_that_they_are_not_counted_and_none_is_best(crowd, monkeypatch):
    # So short that no machine is quick enough for all of them.
    monkeypatch.setattr(prospects, "MOST_SECONDS", 0.05)
    device, actor = crowd
    cards = shown(device.battle, actor, **ABILITIES)
    uncounted = [card for card in cards if card.prospect == UNCOUNTED]
    assert len(cards) == 40
    assert uncounted
    assert not any(card.best for card in cards)
    chances_of_a_card.cache_clear()
    assert "odds not counted" in text_of(
        device.get(attacker=actor, **{f"q-{name}": value for name, value in ABILITIES.items()})
    )


def test_cards_of_a_usual_battle_are_all_counted():
    battle, keys = store(replace(GAMES["x_wing"].demo.battle, started=True))
    own = GAMES["x_wing"].demo.battle.ships[0]
    cards = shown(battle, keys[own.key])
    assert cards
    assert all(card.prospect.main for card in cards)
