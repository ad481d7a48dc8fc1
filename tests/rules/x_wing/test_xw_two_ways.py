"""Cards that can be used in one of two ways, and a pilot that loses a charge by defending."""

from dataclasses import replace

import pytest

from rules.game import Illegal
from rules.play import Resolved, play
from rules.x_wing.attack import resolve
from rules.x_wing.samples import green, on_red, red
from rules.x_wing.ship import Arc, Size
from tests.rules.x_wing.carrying import carrying
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, NOBODY, PLAIN, after, asked, declare, hands

FORCE = {"most_force": 3, "force": 3}
BARRISS = replace(FRIEND, name="Barriss", pilot="barrissoffee", **FORCE)
LUMINARA = replace(FRIEND, squad=PLAIN.squad, pilot="luminaraunduli", **FORCE)
LARGE = replace(FRIEND, squad=PLAIN.squad, size=Size.LARGE, most_energy=3, energy=2, most_shields=1, shields=1)
SHIELDING = carrying(LARGE, "adaptiveshields", pilot=NOBODY)
WAMPA = replace(PLAIN, pilot="wampa", most_charges=1, charges=1)
MISS = (red("BBB"), green("BB"))


CHANGED = {
    "by_attacker": ("Barriss Offee: change 1 focus to hit", "Barriss Offee (crit): change 1 hit to crit"),
    "by_defender": ("Luminara Unduli: change 1 crit to hit", "Luminara Unduli (hit): change 1 hit to focus"),
}


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("friend", "side", "arc"),
    [(BARRISS, "by_attacker", Arc.BULLSEYE), (LUMINARA, "by_defender", Arc.FRONT)],
    ids=["Barriss Offee", "Luminara Unduli"],
)
def test_one_of_two_changes_is_made_once_the_dice_lie_there_and_paid_once(friend, side, arc, first):
    names = CHANGED[side]
    for force in (3, 1):
        helper = replace(friend, force=force)
        declared = declare(BARE, PLAIN, helper, arc=arc, **{side: [name.split(":")[0] for name in names]})
        asked = play(resolve, declared, (red("HCFF"[: hands(declared).attack.dice]),))
        assert set(names) <= set(asked.ask.options)
        replies = (red("HCF"), *on_red(names[first]), green("BB"))
        assert after(declared, *replies)["friend", "force"] == force - 1
    assert ("friend", "force") not in after(declared, red("HCF"), *on_red("done"), green("BB"))


def test_what_is_paid_in_two_ways_is_paid_in_one_of_them():
    both = ("Adaptive Shields", "Adaptive Shields (energy)")
    for name in both:
        assert hands(declare(BARE, PLAIN, SHIELDING, by_defender=[name]))
    with pytest.raises(Illegal, match="are two ways to use one card: use one of them"):
        hands(declare(BARE, PLAIN, SHIELDING, by_defender=both))


def test_two_ships_use_theirs_each_in_its_way():
    other = replace(BARRISS, key="other", name="Other", weapons=())
    used = ("Barriss Offee", "Barriss Offee (crit) 2")
    assert hands(declare(BARE, PLAIN, BARRISS, other, arc=Arc.BULLSEYE, by_attacker=used))


def test_shields_are_saved_for_two_energy():
    assert [row.name for row in asked(BARE, PLAIN, SHIELDING)["defender_abilities"].offered] == [
        "Adaptive Shields",
        "Adaptive Shields (energy)",
    ]
    bare = replace(SHIELDING, most_energy=0, energy=0)
    assert [row.name for row in asked(BARE, PLAIN, bare)["defender_abilities"].offered] == ["Adaptive Shields"]
    changes = after(declare(BARE, PLAIN, SHIELDING, by_defender=["Adaptive Shields (energy)"]), red("HBB"), green("BB"))
    assert changes["friend", "energy"] == 0
    assert ("friend", "shields") not in changes
    assert ("howlrunner", "shields") not in changes


def test_a_defender_loses_the_charge_that_its_card_takes_for_it():
    changes = after(declare(BARE, WAMPA), *MISS)
    assert changes["howlrunner", "charges"] == 0
    assert ("howlrunner", "charges") not in after(declare(BARE, replace(WAMPA, charges=0)), *MISS)
    assert ("howlrunner", "charges") not in after(declare(BARE, replace(WAMPA, pilot=NOBODY)), *MISS)


def test_the_trace_tells_it_after_the_ship_defended():
    ended = play(resolve, declare(BARE, WAMPA), MISS)
    assert isinstance(ended, Resolved)
    told = [step.value for step in ended.trace if step.label == "6a after you defend"]
    assert told[0] == "Howlrunner loses a charge"
