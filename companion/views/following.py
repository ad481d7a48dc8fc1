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
    last = Event.objects.filter(battle=battle, number=battle.last_event).values_list("headline", flat=True)
    happened = last.first() if SHOWN in request.headers else None
    return Follows(log_version(battle), lines.stream, lines.part, happened or "")


def looks_on(request: HttpRequest, battle: Battle, proof: str) -> Follows:
    """What a page is told that is opened by a link which leads to nothing else."""
    return Follows(log_version(battle), stream_of_screen(request, battle.pk, proof))


def nothing_new(request: HttpRequest, battle: Battle) -> HttpResponse | None:
    """The answer to a page that says which version it shows, and shows it still."""
    return HttpResponse(status=204) if request.headers.get(SHOWN) == log_version(battle) else None
