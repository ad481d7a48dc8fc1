"""The pages of a battle's log, which hear by the battle's stream that it has become another."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from companion.live.access import lines_of, stream_of_screen
from companion.live.versions import log_version
from companion.models import Battle, Event
from companion.views.battle import SHOWN
from companion.views.loading import my_rights


class Follows(NamedTuple):
    """What a page of the log is told: its version, where it hears of others, and where it reads what happened.

    ``happened`` is the last entry, for a page that is fetched since it has become another.
    """

    version: str
    stream: str = ""
    tells: str = ""
    happened: str = ""


def follows(request: HttpRequest, battle: Battle) -> Follows:
    """What a page is told that is shown to whoever may open the battle."""
    lines = lines_of(request, battle, my_rights(request).seen_as)
    return Follows(log_version(battle), lines.stream, lines.part, _happened(request, battle))


def looks_on(request: HttpRequest, battle: Battle, proof: str) -> Follows:
    """What a page is told that is opened by a link which leads to nothing else."""
    stream = stream_of_screen(request, battle.pk, proof)
    return Follows(log_version(battle), stream, happened=_happened(request, battle))


def _happened(request: HttpRequest, battle: Battle) -> str:
    if SHOWN not in request.headers:
        return ""
    last = Event.objects.filter(battle=battle, number=battle.last_event).values_list("headline", flat=True)
    return last.first() or ""


def nothing_new(request: HttpRequest, battle: Battle) -> HttpResponse | None:
    """The answer to a page that says which version it shows, and shows it still."""
    return HttpResponse(status=204) if request.headers.get(SHOWN) == log_version(battle) else None
