"""Battles of operators in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle, PlayAdmin
from companion.models import FieldPosition, Operator, OperatorBattle, Squad, SquadCard, SquadModifier


class SquadInline(admin.TabularInline):
    """The squads of a battle, in the order of their TURNs; they have no points."""

    model = Squad
    fields = ("name", "seat", "moves", "medics", "fallen")
    extra = 0


class OperatorInline(OfThisBattle, admin.TabularInline):
    """The operators of a battle; the rest of the card and its skills are on the operator's own page."""

    model = Operator
    fields = ("name", "squad", "ap", "ep", "dp", "mp", "place", "state", "hits", "objective")
    show_change_link = True
    extra = 0


class PositionInline(OfThisBattle, admin.TabularInline):
    """The field positions of both rows."""

    model = FieldPosition
    fields = ("name", "squad", "place", "objective", "aim")
    extra = 0


class CardInline(OfThisBattle, admin.TabularInline):
    """The cards of both squads; their effects are on the card's own page."""

    model = SquadCard
    fields = ("name", "squad", "kind", "lies", "bearer")
    show_change_link = True
    extra = 0


class EffectInline(admin.TabularInline):
    """What a skill, a card or TEAMWORK does."""

    model = SquadModifier
    fields = ("name", "side", "stat", "operation", "amount", "condition", "reach")
    extra = 0


@admin.register(OperatorBattle)
class OperatorBattleAdmin(BattleAdmin):
    """A battle of Airsoft Squads with everything on its field, and what TEAMWORK gives."""

    list_display = ("name", "campaign", "round", "turn", "phase", "started", "over")
    list_filter = ("started", "over", "campaign")
    list_select_related = ("campaign",)
    search_fields = ("name", "campaign__name", "pieces__name")
    readonly_fields = ("key", "game", "last_event")
    inlines = (SquadInline, OperatorInline, PositionInline, CardInline, EffectInline)


@admin.register(Operator)
class OperatorAdmin(PlayAdmin):
    """An operator with its skills."""

    list_display = ("name", "battle", "squad", "team", "ap", "ep", "dp", "mp", "state", "hits")
    list_filter = ("state", "battle")
    list_select_related = ("battle", "squad")
    search_fields = ("name", "team", "battle__name", "skills__name")
    readonly_fields = ("battle",)
    inlines = (EffectInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Operators are added on their battle's page."""
        return False


@admin.register(SquadCard)
class SquadCardAdmin(PlayAdmin):
    """A card with its effects."""

    list_display = ("name", "battle", "squad", "kind", "lies", "bearer")
    list_filter = ("kind", "lies", "battle")
    list_select_related = ("battle", "squad", "bearer")
    search_fields = ("name", "battle__name", "modifiers__name")
    readonly_fields = ("battle",)
    inlines = (EffectInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Cards are added on their battle's page."""
        return False
