"""The forms that set up a battle of units."""

from __future__ import annotations

from typing import Any

from django import forms

from companion.forms.setting_up import AgreementForm, PieceForm, number_field
from companion.models import TroopBattle, TroopUnit
from rules.board import column_name
from rules.troops_and_supplies.sheet import Unit


class UnitForm(PieceForm):
    """A unit: its Unit Tracking Card and the square where it stands."""

    class Meta:
        model = TroopUnit
        fields = ("name", "battle_die", "ammunition_cost", "attack_range")

    button = "Add the unit"
    strength = number_field(Unit, "strength", min_value=1)
    supplies = number_field(Unit, "supplies")
    column = forms.TypedChoiceField(coerce=int)
    row = forms.TypedChoiceField(coerce=int)
    indirect_fire = forms.TypedChoiceField(
        choices=[("no", "no"), ("yes", "yes")], coerce={"no": False, "yes": True}.__getitem__
    )
    field_order = (
        "name",
        "army",
        "strength",
        "battle_die",
        "ammunition_cost",
        "attack_range",
        "supplies",
        "indirect_fire",
        "column",
        "row",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.piece:
            self.initial["indirect_fire"] = "yes" if self.piece.indirect_fire else "no"
        board: Any = TroopBattle.objects.get(pk=self.battle.pk)
        column, row = self.fields["column"], self.fields["row"]
        assert isinstance(column, forms.TypedChoiceField)
        assert isinstance(row, forms.TypedChoiceField)
        column.choices = [(number, column_name(number)) for number in range(1, board.columns + 1)]
        row.choices = [(number, str(number)) for number in range(1, board.rows + 1)]


class BoardForm(AgreementForm):
    """The size of the board and the readings of the rules that the players agree on."""

    class Meta:
        model = TroopBattle
        fields = ("columns", "rows", "turns", "answering")

    def clean(self) -> dict[str, Any]:
        """Keep every unit on the board."""
        cleaned = super().clean() or {}
        columns, rows = cleaned.get("columns"), cleaned.get("rows")
        if columns is not None and rows is not None:
            outside = TroopUnit.objects.filter(battle=self.instance).exclude(column__lte=columns, row__lte=rows)
            names = ", ".join(unit.name for unit in outside.exclude(column=None))
            if names:
                raise forms.ValidationError(f"This board leaves no square for {names}. Take them out first.")
        return cleaned
