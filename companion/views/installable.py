"""The app as browsers install it, and the page that stands in while it cannot be reached."""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

SIZES = (192, 512)
COLOUR = "#dfe2ea"
"""The colour behind the cards."""

PARTS = ("table.css", "offline.js", "favicon.svg")
"""What the page needs that stands in."""

SENT = "sent"
"""What stands in the address of the page that stands in for an answer to what was sent."""


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """What a browser has to know of an app to install it."""
    icons = [
        {
            "src": static(f"pictures/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    told = {
        "name": "Tabletop Companion",
        "short_name": "Companion",
        "id": reverse("home"),
        "start_url": reverse("home"),
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that a browser keeps; it is another one as soon as anything that it keeps is."""
    parts = [static(part) for part in PARTS]
    pages = [_stands_in(sent=sent) for sent in (False, True)]
    kept = sha256("".join([*pages, *parts]).encode()).hexdigest()[:16]
    context = {"kept": f"offline-{kept}", "page": reverse("offline"), "sent": SENT, "parts": parts}
    return render(request, "worker.js", context, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that stands in."""
    return HttpResponse(_stands_in(sent=SENT in request.GET))


def _stands_in(*, sent: bool) -> str:
    return render_to_string("offline.html", {"sent": sent})
