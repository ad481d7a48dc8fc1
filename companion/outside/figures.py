"""The figures of a process, as Prometheus and what is like it read them; kept by its own client library."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

from companion.live.access import STREAMS
from companion.outside.allowed import only_for

LIVE = "live"
LONG = (LIVE,)
"""Pages that are held open: how long they take tells only how long somebody has looked on."""

METHODS = ("GET", "HEAD", "POST")

requests = Counter("companion_requests", "Requests by page, method and status.", ["page", "method", "status"])
seconds_of = Histogram(
    "companion_request_seconds",
    "How long pages took to answer.",
    ["page"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
streams = Gauge("companion_streams", "Devices that follow a battle.")
taps = Counter("companion_taps", "Taps that were taken, by game.", ["game"])
refused = Counter("companion_refused_taps", "Taps that were refused with a sentence, by game.", ["game"])
errors = Counter("companion_errors", "Answers with an error of the app, by game.", ["game"])


def count(method: str, page: str, status: int, seconds: float, game: str) -> None:
    """Count one request."""
    requests.labels(page, method if method in METHODS else "other", status).inc()
    if page not in LONG:
        seconds_of.labels(page).observe(seconds)
    if status >= 500:
        errors.labels(game or "none").inc()
    elif game and method == "POST":
        (taps if status < 400 else refused).labels(game).inc()


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """All figures as text."""
    only_for(request, settings.FIGURES_FOR)
    streams.set(request.META.get(STREAMS, (0, 0))[0])
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
