"""What a weapon makes of the results that are left: damage, tokens, a shield (2.5, xwing-data2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules.asks import Side
from rules.changes import Change, difference
from rules.table import Table
from rules.x_wing.dice import Results
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Effect, Ship
from rules.x_wing.token_effects import ionized, jammed, note_ionized

TURBO = 3
"""The hits that a Turbolaser Battery adds when it hits."""

COST_A_SHIELD = (Effect.PLASMA, Effect.SHIELD_LOST)
NO_DAMAGE = (Effect.ION, Effect.JAM, Effect.TRACTOR, Effect.MAG_PULSE, Effect.TRACERS, Effect.ION_BATTERY)
"""The weapons whose results are not damage."""
OTHERWISE = (*NO_DAMAGE, Effect.TURBOLASER)
"""The weapons whose damage is not just what is left."""

INSTEAD = {Effect.HOMING: Results(1), Effect.HOMING_CRIT: Results(0, 1)}
"""The damage that a defender may suffer instead of the dice."""


@dataclass(frozen=True, slots=True)
class Inflicted:
    """The damage of an attack, and its tokens as pairs of kind and count."""

    damage: Results
    tokens: tuple[tuple[str, int], ...] = ()


def inflicted(effect: Effect, left: Results) -> Inflicted:
    """The damage and the tokens that come of the results that are left."""
    if effect not in OTHERWISE or not left.total:
        return Inflicted(left)
    tokens = {
        Effect.ION: (("ion", left.total - 1),),
        Effect.ION_BATTERY: (("ion", left.total),),
        Effect.JAM: (("jam", left.total),),
        Effect.TRACTOR: (("tractor", left.total),),
        Effect.MAG_PULSE: (("deplete", 1), ("jam", 1)),
    }
    damage = {
        Effect.ION: Results(1),
        Effect.ION_BATTERY: Results(0, 1),
        Effect.MAG_PULSE: Results(0, 1),
        Effect.TURBOLASER: Results(left.hits + TURBO, left.crits),
    }
    gained = tuple((kind, count) for kind, count in tokens.get(effect, ()) if count)
    return Inflicted(damage.get(effect, Results()), gained)


def token_changes(
    battle: Battle, defender: Ship, tokens: Iterable[tuple[str, int]], by: Side, table: Table
) -> tuple[Change, ...]:
    """The tokens that the defender gains, and what they cost it."""
    now = defender
    for kind, count in tokens:
        table.note(f"5 {kind} tokens", count)
        gained: dict[str, Any] = {kind: getattr(now, kind) + count}
        now = jammed(now, count, by, table) if kind == "jam" else replace(now, **gained)
        if kind == "ion":
            before, now = now, ionized(battle, now)
            note_ionized(before, now, table)
    return difference(defender, now)
