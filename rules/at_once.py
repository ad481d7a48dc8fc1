"""Choices that follow one another and are made at once: every way in which a row of them can end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rules.asks import Choice, Option
from rules.game import Outcome, Procedure
from rules.play import Resolved, Waiting, play
from rules.table import Moment, Pick, Taken

MOST_ENDS = 8
"""More buttons than these are not read at a glance: what can end in more ways is asked step by step."""

Options: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """One way in which a row of choices ends: the options that are taken, in order, and how all of it reads.

    ``choices`` counts those, too, that the table takes by itself, for want of another option.
    """

    taken: Options
    choices: int
    option: Option


def ends_of(procedure: Procedure[Any, Any], moment: Moment[Any, Any]) -> tuple[End, ...]:
    """The ways in which the row of choices can end that begins at a moment, the usual one first.

    There are none where it is no row of several, or can end in too many ways. Ways that read alike are one.
    """
    if not isinstance(moment.ask, Choice) or moment.ask.row is None:
        return ()
    ends: dict[tuple[str, str], End] = {}
    for end in _Row(procedure, moment).ends():
        ends.setdefault((end.option.label, end.option.leads_to), end)
        if len(ends) > MOST_ENDS:
            return ()
    return tuple(ends.values()) if any(len(end.taken) > 1 for end in ends.values()) else ()


class _Row:
    """A row of choices from a moment on."""

    def __init__(self, procedure: Procedure[Any, Any], moment: Moment[Any, Any]) -> None:
        self._procedure, self._moment = procedure, moment
        self._earlier = len(self._all_taken(play(procedure.resolve, moment.declared, moment.replies)))

    def ends(self) -> Iterator[End]:
        """Every end, those that differ only in their order once where it does not matter."""
        return self._ends(self._moment, (), ())

    def _ends(self, moment: Moment[Any, Any], before: Options, told: Options) -> Iterator[End]:
        """The ends after some options; what ``told`` names is in ends that were found already."""
        ask, declared = moment.ask, moment.declared
        assert isinstance(ask, Choice)
        left = [value for value in ask.options if value not in told]
        for place, value in enumerate(left):
            replies = (*moment.replies, Pick(ask.label, value))
            now = play(self._procedure.resolve, declared, replies)
            taken = (*before, value)
            if isinstance(now, Waiting) and isinstance(now.ask, Choice) and now.ask.row == ask.row:
                passed = (*told, *left[:place]) if ask.IN_ANY_ORDER else ()
                yield from self._ends(Moment(declared, replies, now.ask), taken, passed)
                continue
            steps = self._all_taken(now)[self._earlier :]
            option = steps[-1].ask.end(declared, [step.option for step in steps])
            found = self._procedure.odds_at(moment, value)
            if found:
                option = replace(option, main=found.main, expected=found.expected)
            yield End(taken, len(steps), option)

    def _all_taken(self, now: Waiting | Resolved[Outcome]) -> list[Taken]:
        """Everything that was taken in choices of the row so far."""
        assert isinstance(self._moment.ask, Choice)
        row = self._moment.ask.row
        return [step for step in now.trace if isinstance(step, Taken) and step.ask.row == row]
