"""What "Second edition 6" has right: a card that asks for a lock or a token asks for it when it is used."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.play import Waiting, play
from rules.x_wing.attack import resolve
from rules.x_wing.dice import CRIT, HIT, Results
from rules.x_wing.modification import CHANGE, Modification
from rules.x_wing.odds import chances
from rules.x_wing.outlook import USUAL_PLAY, outlook
from rules.x_wing.samples import LASERS, green, on_green, on_red, red, reroll
from tests.rules.x_wing.test_xw_known_cards import BARE, PLAIN, after, asked, declare, hands, usual, with_ids

SIDES = (0, 1, 2), (3,), (4, 5), (6, 7)
"""The sides of an attack die that show a hit, a crit, a focus and a blank."""
ATC = "Advanced Targeting Computer"
COMPUTER = replace(BARE, ability=ATC, lock="howlrunner")
SHARPENS = f"{ATC}: change 1 hit to crit"
DROIDS = with_ids(BARE, "igrmdroids", calculate=1)
SAXON = "Gar Saxon (crew)"
GUNNER = with_ids(BARE, "garsaxon", lock="howlrunner", initiative=4)
MIDNIGHT = replace(BARE, pilot="midnight", lock="howlrunner")


def options(declared, *replies):
    return play(resolve, declared, replies).ask.options


@pytest.mark.parametrize(
    ("card", "name", "token", "spent", "shown"),
    [
        ("millenniumfalcon", "Millennium Falcon", "evade", "evade on a blank", "BB"),
        ("c3po-republic", "C-3PO", "calculate", "calculate", "FB"),
    ],
)
def test_a_defender_uses_a_card_while_it_has_the_token_that_it_asks_for(card, name, token, spent, shown):
    rerolls = f"{name}: reroll 1 die"
    for tokens, left in ((1, False), (2, True)):
        declared = declare(BARE, with_ids(PLAIN, card, **{token: tokens}), by_defender=[name])
        dice = red("HHH"), green(shown)
        assert options(declared, *dice)[0] == rerolls
        now = play(resolve, declared, (*dice, *on_green(spent)))
        assert (isinstance(now, Waiting) and rerolls in now.ask.options) is left


def test_an_attacker_uses_a_card_while_it_has_the_token_and_usually_before_it_spends_that():
    declared = declare(DROIDS, PLAIN, by_attacker=["IG-RM Droids"])
    sharpens = "IG-RM Droids: change 1 hit to crit"
    assert options(declared, red("HFB")) == (sharpens, "calculate", "done")
    spent = after(declared, red("HFB"), *on_red("calculate"), green("BB"))
    assert spent["wedge", "calculate"] == 0
    assert sharpens in options(declare(replace(DROIDS, calculate=2), PLAIN, by_attacker=["IG-RM Droids"]),
                               red("HFB"), *on_red("calculate"))  # fmt: skip


def test_a_lock_that_is_spent_gives_nothing_to_a_card_that_asks_for_it():
    declared = declare(COMPUTER, PLAIN, by_attacker=[ATC])
    assert options(declared, red("HBBB")) == (SHARPENS, "lock", "done")
    assert options(declared, red("BBBB")) == ("lock", "done")
    again = (red("HBBB"), *on_red("lock"), *reroll("2b", "3 blank", "HBB"))
    assert play(resolve, declared, (*again, green("BB"))).outcome.hits == 2
    first = (red("HBBB"), *on_red(SHARPENS, "lock"), *reroll("2b", "3 blank", "HBB"))
    assert play(resolve, declared, (*first, green("BB"))).outcome.crits == 1


def test_the_lock_of_another_ship_stays():
    friend = replace(GUNNER, key="friend", name="Friend", weapons=())
    declared = declare(replace(BARE, lock="howlrunner", initiative=4), PLAIN, friend, by_attacker=[SAXON])
    again = (red("FBB"), *on_red("lock"), *reroll("2b", "2 blank", "BB"))
    assert f"{SAXON}: change 1 focus to hit" in options(declared, *again)


@pytest.mark.parametrize(("ship", "name", "turned"), [(COMPUTER, ATC, (0, 1)), (GUNNER, SAXON, (2, 0))])
def test_odds_count_what_the_lock_still_allows(ship, name, turned):
    few = replace(ship, weapons=(replace(LASERS, dice=2 - turned[1]),))
    now = hands(declare(few, replace(PLAIN, agility=0), by_attacker=[name]))
    assert chances(now) == locked_by_hand(now.attack.dice, *turned)


def test_best_play_weighs_not_what_comes_before_the_lock():
    assert USUAL_PLAY in outlook(declare(GUNNER, PLAIN, by_attacker=[SAXON])).more
    assert USUAL_PLAY not in outlook(declare(replace(GUNNER, lock=None), PLAIN)).more


def test_midnight_keeps_the_lock_for_whose_sake_no_defence_die_is_modified():
    name = "“Midnight”"
    assert usual("attacker", MIDNIGHT) == (name,)
    focused = replace(PLAIN, focus=1)
    ended = play(resolve, declare(MIDNIGHT, focused, by_attacker=[name]), (red("HBB"), green("FF")))
    assert ended.outcome.hits == 1
    without = declare(MIDNIGHT, focused)
    assert options(without, red("HBB")) == ("lock", "done")
    assert "focus" in options(without, red("HBB"), *on_red("done"), green("FF"))
    defending = declare(replace(BARE, lock="howlrunner"), replace(PLAIN, pilot="midnight", lock="wedge"),
                        by_defender=[name])  # fmt: skip
    assert hands(defending).attack.unmodified
    (row,) = asked(MIDNIGHT)["attacker_abilities"].offered
    assert row.leads_to.endswith("it keeps its lock")
    told = "".join(outlook(declare(MIDNIGHT, PLAIN, by_attacker=[name])).more)
    assert "with a focus token of the attacker" in told
    assert "lock" not in told, "it has one, which it keeps"


def test_fire_control_rerolls_with_the_lock_that_midnight_keeps():
    both = replace(with_ids(BARE, "firecontrolsystem", pilot="midnight"), lock="howlrunner")
    declared = declare(both, PLAIN, by_attacker=["“Midnight”", "Fire-Control System"])
    assert options(declared, red("HBB")) == ("Fire-Control System: reroll 1 die", "done")
    assert ("wedge", "lock") not in after(declared, red("HHH"), *on_red("done"), green("BB"))


def test_it_is_said_of_a_change_without_its_name():
    sharpens = Modification("x", CHANGE, 1, HIT, CRIT, while_has="lock")
    assert str(sharpens) == "x: change 1 hit to crit"
    assert sharpens.is_before_tokens


def locked_by_hand(dice, before, after):
    """What attack dice come to when one face is turned to another before the lock rerolls the rest."""
    found = Counter()
    for first in product(range(8), repeat=dice):
        shown = [sum(side in sides for side in first) for sides in SIDES]
        turned = min(1, shown[before])
        shown[before] -= turned
        shown[after] += turned
        again = shown[2] + shown[3]
        for second in product(range(8), repeat=again):
            hits, crits = (shown[n] + sum(side in SIDES[n] for side in second) for n in (0, 1))
            found[Results(hits, crits)] += Fraction(1, 8 ** (dice + again))
    return found
