"""Standings by margin."""

from rules.standings.tallies import Scheme

MARGIN = Scheme(
    "margin",
    "Margin",
    "The biggest margin comes first: the points scored, less those of the best other side, in all battles together.",
    lambda tally: (tally.margin,),
    by_points=True,
)
