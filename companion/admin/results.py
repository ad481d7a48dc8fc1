"""Results in the admin, with what was said of them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.admin.belonging import OfACampaign
from companion.admin.filters import OfCampaign, OfGame, Titled
from companion.admin.log import ReadOnly
from companion.models import Battle, Result
from companion.services.results import verdicts_of
from rules.games import GAMES


class OfAGame:
    """Rows that tell the name of their game."""

    @admin.display(description="game", ordering="game")
    def plays(self, row: Battle | Result) -> str:
        """The name of its game."""
        return GAMES[row.game].name


class LeadsToPlay:
    """Battles that lead to where they are played."""

    @admin.display(description="leads to")
    def links(self, row: Battle) -> SafeString:
        """The ways to play it, and to its log."""
        log = reverse("log", args=[row.key])
        return format_html('<a href="{}">play</a> · <a href="{}">log</a>', row.get_absolute_url(), log)


class Outcome(Titled):
    """Results by what came out for the side."""

    called = "outcome"


@admin.register(Result)
class ResultAdmin(OfAGame, OfACampaign, ReadOnly, admin.ModelAdmin):
    """What battles came to for each side; they follow their battles, and are answered and settled on their pages."""

    list_display = ("battle", "side_named", "outcome", "points", "state", "plays", "in_campaign", "ended")
    list_filter = ("state", ("how", Outcome), OfGame, ("campaign", OfCampaign))
    list_select_related = ("battle", "campaign", "player")
    search_fields = ("name", "battle__name", "campaign__name", "player__name")
    fields = ("page", "in_campaign", "plays", "side_named", "player", "outcome", "points", "state", "said", "ended")
    readonly_fields = fields
    ordering = ("-ended", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Result]:
        """The results without what only their statistics need."""
        found: QuerySet[Result] = super().get_queryset(request).defer("pieces", "luck")
        return found

    @admin.display(description="side", ordering="name")
    def side_named(self, row: Result) -> str:
        """What the side is called: who plays it, where no member does."""
        return row.name

    @admin.display(ordering="how")
    def outcome(self, row: Result) -> str:
        """How the battle ended for the side."""
        return row.get_how_display()

    @admin.display(description="score", ordering="score")
    def points(self, row: Result) -> str:
        """The score and the best of the others; nothing where the rules give no points."""
        return f"{row.score} to {row.rival}" if GAMES[row.game].has_points else ""

    @admin.display(description="battle")
    def page(self, row: Result) -> SafeString:
        """Where it is answered and settled."""
        return format_html('<a href="{}">{}</a>', row.battle.get_absolute_url(), row.battle)

    @admin.display(description="what was said of it")
    def said(self, row: Result) -> Any:
        """All verdicts since the battle ended last, the first word first."""
        verdicts = verdicts_of(row.battle)
        lines = [(f"{one}", date_format(timezone.localtime(one.when), "DATETIME_FORMAT")) for one in verdicts]
        return format_html_join("", "<div>{} ({})</div>", lines) or "nothing yet"
