"""The score of a side with the entries that made it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from companion.looks import Look
from companion.models import Battle
from companion.queries.rulings import decided
from companion.queries.table_view import looks_in
from companion.services.history import Line, history_of
from companion.sheets import stored
from companion.steady import steady
from rules.changes import keyed
from rules.games import GAMES
from rules.origins import Origin
from rules.words import with_minus


@dataclass(frozen=True)
class Scored:
    """An entry that moved the score: its number, what it says, and the points before it and after it.

    ``how`` tells how it stands where it was corrected, and ``undone`` that a later entry moved the score back.
    """

    number: int
    headline: str
    before: int
    after: int
    how: str
    undone: bool

    @property
    def points(self) -> str:
        """By how much, with its sign."""
        return with_minus(f"{self.after - self.before:+d}")


@dataclass(frozen=True)
class ScorePage:
    """The score of a side, what it was before the first entry that moved it, and each of those.

    ``untold`` is the number of the last event of which the log tells too little; what it made is in ``first``.
    """

    side: str
    look: Look
    score: int
    first: int
    entries: tuple[Scored, ...]
    untold: int
    origin: Origin | None
    rulings: tuple[tuple[str, str], ...]


@steady()
def score_page(battle: Battle, key: str) -> ScorePage | None:
    """What the page of a side's score shows; ``None`` where there is no such side, or the rules give no points."""
    game = GAMES[battle.game]
    read = stored(battle)
    side = keyed(read.sheet).get(key)
    if side is None or side not in read.sheet.sides or not game.has_points:
        return None
    history = history_of(battle, read.sheet)
    moving = [(line, moved) for line in history.lines if (moved := _points(line, key))]
    first = side.score - sum(moved for _, moved in moving)
    afters = list(accumulate((moved for _, moved in moving), initial=first))
    origin = game.origin("", "score")
    return ScorePage(
        side=side.name,
        look=looks_in(read)[key],
        score=side.score,
        first=first,
        entries=tuple(
            Scored(line.entry.number, line.entry.headline, before, before + moved, line.became, line.undone)
            for (line, moved), before in zip(moving, afters, strict=False)
        ),
        untold=history.firm,
        origin=origin,
        rulings=tuple((question, decided(game.slug)[question]) for question in origin.decided) if origin else (),
    )


def _points(line: Line, side: str) -> int:
    """By how much an entry moves the score of a side."""
    moves = [change for change in line.entry.changes if change.piece == side and change.track == "score"]
    return sum(int(change.after or 0) - int(change.before or 0) for change in moves)
