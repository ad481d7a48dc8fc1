"""What the templates of questions need: what is shown of them, how it is laid out, and what cannot be answered now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django import template

from companion.forms.questions import AskedQuestion, Segment
from companion.forms.rows import AskedRows, OfferedRow

register = template.Library()

SHOWN = 3
"""Long questions show this many options and fold the rest."""

FOLD_FROM = 6
SHORT = 4
LONGEST_TOKEN = 9
LONGEST_WORD = 8
"""Of three and more buttons beside their question, none holds a longer word."""

LONGEST_NOTE = 24
"""What an answer leads to has no room beside the question where it is longer."""

MIDDLING = 14


@register.filter
def columns(question: AskedQuestion) -> int:
    """How many of a question's buttons stand side by side."""
    count = len(_shown(question))
    longest = max((len(segment.option.label) for segment in possible(question)), default=0)
    if longest <= SHORT:
        return count if count <= 8 else (count + 1) // 2
    if count < len(possible(question)):
        return count + 1
    if count == SHOWN + 1:
        return 2
    return min(count, 3 if longest <= MIDDLING or count <= SHOWN else 2)


@register.filter
def inline(question: AskedQuestion) -> bool:
    """Whether a question fits beside its buttons."""
    options = [segment.option for segment in possible(question)]
    words = [word for option in options for word in option.label.split()]
    short = len(options) <= 2 or all(len(word) <= LONGEST_WORD for word in words)
    fits = all(len(option.label) <= MIDDLING and len(option.leads_to) <= LONGEST_NOTE for option in options)
    return 0 < len(options) <= 4 and short and fits


@register.filter
def shown(question: AskedQuestion) -> tuple[Segment, ...]:
    """The options that are always in sight."""
    return _shown(question)


@register.filter
def folded(question: AskedQuestion) -> tuple[Segment, ...]:
    """The options behind “more”."""
    return possible(question)[len(_shown(question)) :]


@register.filter
def first_rows(rows: AskedRows) -> tuple[OfferedRow, ...]:
    """The rows that are always in sight."""
    return _possible_rows(rows)[:SHOWN]


@register.filter
def abreast(rows: AskedRows) -> int:
    """How many of the rows stand side by side, with the button for more."""
    if not first_rows(rows):
        return 1
    longest = max(len(offered.row.name) for offered in first_rows(rows))
    short = longest <= LONGEST_TOKEN and not any(o.row.dice or o.row.leads_to for o in _possible_rows(rows))
    return SHOWN + 1 if short else 2


@register.filter
def rest_of_rows(rows: AskedRows) -> dict[str, Any]:
    """The rows behind “more”, and whether any of them, or a typed one, is taken."""
    rest = _possible_rows(rows)[SHOWN:]
    return {"offered": rest, "open": any(row.checked for row in rest) or any(row.is_filled for row in rows.typed)}


@register.filter
def any_checked(segments: tuple[Segment, ...]) -> bool:
    """Whether the chosen option is among these."""
    return any(segment.checked for segment in segments)


@register.filter
def shape(questions: tuple[AskedQuestion, ...]) -> str:
    """A short sum of what is asked and offered, whatever is answered: equal shapes need no redrawing."""
    told = " ".join(",".join((question.name, question.help, *_offered(question))) for question in questions)
    return f"{crc32(told.encode()):x}"


def _offered(question: AskedQuestion) -> Iterator[str]:
    yield from (s.value + s.option.leads_to + s.option.refused for s in question.segments)
    for offered in question.rows.offered if question.rows else ():
        row = offered.row
        yield "".join((offered.name, *map(str, row.dice), row.leads_to, row.refused))


def _shown(question: AskedQuestion) -> tuple[Segment, ...]:
    segments = possible(question)
    long = [segment for segment in segments if len(segment.option.label) > SHORT]
    return segments[:SHOWN] if len(long) > 1 and len(segments) >= FOLD_FROM else segments


def possible(question: AskedQuestion) -> tuple[Segment, ...]:
    """The answers that can be given: nothing is drawn for what cannot be."""
    return tuple(segment for segment in question.segments if not segment.option.refused)


def _possible_rows(rows: AskedRows) -> tuple[OfferedRow, ...]:
    return tuple(offered for offered in rows.offered if not offered.row.refused)


@dataclass(frozen=True)
class NotNow:
    """What cannot be answered now, on one line, and why, each reason once after the names of what it refuses."""

    names: str
    reasons: tuple[tuple[str, str], ...]
    open: bool


@register.filter
def not_now(questions: Sequence[AskedQuestion]) -> NotNow | None:
    """What of some questions is refused; it is unfolded where what it leads to is answered."""
    refused = [one for question in questions for one in _refused(question)]
    if not refused:
        return None
    reasons = dict.fromkeys(reason for _, reason in refused)
    told = tuple((_named([name for name, why in refused if why == reason], reason), reason) for reason in reasons)
    names = ", ".join(dict.fromkeys(name for name, _ in refused))
    return NotNow(names, told, any(question.rare and question.open for question in questions))


def _named(names: Sequence[str], reason: str) -> str:
    """The names before a reason, each once; none where the reason says them itself."""
    said = all(name.casefold() in reason.casefold() for name in names)
    return "" if said else ", ".join(dict.fromkeys(names))


def _refused(question: AskedQuestion) -> Iterator[tuple[str, str]]:
    for segment in question.segments:
        option = segment.option
        if option.refused:
            yield option.label if len(option.label) > SHORT else f"{question.label} {option.label}", option.refused
    for offered in question.rows.offered if question.rows else ():
        if offered.row.refused:
            yield offered.row.name, offered.row.refused
