"""Battles of operators in the admin."""

from __future__ import annotations

from django.contrib import admin

from companion.admin.edits import BattleAdmin
from companion.admin.pages import OfBattleAdmin, rows
from companion.models import FieldPosition, Operator, OperatorBattle, Squad, SquadCard, SquadModifier

OPERATORS = ("name", "squad", "ap", "ep", "dp", "mp", "place", "state", "hits", "objective")
EFFECTS = rows(SquadModifier, "name", "side", "stat", "operation", "amount", "condition", "after_dice", "reach", "dice")


@admin.register(OperatorBattle)
class OperatorBattleAdmin(BattleAdmin):
    """A battle of Airsoft Squads with everything on its field, and what TEAMWORK gives."""

    list_display = ("name", "campaign", "round", "turn", "phase", "started", "over")
    list_filter = ("started", "over", ("campaign", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("campaign",)
    search_fields = ("name", "campaign__name", "pieces__name")
    inlines = (
        rows(Squad, "name", "seat", "moves", "medics", "fallen"),
        rows(Operator, *OPERATORS, show_change_link=True),
        rows(FieldPosition, "name", "squad", "place", "objective", "aim"),
        rows(SquadCard, "name", "squad", "kind", "lies", "bearer", show_change_link=True),
        EFFECTS,
    )


@admin.register(Operator)
class OperatorAdmin(OfBattleAdmin):
    """An operator with its skills."""

    list_display = ("name", "battle", "squad", "team", "ap", "ep", "dp", "mp", "state", "hits")
    list_filter = ("state", ("battle", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("battle", "squad")
    search_fields = ("name", "team", "battle__name", "skills__name")
    inlines = (EFFECTS,)


@admin.register(SquadCard)
class SquadCardAdmin(OfBattleAdmin):
    """A card with its effects."""

    list_display = ("name", "battle", "squad", "kind", "lies", "bearer")
    list_filter = ("kind", "lies", ("battle", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("battle", "squad", "bearer")
    search_fields = ("name", "battle__name", "modifiers__name")
    inlines = (EFFECTS,)
