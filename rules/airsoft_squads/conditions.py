"""Conditions that the app sees for itself, so that nobody is asked."""

from __future__ import annotations

from rules.airsoft_squads.modifiers import Modifier, Reach, While
from rules.airsoft_squads.pieces import Operator

UNMOVED = "it has not moved this turn"


def seen(modifier: Modifier, attacker: Operator, target: Operator) -> bool | None:
    """Whether the condition of a modifier holds in an attack; ``None`` where only the players know.

    It is known of whom a condition speaks only where the modifier is for its bearer.
    """
    if modifier.reach is not Reach.ITSELF or modifier.condition.rstrip(".?").casefold() != UNMOVED:
        return None
    return not (attacker if modifier.side is While.ATTACKER else target).moved


def counts(modifier: Modifier, attacker: Operator, target: Operator, met: frozenset[str]) -> bool:
    """Whether a modifier counts in an attack; ``met`` are the keys of those whose conditions the players said hold."""
    sees = seen(modifier, attacker, target)
    return not modifier.condition or (modifier.key in met if sees is None else sees)
