"""Filters of the admin's lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from companion.admin.belonging import DELETED
from companion.models import Campaign
from rules.games import GAMES


class OfGame(admin.SimpleListFilter):
    """Rows of one game, by its name; only games that have any are named."""

    title = "game"
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The games that have any."""
        there = set(model_admin.get_queryset(request).order_by().values_list("game", flat=True).distinct())
        return [(slug, game.name) for slug, game in GAMES.items() if slug in there]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those of the game that was chosen."""
        chosen = self.value()
        return queryset.filter(game=chosen) if chosen in GAMES else queryset


class OfCampaign(admin.RelatedOnlyFieldListFilter):
    """Rows of one campaign, by its name; where what has none is in no list, none is no choice."""

    include_empty_choice = False

    def field_choices(self, *args: Any) -> list[Any]:
        """The campaigns; each that is deleted says so."""
        gone = {str(pk) for pk in Campaign.objects.exclude(deleted=None).values_list("pk", flat=True)}
        return [(pk, f"{name} {DELETED}" if str(pk) in gone else name) for pk, name in super().field_choices(*args)]


class Titled(admin.ChoicesFieldListFilter):
    """Rows by a field with choices, under another title than the field has."""

    called: ClassVar[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = self.called


class InState(admin.SimpleListFilter):
    """Rows in one of some states."""

    title = "state"
    parameter_name = "state"
    states: ClassVar[Mapping[str, Q]]
    """Which rows are in a state, by what it is called."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """All states."""
        return [(state, state) for state in self.states]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those in the state that was chosen."""
        return queryset.filter(self.states.get(self.value() or "", Q()))
