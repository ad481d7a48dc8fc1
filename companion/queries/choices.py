"""What the page shows of a choice: its options, or all that one screen decides."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.forms.picking import APPLIED, several
from companion.queries.laying import laid_places
from rules.asks import Answer, Choice, Option
from rules.at_once import ends_of
from rules.changes import keyed
from rules.passing import passed, usually
from rules.play import Resolved
from rules.replay import Record
from rules.table import Moment
from rules.untold import Untold


@dataclass(frozen=True)
class Passing:
    """The button by which nobody does anything, or by which the usual is done and applied.

    It has the name and value under which it is posted, and says how it reads.
    """

    field: str
    value: str
    label: str
    leads_to: str = ""
    instead_of: Answer = None
    """The option that does the same, where it is all that this does: nobody is offered it twice."""


def choice_of(
    record: Record, moment: Moment[Any, Any], typed: Mapping[str, Any], *, applying: Collection[str] | None
) -> dict[str, Any]:
    """A choice, or all those of a screen: dice on their places, or the ways in which a row of choices can end.

    Where each side has its player, ``applying`` are the sides that apply what was declared.
    """
    ask = moment.ask
    assert isinstance(ask, Choice)
    shown = {"whose": getattr(keyed(record.battle).get(ask.by), "name", ""), "has_usual": not isinstance(ask, Untold)}
    laying = ask.laying(record.declared)
    if laying:
        return {**shown, "sentence": laying.sentence, "places": laid_places(laying, typed)}
    ends = ends_of(record.procedure, moment)
    if not ends:
        options = record.procedure.options(moment)
        best, passing = best_of(options, record, ask.by), _passing(record, moment, applying)
        if passing:
            options = tuple(option for option in options if option.value != passing.instead_of)
        return {
            **shown,
            "sentence": ask.sentence(record.declared),
            "options": options,
            "best": best,
            "passing": passing or _usually(record, moment, options[0], options[0].value, applying=applying),
        }
    options = tuple(replace(end.option, value=several(end.taken)) for end in ends)
    return {
        **shown,
        "sentence": ask.row_sentence(record.declared, max(end.choices for end in ends)),
        "options": options,
        "best": best_of(options, record, ask.by),
        "passing": _usually(record, moment, options[0], *ends[0].taken, applying=applying),
        "field": "options",
    }


def best_of(options: Sequence[Option], record: Record, by: str) -> Option | None:
    """The option with the best odds for the side that decides; ``None`` where no single one has.

    What matters most is that somebody is hurt: their own side wants that least, the other one most.
    """
    likely = {option: option.main for option in options if option.main}
    if len(likely) < len(options) or len({main.chance for main in likely.values()}) < 2:
        return None
    whom = {main.whom for main in likely.values()}
    suffers = {piece.side for piece in record.battle.pieces if piece.name in whom}
    if len(suffers) != 1:
        return None
    chance = (min if by in suffers else max)(main.chance for main in likely.values())
    leading = [option for option, main in likely.items() if main.chance == chance]
    return leading[0] if len(leading) == 1 else None


def _passing(record: Record, moment: Moment[Any, Any], applying: Collection[str] | None) -> Passing | None:
    found = passed(record.procedure, moment)
    # Where each side has its player, nobody passes for another.
    if found is None or (applying is not None and len(found.sides) > 1):
        return None
    value, ask = several(found.taken), moment.ask
    alone = found.taken[0] if len(found.taken) == 1 else None
    if isinstance(found.played, Resolved) and (applying is None or found.sides.issubset(applying)):
        # The usual option keeps its own seat, from which nothing is stored yet.
        is_usual = isinstance(ask, Choice) and alone == ask.options[0]
        instead_of = None if is_usual else alone
        return Passing(APPLIED, value, f"Apply: {found.label}", found.played.outcome.headline, instead_of)
    return Passing("options", value, found.label) if alone is None else None


def _usually(
    record: Record, moment: Moment[Any, Any], usual: Option, *taken: Any, applying: Collection[str] | None
) -> Passing | None:
    """The usual option applied by the tap that takes it; it keeps its own seat, from which nothing is stored yet."""
    ask, outcome = moment.ask, usually(record.procedure, moment, taken)
    if outcome is None or not isinstance(ask, Choice) or (applying is not None and ask.by not in applying):
        return None
    return Passing(APPLIED, several(taken), f"Apply: {usual.label}", outcome.headline)
