"""What an attack does to a ship, with every damage card that changes the damage (dossier, D2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from rules.odds import odds
from rules.table import Table
from rules.x_wing.neutralise import Results
from rules.x_wing.wounds import Damage, Wounds, suffer


def fate(damage: Damage, table: Table) -> bool:
    """Whether the damage destroys the ship."""
    return table.play(suffer, damage).destroyed


@lru_cache(maxsize=1000)
def chance_destroyed(wounds: Wounds, left: Results) -> Fraction:
    """The chance that these results destroy a ship with these wounds."""
    needed = wounds.hull - wounds.cards + wounds.shields
    if left.total >= needed:
        return Fraction(1)
    if not left.crits and not wounds.faceup:
        return Fraction(0)
    return odds(fate, Damage(wounds, left.hits, left.crits)).get(True, Fraction(0))


def destroyed(wounds: Wounds, chances: Mapping[Results, Fraction]) -> Fraction:
    """The chance that an attack with these results destroys a ship with these wounds."""
    simple = wounds.simple()
    return sum((chance * chance_destroyed(simple, left) for left, chance in chances.items()), Fraction(0))
