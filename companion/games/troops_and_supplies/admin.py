"""Battles of units in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle, UpToDateForm
from companion.admin.filters import OfCampaign
from companion.admin.pages import OfBattleAdmin, rows
from companion.admin.tokens import CountedForm, with_counts
from companion.forms.setting_up import number_field
from companion.models import Army, TroopBattle, TroopUnit
from rules.troops_and_supplies.sheet import Unit


class UnitForm(CountedForm):
    """A unit with its Troop Tokens and Supply Tokens."""

    strength = number_field(Unit, "strength")
    supplies = number_field(Unit, "supplies")
    counted = ("strength", "supplies")


class UnitPageForm(UnitForm, UpToDateForm):
    """A unit on its own page."""


class UnitInline(OfThisBattle, admin.TabularInline):
    """The units of a battle; the rest of its card is on the unit's own page."""

    model = TroopUnit
    form = UnitForm
    fields = ("name", "army", "strength", "supplies", "column", "row", "status", "attacked", "fired")
    show_change_link = True
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[TroopUnit]:
        """Read the tokens of all units at once."""
        return super().get_queryset(request).prefetch_related("tokens")


@admin.register(TroopBattle)
class TroopBattleAdmin(BattleAdmin):
    """A battle of Troops and Supplies with everything on its board."""

    list_display = ("name", "campaign", "round", "turn", "started", "over")
    list_filter = ("started", "over", ("campaign", OfCampaign))
    list_select_related = ("campaign", "turn")
    search_fields = ("name", "campaign__name", "pieces__name")
    inlines = (rows(Army, "name", "seat"), UnitInline)


@admin.register(TroopUnit)
class TroopUnitAdmin(OfBattleAdmin):
    """A unit with its Unit Tracking Card."""

    form = UnitPageForm
    list_display = ("name", "battle", "army", "strength", "supplies", "status")
    list_filter = ("status", "indirect_fire", ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "army")
    search_fields = ("name", "battle__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the tokens with the units."""
        return with_counts(super().get_queryset(request), *UnitForm.counted)

    @admin.display(description="troop strength", ordering="strength")
    def strength(self, unit: Any) -> int:
        """Its Troop Tokens."""
        return unit.strength or 0

    @admin.display(ordering="supplies")
    def supplies(self, unit: Any) -> int:
        """Its Supply Tokens."""
        return unit.supplies or 0
