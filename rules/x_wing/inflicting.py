"""What is left uncancelled, as damage or as tokens (seed, step 5; dossier, A8, "Inflict" weapons)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change
from rules.table import Side, Table
from rules.x_wing.jam import jammed
from rules.x_wing.neutralise import Results
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


def token_changes(defender: Ship, done: Inflicted, by: Side, table: Table) -> tuple[Change, ...]:
    """The tokens that the defender gains."""
    table.note(f"5 {done.kind} tokens", done.count)
    if done.kind == "jam":
        return jammed(defender, done.count, by, table)
    gained = getattr(defender, done.kind)
    return (Change(defender.key, done.kind, gained, gained + done.count),)
