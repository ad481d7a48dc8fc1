"""Battles of Gods Gloom in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from companion.admin.edits import BattleAdmin, UpToDateForm
from companion.admin.filters import OfCampaign
from companion.admin.pages import OfBattleAdmin, rows
from companion.admin.tokens import token_rows
from companion.models import GloomArmy, GloomBattle, GloomUnit

UNITS = ("name", "army", "current_health", "status", "activated", "shot")


@admin.register(GloomBattle)
class GloomBattleAdmin(BattleAdmin):
    """A battle of Gods Gloom with its armies and units; characteristics and tokens are on a unit's own page."""

    list_display = ("name", "campaign", "round", "started", "over")
    list_filter = ("started", "over", ("campaign", OfCampaign))
    search_fields = ("name", "campaign__name", "pieces__name")
    inlines = (
        rows(GloomArmy, "name", "seat", "seals", "momentum", "charged", "soulshards", readonly=("score",)),
        rows(GloomUnit, *UNITS, show_change_link=True),
    )


class UnitForm(UpToDateForm):
    """A unit on its own page, where its health stands beside what is left of it."""

    class Meta:
        labels = {"current_health": "Health left"}


@admin.register(GloomUnit)
class GloomUnitAdmin(OfBattleAdmin):
    """A unit with its characteristics and tokens."""

    form = UnitForm
    list_display = ("name", "battle", "army", "left", "health", "status", "activated")
    list_filter = ("status", "activated", ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "army")
    search_fields = ("name", "traits", "battle__name")
    inlines = (token_rows(GloomUnit, effects="lasting effect", morale_tokens="Morale"),)

    @admin.display(description="health left", ordering="current_health")
    def left(self, unit: Any) -> int:
        """What it has left of its health."""
        left: int = unit.current_health
        return left
