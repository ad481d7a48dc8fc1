"""What one token more would be worth on dice that only tokens modify, in the best play of both sides."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.x_wing.best_play import best_damage
from rules.x_wing.hands import SPENDABLE, Hand, Hands

KINDS = {
    "lock": "a lock",
    "focus": "a focus token",
    "calculate": "a calculate token",
    "force": "a Force charge",
    "evade": "an evade token",
}
"""What can be spent on dice, by its name."""

ONE_DOES_ALL = ("lock", "focus")
"""Of these a second one does nothing for the same dice."""


def worth(hands: Hands, by_attacker: Collection[str]) -> tuple[tuple[str, bool, Fraction], ...]:
    """What each token would be worth: its name, whether it is the attacker's, and the expected damage with one more.

    ``by_attacker`` are the kinds that the attacker may spend. A second lock or focus token is left out.
    """
    found = []
    for attacks in (True, False):
        hand = hands.attack if attacks else hands.defence
        if not hand.dice or hand.unmodified:
            continue
        for kind, name in KINDS.items():
            has = getattr(hand.means, kind)
            if kind not in (by_attacker if attacks else SPENDABLE) or (has and kind in ONE_DOES_ALL):
                continue
            more = _with_another(hand, kind)
            changed = replace(hands, attack=more) if attacks else replace(hands, defence=more)
            found.append((f"another {name.split(' ', 1)[1]}" if has else name, attacks, best_damage(changed)))
    return tuple(found)


def _with_another(hand: Hand, kind: str) -> Hand:
    more: dict[str, Any] = {kind: True if kind == "lock" else getattr(hand.means, kind) + 1}
    return replace(hand, means=hand.means._replace(**more))
