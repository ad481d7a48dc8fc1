"""Battles of operators in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q

from companion.admin.edits import BattleAdmin, UpToDateForm
from companion.admin.filters import InState, OfCampaign
from companion.admin.pages import OfBattleAdmin, rows
from companion.models import FieldPosition, Operator, OperatorBattle, Squad, SquadCard, SquadModifier
from rules.airsoft_squads.pieces import Lies

OPERATORS = ("name", "squad", "ap", "ep", "dp", "mp", "place", "state", "hits", "objective")
EFFECTS = rows(
    SquadModifier,
    *("name", "side", "stat", "operation", "amount", "condition", "after_dice", "reach", "dice"),
    verbose_name="skill or other effect",
    verbose_name_plural="skills and other effects",
)


class CardForm(forms.ModelForm):
    """A card, with where it lies as players say it."""

    lies = forms.ChoiceField(label="Where it lies", choices=[(lies.value, lies.words) for lies in Lies])


class CardPageForm(CardForm, UpToDateForm):
    """A card on its own page."""


class WhereItLies(InState):
    """Cards by where they lie."""

    title = "where it lies"
    parameter_name = "lies"
    states = {lies.words: Q(lies=lies.value) for lies in Lies}


@admin.register(OperatorBattle)
class OperatorBattleAdmin(BattleAdmin):
    """A battle of Airsoft Squads with everything on its field, and what TEAMWORK gives."""

    list_display = ("name", "campaign", "round", "turn", "phase", "started", "over")
    list_filter = ("started", "over", ("campaign", OfCampaign))
    search_fields = ("name", "campaign__name", "pieces__name")
    inlines = (
        rows(Squad, "name", "seat", "moves", "medics", "fallen"),
        rows(Operator, *OPERATORS, show_change_link=True),
        rows(FieldPosition, "name", "squad", "place", "objective", "aim"),
        rows(SquadCard, "name", "squad", "kind", "lies", "bearer", form=CardForm, show_change_link=True),
        EFFECTS,
    )


@admin.register(Operator)
class OperatorAdmin(OfBattleAdmin):
    """An operator with its skills."""

    list_display = ("name", "battle", "squad", "team", "ap", "ep", "dp", "mp", "state", "hits")
    list_filter = ("state", ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "squad")
    search_fields = ("name", "team", "battle__name", "skills__name")
    inlines = (EFFECTS,)


@admin.register(SquadCard)
class SquadCardAdmin(OfBattleAdmin):
    """A card with its effects."""

    form = CardPageForm
    list_display = ("name", "battle", "squad", "kind", "where", "bearer")
    list_filter = ("kind", WhereItLies, ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "squad", "bearer")
    search_fields = ("name", "battle__name", "modifiers__name")
    inlines = (EFFECTS,)

    @admin.display(description="where it lies", ordering="lies")
    def where(self, card: Any) -> str:
        """Where it lies, as players say it."""
        return Lies(card.lies).words
