"""Standings by points scored."""

from rules.standings.tallies import Scheme

POINTS = Scheme(
    "points",
    "Points scored",
    "Who has scored the most points in all battles together is first.",
    lambda tally: (tally.points,),
    by_points=True,
)
