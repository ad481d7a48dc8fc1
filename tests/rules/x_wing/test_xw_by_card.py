"""A weapon that does more than the app knows: what it does is asked once the results are known."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.game import Illegal
from rules.play import play
from rules.records import from_json, to_json
from rules.table import Pick
from rules.x_wing.attack import Attack, resolve
from rules.x_wing.by_card import MOST, NOTHING
from rules.x_wing.examples_of_weapons import armed
from rules.x_wing.samples import TOUGH, WEDGE, attack, battle, green, red
from rules.x_wing.ship import Weapon
from tests.rules.x_wing.armed_ships import questions

INK = Weapon("wedge-special", "Ink Missiles", special=True, more=True)
SHEET = battle(armed(WEDGE, INK), TOUGH)
ASKED = attack("wedge-special", by_card=True)


def told(*said, dice="HBB"):
    picks = [Pick("4 by the card", each) for each in said]
    played = play(resolve, Declared(SHEET, ASKED), (red(dice), green("BB"), *picks))
    return played.outcome if hasattr(played, "outcome") else played.ask


def test_it_is_asked_unless_the_players_say_no():
    (asked,) = (
        question for name, question in questions(WEDGE, INK, weapon="wedge-special").items() if name == "by_card"
    )
    assert (asked.usual, asked.rare) == (True, False)
    assert "by_card" not in questions(WEDGE, replace(INK, more=False), weapon="wedge-special")
    assert told().sentence(Declared(SHEET, ASKED)) == "What else does the card of Ink Missiles do to Howlrunner?"
    assert told().by == WEDGE.squad
    assert told().options[0] == NOTHING


def test_nothing_is_asked_of_a_weapon_that_is_known():
    known = battle(armed(WEDGE, replace(INK, more=False)), TOUGH)
    with pytest.raises(Illegal, match="knows all that the card of Ink Missiles does"):
        play(resolve, Declared(known, ASKED), ())


def test_what_was_declared_before_asks_nothing():
    before = {name: value for name, value in to_json(attack("wedge-special")).items() if name != "by_card"}
    declared = from_json(Attack, before)
    assert play(resolve, Declared(SHEET, declared), (red("HBB"), green("BB"))).outcome.cards == 1


@pytest.mark.parametrize(
    ("dice", "said", "cards", "gained"),
    [
        ("HBB", (), 1, {}),
        ("HBB", ("1 hit damage more", "1 ion token", "1 ion token"), 2, {"ion": 2}),
        ("HBB", ("1 hit damage less", "1 tractor token"), 0, {"tractor": 1}),
        ("BBB", ("1 strain token", "1 deplete token"), 0, {"strain": 1, "deplete": 1}),
    ],
)
def test_what_is_told_happens(dice, said, cards, gained):
    outcome = told(*said, NOTHING, dice=dice)
    ship = apply(SHEET, outcome.changes).ship("howlrunner")
    assert outcome.cards == cards
    assert {track: getattr(ship, track) for track in gained} == gained


def test_less_damage_is_offered_only_while_there_is_some():
    assert "1 hit damage less" in told().options
    assert "1 hit damage less" not in told("1 hit damage less").options
    assert "1 crit damage less" not in told().options


def test_it_ends():
    assert told(*["1 ion token"] * MOST).headline
