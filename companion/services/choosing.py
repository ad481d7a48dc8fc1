"""The options of one screen, posted at once, as the replies that they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.services.refusals import Refusal, Stale
from companion.services.under_way import still_plays
from rules.asks import Choice, Place, Roll
from rules.game import Outcome
from rules.play import Resolved, Waiting
from rules.replay import Record
from rules.table import Pick, Taken
from rules.words import capitalised, without_step

FINISHED = "That question is closed. Your answer was not stored."


def picked(record: Record, waiting: Waiting, options: Sequence[str], *, of_one_side: bool) -> tuple[Pick, ...]:
    """The replies that some options are, each to the choice that is asked after the one before.

    Raises ``Refusal`` where one of them is not offered. Of dice that are laid on several places, the options are those
    of the places in their order; a place that has only one left is not asked about. What is ``of_one_side`` answers
    nothing that another side decides.
    """
    laying = waiting.ask.laying(record.declared) if isinstance(waiting.ask, Choice) and len(options) > 1 else None
    places = laying.places if laying else (None,) * len(options)
    if len(options) > len(places):
        raise _not_offered(options[-1], None)
    now: Waiting | Resolved[Outcome] = waiting
    picks: list[Pick] = []
    for place, option in zip(places, options, strict=False):
        if place and _takes_by_itself(now, place):
            if str(_taken(now, place)) != option:
                raise _not_offered(option, place)
            continue
        picks.append(_pick(now, option, place))
        if of_one_side and _by(now) != _by(waiting):
            raise Refusal("The other side decides that. Nothing was stored.")
        now = still_plays(replace(record, replies=(*record.replies, *picks)))
    return tuple(picks)


def _by(now: Waiting | Resolved[Outcome]) -> str:
    return now.ask.by if isinstance(now, Waiting) and isinstance(now.ask, Choice) else ""


def _pick(now: Waiting | Resolved[Outcome], text: str, place: Place | None) -> Pick:
    if isinstance(now, Resolved):
        raise Stale(FINISHED)
    ask = now.ask
    if isinstance(ask, Roll):
        raise Refusal(f"“{without_step(ask.label)}” asks for dice, not for a choice.")
    for option in ask.options:
        if str(option) == text:
            return Pick(ask.label, option)
    raise _not_offered(text, place)


def _takes_by_itself(now: Waiting | Resolved[Outcome], place: Place) -> bool:
    return isinstance(now, Resolved) or now.ask.label != place.label


def _taken(now: Waiting | Resolved[Outcome], place: Place) -> int | str | None:
    """What lies on a place already."""
    taken = [step.option for step in now.trace if isinstance(step, Taken) and step.label == place.label]
    return taken[-1] if taken else None


def _not_offered(text: str, place: Place | None) -> Refusal:
    known = {str(option.value): option.label for option in place.options} if place else {}
    if place and text in known:
        return Refusal(f"{capitalised(known[text])} is taken already: choose another die for {place.name}.")
    return Refusal(f"“{text}” is not on offer. Choose one of the buttons.")
