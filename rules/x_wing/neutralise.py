"""How evades cancel hits and crits (seed, step 4), and what reinforce cancels besides (dossier, A10)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Results:
    """Hits and crits."""

    hits: int = 0
    crits: int = 0

    @property
    def total(self) -> int:
        """Both together; an attack hits when one at least is left."""
        return self.hits + self.crits

    @property
    def tamed(self) -> Results:
        """The same with every crit turned into a hit."""
        return Results(self.total, 0)

    def without(self, cancelled: int, *, crits_first: bool = False) -> Results:
        """What is left when some are cancelled, hits first unless the weapon says otherwise."""
        cancelled = min(cancelled, self.total)
        if crits_first:
            crits = min(cancelled, self.crits)
            return Results(self.hits - (cancelled - crits), self.crits - crits)
        hits = min(cancelled, self.hits)
        return Results(self.hits - hits, self.crits - (cancelled - hits))

    def __str__(self) -> str:
        words = [f"{count} {face}" for count, face in ((self.hits, "hit"), (self.crits, "crit")) if count]
        return ", ".join(words) or "none"


def neutralised(results: Results, evades: int, *, reinforce: int = 0, crits_first: bool = False) -> Results:
    """What is left after the evades and the active reinforce tokens.

    Each token cancels one more, hits before crits, as long as more than one is left (dossier, A10).
    """
    left = results.without(evades, crits_first=crits_first)
    return left.without(min(reinforce, max(0, left.total - 1)))
