"""Battles of Gods Gloom in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle, PlayAdmin
from companion.models import GloomArmy, GloomBattle, GloomUnit, Token

TOKENS = [
    ("morale_tokens", "Morale"),
    ("weak", "Weak"),
    ("boost", "Boost"),
    ("slow", "Slow"),
    ("fast", "Fast"),
    ("effects", "lasting effect"),
]


class GloomArmyInline(admin.TabularInline):
    """The armies of a battle; the score is their Soulshards."""

    model = GloomArmy
    fields = ("name", "seat", "seals", "momentum", "charged", "soulshards", "score")
    readonly_fields = ("score",)
    extra = 0


class GloomUnitInline(OfThisBattle, admin.TabularInline):
    """The units of a battle; characteristics and tokens are on the unit's own page."""

    model = GloomUnit
    fields = ("name", "army", "current_health", "status", "activated", "shot")
    show_change_link = True
    extra = 0


@admin.register(GloomBattle)
class GloomBattleAdmin(BattleAdmin):
    """A battle of Gods Gloom with its armies and units."""

    list_display = ("name", "campaign", "round", "started", "over")
    list_filter = ("started", "over", "campaign")
    search_fields = ("name", "campaign__name", "pieces__name")
    readonly_fields = ("key", "game", "last_event")
    inlines = (GloomArmyInline, GloomUnitInline)


class GloomTokenForm(forms.ModelForm):
    """A token of one of the kinds that the game knows."""

    kind = forms.ChoiceField(choices=TOKENS)

    def clean(self) -> dict[str, Any]:
        """Give a name to lasting effects, and to nothing else."""
        cleaned = super().clean() or {}
        if cleaned.get("kind") == "effects" and not cleaned.get("name"):
            self.add_error("name", "A lasting effect needs a name.")
        if cleaned.get("kind") != "effects" and cleaned.get("name"):
            self.add_error("name", "Only a lasting effect has a name.")
        return cleaned


class GloomTokenInline(admin.TabularInline):
    """The tokens of a unit; one that has no number shows 1, and Morale how much is left."""

    model = Token
    form = GloomTokenForm
    fields = ("kind", "name", "value")
    extra = 0


@admin.register(GloomUnit)
class GloomUnitAdmin(PlayAdmin):
    """A unit with its characteristics and tokens."""

    list_display = ("name", "battle", "army", "current_health", "health", "status", "activated")
    list_filter = ("status", "activated", "battle")
    list_select_related = ("battle", "army")
    search_fields = ("name", "traits", "battle__name")
    readonly_fields = ("battle",)
    inlines = (GloomTokenInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Units are added on their battle's page."""
        return False
