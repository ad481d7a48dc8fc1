"""The help page of a game: its worked examples and its rulings."""

from __future__ import annotations

from functools import cache

import markdown
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from companion.queries.rulings import rulings_of
from rules.games import GAMES


@require_safe
def help_page(request: HttpRequest, game: str) -> HttpResponse:
    """How this app plays a game, with worked examples."""
    found = GAMES.get(game)
    if found is None:
        raise Http404("There is no such game.")
    context = {
        "game": found,
        "examples": [example for example in found.examples if example.story],
        "rulings": _rulings(game),
    }
    return render(request, "help.html", context)


@cache
def _rulings(game: str) -> SafeString:
    return mark_safe(markdown.markdown(rulings_of(game), extensions=["tables", "toc"]))  # noqa: S308  (our own file, no visitor's text)
