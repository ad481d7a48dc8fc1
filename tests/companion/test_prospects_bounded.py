"""The cards of one page are counted in so many steps, whatever stands on the board and however quick the machine."""

from dataclasses import replace

import pytest

from companion.forms.selection import Selection
from companion.models import Ship
from companion.queries.battle_page import battle_page
from rules.asks import Outlook
from rules.games import GAMES
from rules.x_wing.abilities import COLUMNS
from rules.x_wing.outlook import TOO_MUCH
from tests.companion.playing import Device, store, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

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
    return Device(battle, name="Anna"), keys[own.key]


def shown(battle, actor, **said):
    page = battle_page(battle, Selection(attacker=actor, said=said))
    return [card for side in page.sides for card in side.cards if card.prospect]


def test_a_card_that_takes_more_than_its_share_says_so_and_none_is_best(crowd):
    device, actor = crowd
    cards = shown(device.battle, actor, **ABILITIES)
    # What was counted is kept, and still the same cards tell their odds.
    assert [card.prospect for card in shown(device.battle, actor, **ABILITIES)] == [card.prospect for card in cards]
    assert len(cards) == 40
    uncounted = [card for card in cards if card.prospect == Outlook(TOO_MUCH)]
    assert uncounted
    assert not any(card.best for card in cards)
    page = device.get(attacker=actor, **{f"q-{name}": value for name, value in ABILITIES.items()})
    assert "odds not counted" in text_of(page)


def test_a_card_among_few_has_a_larger_share(crowd):
    device, actor = crowd
    Ship.objects.filter(name__in=[f"Foe {number}" for number in range(8, 40)]).delete()
    cards = shown(device.battle, actor, **ABILITIES)
    assert len(cards) == 8
    assert all(card.prospect.main for card in cards)


def test_cards_of_a_usual_battle_are_all_counted():
    battle, keys = store(replace(GAMES["x_wing"].demo.battle, started=True))
    own = GAMES["x_wing"].demo.battle.ships[0]
    cards = shown(battle, keys[own.key])
    assert cards
    assert all(card.prospect.main for card in cards)
