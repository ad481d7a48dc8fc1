"""What an ability makes of dice as they lie."""

import pytest

from rules.x_wing.dice import BLANK, CRIT, EVADE, FOCUS, HIT, Lying, rolled
from rules.x_wing.modification import CHANGE, Modification, changes, made


@pytest.mark.parametrize("amount", [1, 2, 3, 6])
@pytest.mark.parametrize(
    ("dice", "before", "after"),
    [
        (rolled((1, 0, 2, 1)), FOCUS, HIT),
        (rolled((1, 0, 2, 1)), HIT, CRIT),
        (Lying((0, 0, 1, 0), (0, 1, 1, 2)), FOCUS, CRIT),
        (rolled((0, 1, 2)), BLANK, EVADE),
    ],
)
def test_a_change_turns_no_more_dice_than_show_the_face(amount, dice, before, after):
    ability = Modification("Calibrated", CHANGE, amount, before, after)
    ((way, faces),) = changes(ability, dice, own=True).items()
    turned = made(ability, dice, *faces)
    changed = min(amount, dice.showing(before))
    assert way == f"{before} to {after}"
    assert turned.showing(before) == dice.showing(before) - changed
    assert turned.showing(after) == dice.showing(after) + changed
    assert min(*turned.fresh, *turned.fixed) >= 0
    assert sum(turned.total) == sum(dice.total)
