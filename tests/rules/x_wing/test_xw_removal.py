"""When a destroyed ship leaves the board: with the initiative that engages, whoever destroyed it."""

from dataclasses import replace
from pathlib import Path

import pytest

import rules.x_wing
from rules.asks import Declared
from rules.changes import apply
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.declaration import why_not_attack
from rules.x_wing.mending import Harm, harm
from rules.x_wing.phases import GoOn, go_on
from rules.x_wing.samples import ACADEMY, HOWLRUNNER, WEDGE, attack, battle, green, red
from rules.x_wing.ship import Status

RULINGS = Path(rules.x_wing.__file__).parent / "RULINGS.md"


def settled(resolver, sheet, declaration, *replies):
    return apply(sheet, play(resolver, Declared(sheet, declaration), replies).outcome.changes)


@pytest.mark.parametrize("bonus", [True, False], ids=["by a bonus attack of another initiative", "by no ship"])
def test_a_destroyed_ship_goes_with_the_initiative_that_engages_whoever_destroyed_it(bonus):
    sheet = battle(replace(WEDGE, initiative=1), HOWLRUNNER, replace(ACADEMY, unseen=2), initiative=5)
    if bonus:
        sheet = settled(resolve, sheet, attack(target="academy", bonus=True), red("HHH"), green("BBB"))
    else:
        sheet = settled(harm, sheet, Harm("academy", 1))
    assert sheet.ship("academy").status is Status.DESTROYED
    assert why_not_attack(sheet, sheet.ship("academy")) == "Ships of initiative 5 engage now. Academy Pilot has 1."
    after = settled(go_on, sheet, GoOn())
    assert (after.initiative, after.ship("academy").status) == (1, Status.REMOVED)


def test_the_rulings_tell_it_so():
    rows = RULINGS.read_text(encoding="utf-8").splitlines()
    (told,) = (row for row in rows if row.startswith("| A destroyed ship | In the Engagement Phase"))
    assert "until the initiative that engages is done, no matter what destroyed it" in told
