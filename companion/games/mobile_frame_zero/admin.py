"""Battles of frames in the admin."""

from __future__ import annotations

from django.contrib import admin

from companion.admin.edits import BattleAdmin, UpToDateForm
from companion.admin.filters import OfCampaign
from companion.admin.pages import OfBattleAdmin, rows
from companion.admin.tokens import token_rows
from companion.models import Company, Frame, FrameBattle, Station, System, Terrain

FRAMES = ("name", "company", "white", "rockets", "status", "acted", "attacked", "has_spotted")


@admin.register(FrameBattle)
class FrameBattleAdmin(BattleAdmin):
    """A battle of Mobile Frame Zero with everything on its board; systems and markers are on a frame's own page."""

    list_display = ("name", "campaign", "round", "doomsday", "started", "over")
    list_filter = ("started", "over", "size", ("campaign", OfCampaign))
    search_fields = ("name", "campaign__name", "pieces__name")
    inlines = (
        rows(Company, "name", "seat", "points_per_asset", readonly=("score",)),
        rows(Frame, *FRAMES, show_change_link=True),
        rows(Terrain, "name", "hits_left"),
        rows(Station, "name", "owner"),
    )


class FrameForm(UpToDateForm):
    """A frame on its own page."""

    class Meta:
        help_texts = {"rolled": "What its pool showed and nothing has used yet, such as W:4 B:2 R8:7."}


@admin.register(Frame)
class FrameAdmin(OfBattleAdmin):
    """A frame with its systems and markers."""

    form = FrameForm
    list_display = ("name", "battle", "company", "white", "status", "acted")
    list_filter = ("status", "acted", ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "company")
    search_fields = ("name", "battle__name", "systems__name")
    inlines = (rows(System, "name", "kind", "lost"), token_rows(Frame))
