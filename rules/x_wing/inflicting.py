"""What is left uncancelled, as damage or as tokens (seed, step 5; dossier, A8, "Inflict" weapons)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.changes import Change, difference
from rules.table import Side, Table
from rules.x_wing.ionizing import ionized, note_ionized
from rules.x_wing.jam import jammed
from rules.x_wing.neutralise import Results
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Effect, Ship


@dataclass(frozen=True, slots=True)
class Inflicted:
    """The damage and the tokens of an attack."""

    damage: Results
    kind: str = ""
    count: int = 0

    @property
    def article(self) -> str:
        """The article before the kind of its tokens."""
        return "an" if self.kind == "ion" else "a"


def inflicted(effect: Effect, left: Results) -> Inflicted:
    """What a weapon makes of the results that are left."""
    if effect is Effect.ION and left.total:
        return Inflicted(Results(1), "ion", left.total - 1)
    if effect is Effect.JAM:
        return Inflicted(Results(), "jam", left.total)
    if effect is Effect.TRACTOR:
        return Inflicted(Results(), "tractor", left.total)
    return Inflicted(left)


def token_changes(battle: Battle, defender: Ship, done: Inflicted, by: Side, table: Table) -> tuple[Change, ...]:
    """The tokens that the defender gains, and what they cost it."""
    table.note(f"5 {done.kind} tokens", done.count)
    if done.kind == "jam":
        return jammed(defender, done.count, by, table)
    if done.kind == "tractor":
        return (Change(defender.key, "tractor", defender.tractor, defender.tractor + done.count),)
    now = ionized(battle, replace(defender, ion=defender.ion + done.count))
    note_ionized(defender, now, table)
    return difference(defender, now)
