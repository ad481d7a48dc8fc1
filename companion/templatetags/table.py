"""What the pages' templates need beyond Django's own: icons, chances in words, and the layout of questions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.forms.questions import AskedQuestion, Segment
from companion.forms.rows import AskedRows, OfferedRow
from rules import odds
from rules.bounds import all_bounds, labels_of

register = template.Library()

SHOWN = 3
"""Long questions show this many options and fold the rest."""

FOLD_FROM = 6
UNBROKEN = "\N{NO-BREAK SPACE}"
SHORT = 4
MIDDLING = 14


@register.simple_tag
def icon(name: str) -> SafeString:
    """A picture from the icon sheet, for the eye only: words beside it say the same."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("icons.svg"),
        name,
    )


@register.filter
def pictured(text: str, symbols: Sequence[str] | str) -> str:
    """A text in which every counted face that is a symbol has its picture before its word."""
    if not symbols:
        return text
    counted = re.compile(rf"(\d )({'|'.join(map(re.escape, symbols))})\b")
    parts = counted.split(text)
    found = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    return format_html(
        "{}{}", parts[0], format_html_join("", "{}{} {}{}", ((n, icon(f), f, rest) for n, f, rest in found))
    )


@register.filter
def percent(chance: Fraction) -> str:
    """A chance in percent, its sign kept with its number."""
    return unbroken(odds.percent(chance))


@register.filter
def brief_percent(chance: Fraction) -> str:
    """A chance in percent where there is little room."""
    return percent(chance).replace("under ", "<").replace("over ", ">")


@register.filter
def unbroken(line: str) -> str:
    """A line whose percent signs stay with their numbers."""
    return line.replace(" %", f"{UNBROKEN}%")


@register.filter
def width(chance: Fraction) -> int:
    """The length of a bar, 0 to 100; what may happen at all is seen."""
    return max(1, round(chance * 100)) if chance else 0


@register.filter
def columns(question: AskedQuestion) -> int:
    """How many of a question's buttons stand side by side."""
    count = len(_shown(question))
    longest = max((len(segment.option.label) for segment in question.segments), default=0)
    if longest <= SHORT:
        return count if count <= 8 else (count + 1) // 2
    if count < len(question.segments):
        return count + 1
    return min(count, 3 if longest <= MIDDLING or count <= SHOWN else 2)


@register.filter
def inline(question: AskedQuestion) -> bool:
    """Whether a question fits into one line with its buttons."""
    longest = max((len(segment.option.label) for segment in question.segments), default=0)
    return 0 < len(question.segments) <= 4 and longest <= 8


@register.filter
def shown(question: AskedQuestion) -> tuple[Segment, ...]:
    """The options that are always in sight."""
    return _shown(question)


@register.filter
def folded(question: AskedQuestion) -> tuple[Segment, ...]:
    """The options behind “more”."""
    return question.segments[len(_shown(question)) :]


@register.filter
def first_rows(rows: AskedRows) -> tuple[OfferedRow, ...]:
    """The rows that are always in sight."""
    return rows.offered[:SHOWN]


@register.filter
def rest_of_rows(rows: AskedRows) -> dict[str, Any]:
    """The rows behind “more”, and whether any of them, or a typed one, is taken."""
    rest = rows.offered[SHOWN:]
    return {"offered": rest, "open": any(row.checked for row in rest) or any(row.is_filled for row in rows.typed)}


@register.filter
def tracks(piece: Any) -> list[tuple[str, int | str]]:
    """What a piece shows: its numbers by their names, then the names of what is true of it."""
    kind: Any = type(piece)
    numbers = [(bounds.called, getattr(piece, name)) for name, bounds in all_bounds(kind).items()]
    true = [(word, "") for name, word in labels_of(kind).items() if getattr(piece, name) is True]
    return [(called, shown) for called, shown in numbers if shown is not None] + true


@register.filter
def any_checked(segments: tuple[Segment, ...]) -> bool:
    """Whether the chosen option is among these."""
    return any(segment.checked for segment in segments)


@register.filter
def shape(questions: tuple[AskedQuestion, ...]) -> str:
    """What is asked and offered, whatever is answered: equal shapes need no redrawing."""
    return " ".join(",".join((question.name, question.help, *_offered(question))) for question in questions)


def _offered(question: AskedQuestion) -> Iterator[str]:
    yield from (s.value + s.option.leads_to + s.option.refused for s in question.segments)
    for offered in question.rows.offered if question.rows else ():
        yield offered.name + offered.row.leads_to + offered.row.refused


def _shown(question: AskedQuestion) -> tuple[Segment, ...]:
    long = any(len(segment.option.label) > SHORT for segment in question.segments)
    return question.segments[:SHOWN] if long and len(question.segments) >= FOLD_FROM else question.segments
