"""Battles of frames in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Field
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle, PlayAdmin
from companion.models import Company, Frame, FrameBattle, Station, System, Terrain, Token
from rules.mobile_frame_zero.damage import MARKERS


class CompanyInline(admin.TabularInline):
    """The companies of a battle; their scores follow from their assets."""

    model = Company
    fields = ("name", "seat", "points_per_asset", "score")
    readonly_fields = ("score",)
    extra = 0


class FrameInline(OfThisBattle, admin.TabularInline):
    """The frames of a battle; systems and markers are on the frame's own page."""

    model = Frame
    fields = ("name", "company", "white", "rockets", "status", "acted", "attacked", "has_spotted")
    show_change_link = True
    extra = 0


class TerrainInline(admin.TabularInline):
    """The terrain of a battle."""

    model = Terrain
    fields = ("name", "hits_left")
    extra = 0


class StationInline(OfThisBattle, admin.TabularInline):
    """The stations of a battle."""

    model = Station
    fields = ("name", "owner")
    extra = 0


@admin.register(FrameBattle)
class FrameBattleAdmin(BattleAdmin):
    """A battle of Mobile Frame Zero with everything on its board."""

    list_display = ("name", "campaign", "round", "doomsday", "started", "over")
    list_filter = ("started", "over", "size", "campaign")
    search_fields = ("name", "campaign__name", "pieces__name")
    readonly_fields = ("key", "game", "last_event")
    inlines = (CompanyInline, FrameInline, TerrainInline, StationInline)


class SystemInline(admin.TabularInline):
    """The systems of a frame."""

    model = System
    fields = ("name", "kind", "lost")
    extra = 0


class TokenInline(admin.TabularInline):
    """The markers of a frame: defence, spot and the other assigned dice."""

    model = Token
    fields = ("kind", "value")
    extra = 0

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the kinds of markers that a frame has."""
        if db_field.name == "kind":
            return forms.ChoiceField(choices=[(marker, marker) for marker in MARKERS])
        return super().formfield_for_dbfield(db_field, request, **kwargs)


@admin.register(Frame)
class FrameAdmin(PlayAdmin):
    """A frame with its systems and markers."""

    list_display = ("name", "battle", "company", "white", "status", "acted")
    list_filter = ("status", "acted", "battle")
    list_select_related = ("battle", "company")
    search_fields = ("name", "battle__name", "systems__name")
    readonly_fields = ("battle",)
    inlines = (SystemInline, TokenInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Frames are added on their battle's page."""
        return False
