"""Campaigns in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from companion.admin.choices import CheckedRows
from companion.admin.edits import WithItsLog
from companion.admin.links import WithALink
from companion.admin.people import MemberInline
from companion.models import Battle, Campaign
from companion.services.inviting import let_organiser_in
from companion.services.locking import all_locked


class BattleInline(admin.TabularInline):
    """The battles of a campaign, to look at."""

    model = Battle
    fields = ("name", "game", "round", "started", "over")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Battles are made on the campaign's page."""
        return False


@admin.register(Campaign)
class CampaignAdmin(CheckedRows, WithALink, WithItsLog, admin.ModelAdmin):
    """A campaign and its battles."""

    list_display = ("name", "created")
    search_fields = ("name",)
    readonly_fields = ("link",)
    actions = ("new_link", "organisers_link")
    inlines = (MemberInline, BattleInline)

    @admin.action(description="Make a link by which an organiser comes in again", permissions=["change"])
    def organisers_link(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        """Show it this once; it is good for one device and a day, and ends the one before."""
        for campaign in queryset:
            made = let_organiser_in(campaign)
            if made is None:
                told = "nobody organises it, so whoever opens it does."
            else:
                invitation, secret = made
                told = request.build_absolute_uri(invitation.path(secret))
            self.message_user(request, f"{campaign}: {told}", messages.SUCCESS if made else messages.INFO)
            self.log_change(request, campaign, "Made a link for its organiser.")

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Delete a campaign, when nobody is in the middle of a tap."""
        with all_locked(Battle.objects.filter(campaign=obj.pk)):
            obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several campaigns."""
        with all_locked(Battle.objects.filter(campaign__in=queryset.values("pk"))):
            queryset.delete()
