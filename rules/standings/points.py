"""Standings by points scored."""

from rules.standings.tallies import Scheme

POINTS = Scheme(
    "points",
    "Points scored",
    "The most points scored in all battles together comes first.",
    lambda tally: (tally.points,),
    by_points=True,
)
