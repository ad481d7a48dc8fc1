"""Campaigns in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from companion.admin.choices import CheckedRows
from companion.admin.edits import WithItsLog
from companion.admin.links import WithALink
from companion.admin.people import MemberInline
from companion.models import Battle, Campaign
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
    actions = ("new_link",)
    inlines = (MemberInline, BattleInline)

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Delete a campaign, when nobody is in the middle of a tap."""
        with all_locked(Battle.objects.filter(campaign=obj.pk)):
            obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several campaigns."""
        with all_locked(Battle.objects.filter(campaign__in=queryset.values("pk"))):
            queryset.delete()
