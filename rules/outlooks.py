"""The odds that a game shows unless it tells more: how likely each end of what is declared is."""

from __future__ import annotations

from collections.abc import Callable

from rules.asks import B, Chance, D, Declared, Outlook
from rules.distributions import mapped
from rules.game import Outcome
from rules.odds import odds
from rules.table import Resolver


def usual_outlook(resolve: Resolver[Declared[B, D], Outcome]) -> Callable[[Declared[B, D]], Outlook]:
    """The chance of every headline, the likeliest first, when each side takes the usual options."""

    def outlook(declared: Declared[B, D]) -> Outlook:
        """The chances of what is declared."""
        ends = mapped(odds(resolve, declared), lambda outcome: outcome.headline)
        likely = sorted(ends.items(), key=lambda end: (-end[1], end[0]))
        return Outlook("What comes of it:", bars=tuple(Chance(headline, chance) for headline, chance in likely))

    return outlook
