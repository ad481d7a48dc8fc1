"""Standings by battles won."""

from rules.standings.tallies import Scheme

WINS = Scheme(
    "wins",
    "Battles won",
    "Who has won the most battles is first; where that is even, who has tied more often.",
    lambda tally: (tally.won, tally.tied),
)
