"""Tactical Formations: each side declares one at most, and one of them at most applies (MEL.20; TFP)."""

from __future__ import annotations

from rules.gods_gloom.modifiers import FORMATIONS, OUTDONE, Modifier, has
from rules.gods_gloom.sheet import Unit

DECLARED = (*FORMATIONS, OUTDONE)
"""The rows of a side that has declared a formation; among rows that exclude each other the first one stands."""

BOTH = f"Two formations cannot both apply. Take “{OUTDONE}” for the one that lost, or for both if they are the same."


def why_not_together(unit: Unit, own: tuple[Modifier, ...], others: tuple[Modifier, ...]) -> str:
    """Why a side cannot have declared what it has beside the other side's rows; empty when it can."""
    declared = [name for name in DECLARED if has(own, name)]
    if len(declared) > 1:
        return f"“{declared[0]}” and “{declared[1]}” of {unit.name}: a side declares one formation at most."
    if _applying(own) and _applying(others):
        return BOTH
    if declared == [OUTDONE] and not any(has(others, name) for name in DECLARED):
        return f"“{OUTDONE}” of {unit.name} needs a formation of the other side."
    return ""


def why_not_beside(name: str, own: tuple[Modifier, ...], others: tuple[Modifier, ...], *, attacks: bool) -> str:
    """Why a side cannot take a row of that name beside those that are taken; empty when it can.

    Of two that exclude each other the attacker's stands, and on one side the first of ``DECLARED``.
    """
    if name not in DECLARED:
        return ""
    taken = has(own, name)
    for rival in DECLARED:
        first = DECLARED.index(rival) < DECLARED.index(name)
        if rival != name and has(own, rival) and (first or not taken):
            return f"No {name}: “{rival}” is taken."
    applying = _applying(others)
    if name in FORMATIONS and applying and not (taken and attacks):
        return f"No {name}: “{applying}” of the other side applies."
    return ""


def _applying(modifiers: tuple[Modifier, ...]) -> str:
    return next((name for name in FORMATIONS if has(modifiers, name)), "")
