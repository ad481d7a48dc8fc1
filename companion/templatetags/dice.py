"""How dice are drawn: by shape, colour and letter, with what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.queries.meetings import Meeting, meetings
from rules.fates import Became, Fate
from rules.replay import Rolled

register = template.Library()

COLOURS_OF_DICE = ("white", "red", "blue", "yellow", "green")
SHAPES = {
    "red": "d8",
    "green": "d8g",
    "blue d6": "d6r",
    "d4": "d4",
    "d8": "d8",
    "d10": "d10",
    "d12": "d12",
    "d20": "d20",
}
"""How dice are drawn that are no square cubes, by their whole names or by their sides."""

CUBES = ("d6", "d6r")
"""The shapes that show pips."""

LETTER = '<use class="letter" href="{}#letter-{}" x="54" y="60"></use>'
"""What tells dice of one shape apart whose colours somebody may not see."""


OVER_DICE = {
    Became.CANCELLED: SafeString('<path class="crossed" d="M6 58 58 6"></path>'),
    Became.REROLLED: SafeString('<path class="again" d="M50 24A20 20 0 1 0 52 36M52 12v13H39"></path>'),
}
"""What is drawn over dice that do not count any more."""


@register.filter
def colour_of_die(name: str) -> str:
    """The colour that a die's name begins with; empty for one of no colour."""
    return next((colour for colour in COLOURS_OF_DICE if name.startswith(colour)), "")


@register.simple_tag
def die(name: str, face: object, symbols: Sequence[str] = (), fate: Fate | None = None) -> SafeString:
    """A die that shows a face, drawn as one with its fate; a card or a chit is written."""
    shown = str(face)
    if len(shown) > len("calculate"):
        return format_html('<span class="wordy">{}</span>', shown)
    shape, colour = SHAPES.get(name) or SHAPES.get(name.rpartition(" ")[2], "d6"), colour_of_die(name)
    sheet = static("icons.svg")
    if shown in symbols or (shape in CUBES and shown in tuple("123456")):
        drawn = shown if shown in symbols else f"pip-{shown}"
        inside = format_html('<use class="face" href="{}#{}" x="17" y="16" width="30" height="30"></use>', sheet, drawn)
    else:
        inside = format_html('<text x="32" y="41">{}</text>', shown)
    letter = format_html(LETTER, sheet, colour[0]) if colour else ""
    body = format_html('<use class="body" href="{}#{}"></use>', sheet, shape)
    if fate is None:
        return _drawn("", shown, format_html("{}{}{}", body, inside, letter))
    over: str = OVER_DICE.get(fate.became, SafeString(""))
    said = f"{fate.said}, pair {fate.pair}" if fate.pair else fate.said
    return _drawn(f" is-{fate.became}", f"{shown}, {said}", format_html("{}{}{}{}", body, inside, letter, over))


@register.filter
def as_they_met(rolls: Sequence[Rolled]) -> list[Meeting | Rolled]:
    """Rolls, those whose dice cancelled each other together."""
    return list(meetings(rolls))


def _drawn(more: str, said: str, inside: SafeString) -> SafeString:
    return format_html(
        '<svg class="die-drawn{}" viewBox="0 0 64 64" role="img" aria-label="{}">{}</svg>', more, said, inside
    )
