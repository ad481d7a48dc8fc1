"""Standings by margin."""

from rules.standings.tallies import Scheme

MARGIN = Scheme(
    "margin",
    "Margin",
    "The points scored, less those of the best of the others, in all battles together: the most is first.",
    lambda tally: (tally.margin,),
    by_points=True,
)
