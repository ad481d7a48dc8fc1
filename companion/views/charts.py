"""Pictures of numbers, each at an address of its own; the page that shows one has the numbers beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from companion.live.versions import log_version
from companion.models import Battle
from companion.queries.ending import ending_of
from companion.queries.luck_view import SOURCES, LuckView, luck_of_member, side_luck
from companion.queries.score_lines import score_lines
from companion.queries.table_view import looks_in
from companion.sheets import stored
from companion.views.loading import load_battle, load_campaign
from companion.watching import watched_battle
from rules.games import GAMES
from rules.luck import Point

LEFT, TOP, SIZE = 44, 14, 220
"""Where the field of a plot begins, and how long its sides are."""


@dataclass(frozen=True)
class Plot:
    """The lines of a plot as an SVG has them: what was rolled, what is expected, and the band around that."""

    line: str
    expected: str
    band: str
    name: str
    rolls: int
    ticks: tuple[tuple[int, int], ...] = tuple((LEFT + SIZE * step // 4, 25 * step) for step in range(5))
    steps: tuple[tuple[int, int], ...] = tuple((TOP + SIZE - SIZE * step // 4, 25 * step) for step in range(5))


@require_safe
def battle_luck(request: HttpRequest, key: str, side: int, dice: str) -> HttpResponse:
    """The rolls of a side of a battle against what is expected."""
    return _luck(request, side_luck(load_battle(request, key), side), dice)


@require_safe
def member_luck(request: HttpRequest, key: str, member: int, dice: str) -> HttpResponse:
    """The rolls of a member of a campaign against what is expected."""
    campaign = load_campaign(request, key)
    found = campaign.members.filter(pk=member).first()
    return _luck(request, luck_of_member(campaign, found) if found else None, dice)


@require_safe
def score(request: HttpRequest, key: str) -> HttpResponse:
    """The score of a battle that is over, by rounds."""
    return _score(request, load_battle(request, key))


@require_safe
def watched_score(request: HttpRequest, number: int, proof: str) -> HttpResponse:
    """The same by the link that leads to nothing else."""
    battle = watched_battle(number, proof)
    if battle is None:
        raise Http404("There is no picture behind this link any more.")
    return _score(request, battle)


def _score(request: HttpRequest, battle: Battle) -> HttpResponse:
    """The picture, which holds no key and no name; who keeps it asks each time whether they may, and if it is good."""
    etag = quote_etag(log_version(battle))
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        read = stored(battle)
        told = ending_of(battle, GAMES[battle.game], read.sheet, looks_in(read)) if read.sheet.over else None
        context = {"lines": score_lines(told.tallies) if told else ()}
        answer = render(request, "charts/score_lines.svg", context, content_type="image/svg+xml")
        answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _luck(request: HttpRequest, views: Iterable[LuckView] | None, dice: str) -> HttpResponse:
    if views is None or dice not in SOURCES:
        raise Http404("There are no such dice.")
    view = next((view for view in views if view.word == dice), None)
    if view is None:
        return render(request, "charts/no_rolls.svg", content_type="image/svg+xml")
    points = view.luck.points
    plot = Plot(
        line=_line((point, point.share) for point in points),
        expected=_line((point, float(point.best)) for point in points[:: len(points) - 1]),
        band=f"{_line((p, p.high) for p in points)} {_line((p, p.low) for p in reversed(points))}",
        name=f"{view.name}, {view.dice}",
        rolls=view.luck.rolls,
    )
    return render(request, "charts/luck.svg", {"plot": plot}, content_type="image/svg+xml")


def _line(places: Iterable[tuple[Point, float]]) -> str:
    return " ".join(f"{LEFT + SIZE * float(point.best):.1f},{TOP + SIZE * (1 - up):.1f}" for point, up in places)
