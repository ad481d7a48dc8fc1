"""What the pages' templates need beyond Django's own: icons, sides, and chances in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.behind import page_behind
from companion.live.versions import log_version
from companion.looks import Look
from companion.members import Rights
from companion.models import Member
from companion.queries.catalogue import Known
from companion.queries.pad import Pad
from companion.queries.sight import Sight
from companion.queries.taps import PageTaps
from rules import odds
from rules.bounds import all_bounds, labels_of
from rules.results import How
from rules.words import listed, with_minus, without_rank, without_step

register = template.Library()
register.filter("unnumbered", without_step)
register.filter("short_name", without_rank)
register.filter("listed", listed)
register.filter("minus", with_minus)
register.filter("log_version", log_version)

UNBROKEN = "\N{NO-BREAK SPACE}"


@register.simple_tag
@lru_cache(maxsize=256)
def icon(name: str) -> SafeString:
    """A picture from the icon sheet, for the eye only: words beside it say the same."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>',
        static("icons.svg"),
        name,
    )


@register.simple_tag
def address_of(request: HttpRequest) -> str:
    """The address of a page, or of that on which somebody has tapped for it."""
    return request.get_full_path() if request.method in ("GET", "HEAD") else page_behind(request.path)


@register.filter
def way_to(rights: Rights | None, place: Any) -> Any:
    """The campaign or what stands in it, for whoever may be led there; nobody is known where nothing was loaded."""
    return rights.way_to(place) if rights else None


@register.simple_tag
def emblem(look: Look) -> SafeString:
    """The emblem of a side; nothing for what belongs to none."""
    return icon(f"em-{look.emblem}") if look.emblem else SafeString("")


@register.filter
@lru_cache(maxsize=1024)
def doer(look: Look | None) -> SafeString:
    """The emblem of a side in its colour; nothing where none is known."""
    if look is None:
        return SafeString("")
    return format_html('<span class="doer" data-side="{}">{}</span>', look.colour, emblem(look))


@register.filter
@lru_cache(maxsize=1024)
def letters(hows: tuple[How, ...]) -> SafeString:
    """How the last battles of a player ended, in words, and a letter for each for the eye."""
    said = ", ".join(hows) or "none of late"
    marks = format_html_join("", '<i class="is-{}" aria-hidden="true">{}</i>', [(how, how[0].upper()) for how in hows])
    return format_html('<span class="visually-hidden">{}</span>{}', said, marks)


@dataclass(frozen=True)
class Said:
    """A chance as a count for tired eyes: a large number, and of what it is."""

    number: str
    of: str
    is_percent: bool = False


@register.filter
def owner_of(page: Any, key: str) -> Any:
    """The side that a piece belongs to; ``None`` for one of no side, or on a page that shows none."""
    sides = getattr(page, "sides", ())
    return next((side for side in sides for card in (*side.cards, *side.destroyed) if card.key == key), None)


@register.filter
def side_of(page: Any, key: str) -> str:
    """The colour of the side that a piece belongs to; empty for one of no side."""
    owner = owner_of(page, key)
    return owner.look.colour if owner else ""


@register.filter
def side_with(page: Any, key: str) -> Any:
    """The side of that key on a page; ``None`` where there is none."""
    return next((side for side in page.sides if side.key == key), None)


@register.filter
def times_in_ten(chance: Fraction) -> Said:
    """A chance as so many times in ten; in percent where that would be none or all of them."""
    tenths = round(chance * 10)
    if 0 < tenths < 10:
        return Said(str(tenths), "time in 10" if tenths == 1 else "times in 10")
    return Said(brief_percent(chance), "of the time", is_percent=True)


@register.filter
def marks(chance: Fraction) -> list[bool]:
    """Ten marks, of which as many are set as the chance has tenths."""
    return [place < round(chance * 10) for place in range(10)]


@register.filter
def above(chance: Fraction) -> int:
    """What is left above a standing bar of that length."""
    return 100 - width(chance)


@register.simple_tag
@lru_cache(maxsize=256)
def pips(left: int, most: int, then: int | None = None, kind: str = "") -> SafeString:
    """A pip for each of the most, for the eye only: those that are left, those about to go, and those that are gone."""
    stay, places = left if then is None else min(left, then), range(max(left, most))
    states = ("" if place < stay else " is-going" if place < left else " is-off" for place in places)
    return format_html_join("", '<i class="pip{}{}" aria-hidden="true"></i>', ((kind, state) for state in states))


