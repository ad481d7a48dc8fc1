"""Who is asked whether the result of a battle is right, and where that has come to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.results import How


class State(StrEnum):
    """Where the result of a battle has come to."""

    ACCEPTED = "accepted"
    """There is nobody else to ask: it counts."""
    OPEN = "open"
    """Somebody else may still answer: it counts when the time for that is over."""
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Said:
    """What a member says of a result, or somebody unknown; an organiser who is not asked settles it for all."""

    member: int | None
    agrees: bool
    settles: bool = False


def asked_of(players: Mapping[int, How], ended_by: int | None) -> frozenset[int]:
    """The players who are asked: all but the one who ended the battle.

    Where none of them did, as at a tablet that lies on the table, it is those who have not won, or all where all have.
    """
    if ended_by in players:
        return frozenset(players) - {ended_by}
    return frozenset(player for player, how in players.items() if how is not How.WON) or frozenset(players)


def state_of(asked: Collection[int], said: Iterable[Said]) -> State:
    """Where a result has come to by what was said of it, in that order: of each the last word counts."""
    words: dict[int | None, bool] = {}
    settled = False
    for word in said:
        if word.settles:
            words.clear()
            settled = word.agrees
        words[word.member] = word.agrees
    if not all(words.values()):
        return State.DISPUTED
    agreed = {member for member, agrees in words.items() if agrees}
    if settled or (agreed and agreed >= set(asked)):
        return State.CONFIRMED
    return State.OPEN if asked else State.ACCEPTED
