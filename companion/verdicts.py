"""Who is asked whether the result of a battle is right, and where that has come to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
    """Where a result has come to by what was said of it, in that order."""
    words, settled = _standing(asked, said)
    if not all(words.values()):
        return State.DISPUTED
    if settled or (words and words.keys() >= set(asked)):
        return State.CONFIRMED
    return State.OPEN if asked else State.ACCEPTED


def doubting(asked: Collection[int], said: Iterable[Said]) -> frozenset[int]:
    """The members whose dispute of a result stands, asked any more or not."""
    words, _ = _standing(asked, said)
    return frozenset(member for member, agrees in words.items() if member is not None and not agrees)


def ways_out(asked: frozenset[int], said: Sequence[Said], may_say: Iterable[int]) -> tuple[frozenset[int], ...]:
    """The members each of whom ends the dispute of a result alone, and those who do it only together, the last.

    ``may_say`` are those who may say anything of it. An organiser ends it too.
    """

    def ends(members: Iterable[int]) -> bool:
        return state_of(asked, [*said, *(Said(member, True) for member in members)]) is not State.DISPUTED

    alone = [frozenset({member}) for member in sorted(may_say) if ends({member})]
    together = asked
    for member in sorted(asked):
        if ends(together - {member}):
            together -= {member}
    return (*alone, together) if len(together) > 1 and ends(together) else tuple(alone)


def _standing(asked: Collection[int], said: Iterable[Said]) -> tuple[dict[int | None, bool], bool]:
    """What stands of what was said of a result, and whether an organiser has settled it: of each the last word counts.

    Once all agree who are asked, what others said before is over. Where nobody is asked, only the last word counts.
    """
    words: dict[int | None, bool] = {}
    settled = False
    for word in said:
        if word.settles:
            settled = word.agrees
        if word.settles or not asked:
            words.clear()
        words[word.member] = word.agrees
        if word.agrees and word.member in asked and all(map(words.get, asked)):
            words = dict.fromkeys(asked, True)
    return words, settled
