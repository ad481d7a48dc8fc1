"""The score of a battle by rounds as lines: a picture of what stands in figures below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.looks import INKS
from companion.queries.ending import Tally, have_moved

WIDTH, HEIGHT = 1000, 100
"""What the picture measures; it is stretched to the room that it gets."""


@dataclass(frozen=True)
class ScoreLine:
    """The line of one side, with its ink: each end of a round as a place of a path, the last of them marked."""

    ink: str
    path: str
    last: str


def score_lines(tallies: Sequence[Tally]) -> tuple[ScoreLine, ...]:
    """A line for each side from the first round to the last; none where no score has moved between two rounds."""
    scores = [score for tally in tallies for score in tally.scores]
    if not have_moved(tallies):
        return ()
    least, most = min(0, *scores), max(scores)
    return tuple(_line(tally, least, most) for tally in tallies)


def _line(tally: Tally, least: int, most: int) -> ScoreLine:
    steps = len(tally.scores) - 1
    places = [
        f"{WIDTH * number // steps} {HEIGHT - HEIGHT * (score - least) // (most - least)}"
        for number, score in enumerate(tally.scores)
    ]
    return ScoreLine(INKS[tally.look.colour], "M" + "L".join(places), f"M{places[-1]}h0")
