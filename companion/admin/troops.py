"""Battles of units in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle, PlayAdmin
from companion.models import Army, TroopBattle, TroopUnit


class ArmyInline(admin.TabularInline):
    """The armies of a battle, in the order of their turns; they have no points."""

    model = Army
    fields = ("name", "seat")
    extra = 0


class UnitInline(OfThisBattle, admin.TabularInline):
    """The units of a battle; the rest of its card is on the unit's own page."""

    model = TroopUnit
    fields = ("name", "army", "strength", "supplies", "column", "row", "status", "attacked", "fired")
    show_change_link = True
    extra = 0


@admin.register(TroopBattle)
class TroopBattleAdmin(BattleAdmin):
    """A battle of Troops and Supplies with everything on its board."""

    list_display = ("name", "campaign", "round", "turn", "started", "over")
    list_filter = ("started", "over", "campaign")
    list_select_related = ("campaign", "turn")
    search_fields = ("name", "campaign__name", "pieces__name")
    readonly_fields = ("key", "game", "last_event")
    inlines = (ArmyInline, UnitInline)


@admin.register(TroopUnit)
class TroopUnitAdmin(PlayAdmin):
    """A unit with its Unit Tracking Card."""

    list_display = ("name", "battle", "army", "strength", "supplies", "status")
    list_filter = ("status", "indirect_fire", "battle")
    list_select_related = ("battle", "army")
    search_fields = ("name", "battle__name")
    readonly_fields = ("battle",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Units are added on their battle's page."""
        return False