@dataclass(frozen=True)
class Standing:
    """What a track of a piece shows and is about to show; ``None`` or nothing at all where it shows none."""

    now: Any
    then: Any

    @property
    def mark(self) -> str:
        """A class for what is about to go, to come or to become another."""
        if self.now == self.then:
            return ""
        return " is-going" if not self.then else " is-coming" if not self.now else " is-shifting"

    @property
    def shown(self) -> bool:
        """Whether there is anything to show."""
        return self.now is not None or self.then is not None

    @property
    def any(self) -> bool:
        """Whether it is true, or more than nothing, now or then."""
        return bool(self.now or self.then)


@register.filter
def track(card: Any, name: str) -> Standing:
    """A track of a card's piece, as it is and as it is about to be."""
    now = getattr(card.piece, name)
    return Standing(now, getattr(getattr(card, "then", card.piece), name))


@register.simple_tag
def number(standing: Standing) -> SafeString:
    """What a track shows, and where that is about to become another both: the old one struck, the new one lit."""
    if standing.now == standing.then:
        return format_html("<b>{}</b>", with_minus(standing.now))
    was = "none" if standing.now is None else with_minus(standing.now)
    if standing.then is None:
        return format_html('<b>{}</b><span class="visually-hidden"> will go</span>', was)
    return format_html(
        '<span class="shift"><del>{}</del> <span aria-hidden="true">→</span>'
        '<span class="visually-hidden">becomes</span> <b>{}</b></span>',
        was,
        with_minus(standing.then),
    )


@register.filter
def pictured(text: str, symbols: Sequence[str] | str) -> str:
    """A text in which every counted face that is a symbol has its picture before its word."""
    if not symbols:
        return text
    counted = re.compile(rf"(\d )({'|'.join(map(re.escape, symbols))})(s?)\b")
    parts = counted.split(text)
    found = zip(*(parts[place::4] for place in (1, 2, 3, 4)), strict=True)
    pictures = ((number, icon(face), face, many, rest) for number, face, many, rest in found)
    return format_html("{}{}", parts[0], format_html_join("", "{}{} {}{}{}", pictures))


@register.filter
def percent(chance: Fraction) -> str:
    """A chance in percent, its sign kept with its number."""
    return unbroken(odds.percent(chance))


@register.filter
def brief_percent(chance: Fraction) -> str:
    """A chance in percent where there is little room."""
    return percent(chance).replace("under ", "<").replace("over ", ">")


@register.filter
def bare_percent(chance: Fraction) -> str:
    """A chance in percent where a sign has no room, as above a bar."""
    return brief_percent(chance).removesuffix(f"{UNBROKEN}%")


@register.filter
def unbroken(line: str) -> str:
    """A line whose percent signs stay with their numbers."""
    return line.replace(" %", f"{UNBROKEN}%")


@register.filter
def width(chance: Fraction) -> int:
    """The length of a bar, 0 to 100; what may happen at all is seen."""
    return max(1, round(chance * 100)) if chance else 0


@register.filter
def tracks(piece: Any) -> list[tuple[str, int | str]]:
    """What a piece shows: its numbers by their names, then the names of what is true of it."""
    kind: Any = type(piece)
    numbers = [(bounds.called, getattr(piece, name)) for name, bounds in all_bounds(kind).items()]
    true = [(word, "") for name, word in labels_of(kind).items() if getattr(piece, name) is True]
    return [(called, shown) for called, shown in numbers if shown is not None] + true


@register.filter
def marked(known: Known, find: str) -> tuple[str, str, str]:
    """The name of a known piece in three parts, the middle one what was looked for."""
    return known.marked(find)


@register.filter
def player_of(seats: Rights | Sight | None, side: str) -> Member | str | None:
    """Who plays a side, as far as the page knows it."""
    return seats.player_of(side) if seats else None


@register.filter
def enters(taps: PageTaps, pool: str) -> bool:
    """Whether somebody may enter the dice of a pool."""
    return taps.enters(pool)


@register.filter
def entered_by(pad: Pad, taps: PageTaps) -> bool:
    """Whether somebody may enter any dice of a pad."""
    return any(pool.count and taps.enters(pool.name) for pool in pad.pools)
