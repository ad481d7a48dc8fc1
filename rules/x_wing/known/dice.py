"""The ways in which cards modify dice, as short words for the tables of cards; whose they are is filled in later."""

from __future__ import annotations

from rules.x_wing.dice import BLANK, CRIT, EVADE, FOCUS, HIT
from rules.x_wing.modification import ADD, CHANGE, REROLL, SPEND, Modification

ANY = 9
"""More dice than are rolled: any number of them, or all of a face."""


def reroll(dice: int = 1, face: str = "", *, whole: bool = False) -> tuple[Modification, ...]:
    """Reroll some dice, or some that show a face."""
    return (Modification("", REROLL, dice, face, whole=whole),)


def change(before: str, after: str, dice: int = 1, or_before: str = "") -> tuple[Modification, ...]:
    """Change some results to another one; without ``before`` any."""
    return (Modification("", CHANGE, dice, before, after, or_before),)


def add(face: str) -> tuple[Modification, ...]:
    """Add a result."""
    return (Modification("", ADD, 1, after=face),)


def spend(face: str) -> tuple[Modification, ...]:
    """Spend a result for what the card does besides."""
    return (Modification("", SPEND, 1, face),)


ONE, TWO, BLANK_ONE = reroll(1), reroll(2), reroll(1, BLANK)
ONE_INSTEAD_OF_LOCK = (Modification("", REROLL, keeps_lock=True),)
HIT_TO_CRIT, FOCUS_TO_HIT, FOCUS_TO_CRIT = change(HIT, CRIT), change(FOCUS, HIT), change(FOCUS, CRIT)
BLANK_TO_HIT, BLANK_TO_FOCUS = change(BLANK, HIT), change(BLANK, FOCUS)
BAD_TO_HIT, BAD_TO_EVADE = change(BLANK, HIT, or_before=FOCUS), change(BLANK, EVADE, or_before=FOCUS)
ANY_TO_HIT, ANY_TO_EVADE = change("", HIT), change("", EVADE)
FOCUS_TO_EVADE, BLANK_TO_EVADE = change(FOCUS, EVADE), change(BLANK, EVADE)
FOCUS_TO_BLANK, EVADE_TO_FOCUS = change(FOCUS, BLANK), change(EVADE, FOCUS)
ANY_TO_CRIT = change("", CRIT)
