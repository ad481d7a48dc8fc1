"""Standings by battles won."""

from rules.standings.tallies import Scheme

WINS = Scheme(
    "wins",
    "Battles won",
    "The most battles won comes first, then the most ties.",
    lambda tally: (tally.won, tally.tied),
)
