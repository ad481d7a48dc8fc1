"""The admin pages of a game, from its sheet: its battles with their sides and pieces, and each piece with its parts."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle, PlayAdmin
from companion.admin.tokens import token_rows
from companion.models import Piece, Side
from companion.sheets import plan_of
from rules.games import GAMES


class OfBattleAdmin(PlayAdmin):
    """A piece or a side, which is made on the pages of its battle."""

    readonly_fields: ClassVar[tuple[str, ...]] = ("battle",)
    ordering = ("-battle__created", "pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are added on their battle's page."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Those of battles: what is in a roster is built on the roster's own page."""
        return super().get_queryset(request).filter(battle__roster=None)


def rows(model: type[Model], *names: str, readonly: tuple[str, ...] = (), **more: Any) -> type[InlineModelAdmin]:
    """The rows of a model on the page of what they belong to, with the fields of these names, or with all."""
    fields = {"fields": (*names, *readonly)} if names else {}
    own = {"model": model, **fields, "readonly_fields": readonly, "extra": 0, **more}
    return type(f"{model.__name__}Inline", (OfThisBattle, admin.TabularInline), own)


def register_usual(game: str) -> None:
    """Register the pages of a game that has none of its own."""
    plan = plan_of(GAMES[game].battle)
    parts = [part.plan.model for part in plan.parts.values()]
    inlines = [
        rows(model, *_fields(model), show_change_link=issubclass(model, Piece), **_scored(model)) for model in parts
    ]
    listed = {"list_display": ("name", "campaign", "round", "started", "over"), "list_filter": ("started", "over")}
    admin.site.register(plan.model, type("Admin", (BattleAdmin,), {"inlines": inlines, **listed}))
    for model in parts:
        if issubclass(model, Piece):
            admin.site.register(model, _piece_admin(model))


def _piece_admin(model: type[Piece]) -> type[OfBattleAdmin]:
    inner = plan_of(vars(model)["SHEET"])
    inlines = [rows(part.plan.model, *_fields(part.plan.model)) for part in inner.parts.values()]
    if inner.tokens:
        inlines.append(token_rows(model))
    shown = {"list_display": ("name", "battle", "status"), "list_select_related": ("battle",)}
    return type("Admin", (OfBattleAdmin,), {"inlines": inlines, **shown})


def _fields(model: type[Model]) -> list[str]:
    """What an edit by staff can change of a row: all but what it belongs to, its score and its status's cause."""
    kept = {"destroyed_by", "score"}
    return [
        field.name
        for field in model._meta.fields
        if field.editable
        and field.name not in kept
        and not field.primary_key
        and not (isinstance(field, ForeignKey) and field.name == "battle")
    ]


def _scored(model: type[Model]) -> dict[str, Any]:
    return {"readonly": ("score",)} if issubclass(model, Side) else {}
