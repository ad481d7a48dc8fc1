"""Rosters in the admin: whose they are, where they fought, and those that are put away."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.admin.belonging import OfACampaign
from companion.admin.filters import InState, OfCampaign, OfGame
from companion.admin.log import ReadOnly
from companion.admin.people import Listed
from companion.models import Deployment, Event, Homecoming, Roster
from companion.queries.rosters import STANDING
from companion.services import rosters as services
from companion.who import who_of


class DeploymentInline(ReadOnly, admin.TabularInline):
    """The battles that a roster was taken into."""

    model = Deployment
    verbose_name_plural = "battles that it was taken into"
    fields = ("where", "side", "since", "home")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deployment]:
        """The battles with what was said after them."""
        return super().get_queryset(request).select_related("battle", "side", "homecoming")

    @admin.display(description="battle")
    def where(self, row: Deployment) -> SafeString:
        """The way to what is said after that battle."""
        return format_html('<a href="{}">{}</a>', reverse("homecoming", args=[row.battle.key]), row.battle)

    @admin.display(description="came home")
    def home(self, row: Deployment) -> str:
        """When, and who said so."""
        said: Homecoming | None = getattr(row, "homecoming", None)
        if said is None:
            return "not yet"
        marked = said.who if said.by == Event.By.DEVICE else f"{said.who} ({said.get_by_display()})"
        return f"{date_format(timezone.localtime(said.since))}, said by {marked}"


class PutAway(InState):
    """Rosters that are there, or those that are put away."""

    states = {"there": Q(put_away=None), "put away": ~Q(put_away=None)}


@admin.register(Roster)
class RosterAdmin(OfACampaign, Listed):
    """Rosters, which are built on their own pages."""

    list_display = ("name", "game", "owner", "in_campaign", "pieces", "is_there", "created")
    list_filter = (PutAway, OfGame, ("campaign", OfCampaign))
    list_select_related = ("owner", "campaign")
    search_fields = ("name", "owner__name", "campaign__name")
    fields = ("page", "name", "game", "owner", "in_campaign", "put_away", "created")
    readonly_fields = fields
    ordering = ("-created", "-pk")
    inlines = (DeploymentInline,)
    actions = ("put_away", "bring_back", "leave_to_the_table")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Roster]:
        """The rosters with the numbers of their pieces."""
        found: QuerySet[Roster] = super().get_queryset(request).annotate(standing=STANDING)
        return found

    @admin.display(description="its page")
    def page(self, row: Roster) -> SafeString:
        """Where players see it."""
        return format_html('<a href="{0}">{0}</a>', row.get_absolute_url())

    @admin.display()
    def pieces(self, row: Any) -> int:
        """How many it has that are not lost."""
        number: int = row.standing
        return number

    @admin.display(boolean=True, description="there")
    def is_there(self, row: Roster) -> bool:
        """Whether it is not put away."""
        return row.put_away is None

    @admin.action(description="Put the rosters away: they can be brought back", permissions=["end"])
    def put_away(self, request: HttpRequest, queryset: QuerySet[Roster]) -> None:
        """Put rosters away."""
        rows, who = queryset.filter(put_away=None).select_related("holder"), who_of(request)
        self.each(request, rows, lambda row: services.put_away(roster=row, who=who), "roster", "put away")

    @admin.action(description="Bring the rosters back", permissions=["end"])
    def bring_back(self, request: HttpRequest, queryset: QuerySet[Roster]) -> None:
        """Bring rosters back, as many as there is room for."""
        rows, who = queryset.exclude(put_away=None).select_related("holder", "campaign"), who_of(request)
        self.each(request, rows, lambda row: services.bring_back(roster=row, who=who), "roster", "brought back")

    @admin.action(description="Leave the rosters to the table: anybody may change them", permissions=["end"])
    def leave_to_the_table(self, request: HttpRequest, queryset: QuerySet[Roster]) -> None:
        """Take the owners from rosters."""
        rows, who = queryset.exclude(owner=None).select_related("holder"), who_of(request)
        leave = services.leave_to_the_table
        self.each(request, rows, lambda row: leave(roster=row, who=who), "roster", "left to the table")
