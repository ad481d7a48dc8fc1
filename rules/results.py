"""What a battle that is over comes to for each of its sides."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.game import Game


class How(StrEnum):
    """How a battle ended for a side, the best first."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"
    ENDED = "ended"
    """Nobody has won it, or no text tells who has."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a battle came to for the side with this key: its score, and the best one of the others."""

    side: str
    how: How
    score: int
    rival: int


def winners_of(game: Game[Any], battle: Any) -> tuple[str, ...]:
    """The keys of the sides that have won a battle, of all in a draw; of none while it goes on or no text tells."""
    won = game.winners(battle)
    return won or (tuple(side.key for side in battle.sides) if battle.over and game.draws else ())


def results_of(game: Game[Any], battle: Any) -> tuple[SideResult, ...]:
    """The result of each side of a battle, in their order; none while it goes on."""
    if not battle.over:
        return ()
    won = winners_of(game, battle)
    scores = {side.key: side.score if game.has_points else 0 for side in battle.sides}
    return tuple(
        SideResult(key, _how(key, won), score, max((other for at, other in scores.items() if at != key), default=0))
        for key, score in scores.items()
    )


def of_players(results: Sequence[SideResult], plays: Mapping[str, Hashable]) -> tuple[SideResult, ...]:
    """One result for each who plays, by the keys of the sides: of several sides the best one, and what others came to.

    Whose sides are all that have won has won, though the rules call it a tie.
    """
    won = {plays[one.side] for one in results if one.how in (How.WON, How.TIED)}
    found = []
    for who in dict.fromkeys(plays[one.side] for one in results):
        own = [one for one in results if plays[one.side] == who]
        best = min(own, key=lambda one: (list(How).index(one.how), -one.score))
        rival = max((one.score for one in results if plays[one.side] != who), default=0)
        found.append(replace(best, how=How.WON if won == {who} else best.how, rival=rival))
    return tuple(found)


def _how(side: str, won: tuple[str, ...]) -> How:
    if not won:
        return How.ENDED
    if side not in won:
        return How.LOST
    return How.WON if len(won) == 1 else How.TIED
