"""What somebody may say of a result, by the one table of rights."""

from __future__ import annotations

from dataclasses import dataclass

from companion.members import Rights
from companion.permissions import Stake, Thing, disposes
from companion.queries.result_view import ResultView


@dataclass(frozen=True)
class Answers:
    """What somebody is offered: ``agrees`` to say that it is right, ``disputes`` that it is not.

    ``asked`` tells that an answer is awaited of them now, and ``settles`` that theirs is that of an organiser for all.
    """

    agrees: bool = False
    disputes: bool = False
    asked: bool = False
    settles: bool = False


def answers_of(result: ResultView | None, rights: Rights) -> Answers:
    """What whoever looks may say; nothing where there is no result, or they say nothing for the battle at all."""
    if result is None or not rights.sits:
        return Answers()
    member = rights.member.pk if rights.member else 0
    is_asked, waits = member in result.asked, member in result.awaited
    stake = Stake.OWN if member in result.people else Stake.OTHERS if result.asked else Stake.FREE
    may = disposes(Thing.RESULT, rights.standing, stake)
    is_news = result.corrected or member in result.ends or (not result.is_confirmed and (waits or not is_asked))
    return Answers(
        agrees=may and is_news,
        disputes=may,
        asked=waits and result.is_open and not result.counts,
        settles=bool(result.asked) and not is_asked and rights.leads,
    )
