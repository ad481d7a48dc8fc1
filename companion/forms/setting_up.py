"""The forms that add a piece to a battle, change one, or say what the players agree on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Model

from companion.forms.choosing import side_field
from companion.forms.layout import changer, helper
from companion.models import Battle, Piece, Side
from companion.sheets import battle_model, key_of, plan_of, stored
from rules.bounds import all_bounds
from rules.changes import keyed
from rules.words import capitalised


class PieceForm(forms.ModelForm):
    """A piece that joins a battle, or one that is changed; it chooses its side among those of the battle."""

    button = ""
    """What adds it; otherwise as its model is called."""

    def __init__(self, *args: Any, battle: Battle, action: str, row: Model | None = None, **kwargs: Any) -> None:
        if row:
            kwargs["instance"] = row
        super().__init__(*args, **kwargs)
        self.battle = battle
        self.piece = piece_of(battle, row) if row else None
        model = self._meta.model
        sides = sides_of(model)
        for name, null in sides.items():
            label = self.fields[name].label if name in self.fields else None
            related: Any = model._meta.get_field(name).related_model
            self.fields[name] = side_field(battle, related, nothing="nobody" if null else "", label=label)
        if not self.field_order:
            self.order_fields(("name", *sides))
        if row:
            beside = self.fields.keys() - self.initial.keys() - sides.keys()
            self.initial.update({name: getattr(self.piece, name, None) for name in beside})
            self.initial.update({name: getattr(row, f"{name}_id") for name in sides})
            self.helper = changer(action, row, seen=battle.last_event)
        else:
            button = self.button or f"Add the {model._meta.verbose_name}"
            self.helper = helper(action, button, seen=battle.last_event)


class AgreementForm(forms.ModelForm):
    """What the players of a battle agree on."""

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        kwargs["instance"] = battle_model(battle.game)._default_manager.get(pk=battle.pk)
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Agree", seen=battle.last_event)


def piece_of(battle: Battle, row: Model) -> Any:
    """The sheet of a piece that is changed."""
    return keyed(stored(battle).sheet)[key_of(row)]


def left_of(now: int, full: int, wanted: int) -> int:
    """What is left of a value that another one takes the place of: all of it where it was full."""
    return wanted if now == full else min(now, wanted)


def sides_of(model: type[Model]) -> dict[str, bool]:
    """The names of a model's references to sides, and whether there need not be one."""
    references = plan_of(vars(model)["SHEET"]).references
    return {name: field.null for name, field in references.items() if issubclass(field.related_model, Side)}


def piece_form(model: type[Piece]) -> type[PieceForm]:
    """The form for a piece that a game lays out in no way of its own: its name, its numbers and its choices."""
    plan = plan_of(vars(model)["SHEET"])
    sheet: Any = plan.sheet
    bounds = all_bounds(sheet)
    shown = [name for name in (*plan.plain, *plan.enums) if name in bounds or (name in plan.enums and name != "status")]
    lying = {name: number_field(sheet, name) for name, kind in plan.tokens.items() if kind is int and name in bounds}
    meta = type("Meta", (), {"model": model, "fields": ["name", *shown]})
    return type(f"{model.__name__}Form", (PieceForm,), {"Meta": meta, **lying})


def agreement_form(game: str) -> type[AgreementForm] | None:
    """The form for what the rules of a game leave to its players, if they leave anything."""
    model = battle_model(game)
    agreed = [
        name
        for settings in plan_of(vars(model)["SHEET"]).settings.values()
        for name in (*settings.plain, *settings.enums)
    ]
    meta = type("Meta", (), {"model": model, "fields": agreed})
    return type(f"{model.__name__}Form", (AgreementForm,), {"Meta": meta}) if agreed else None


def number_field(sheet: Any, name: str, **more: Any) -> forms.IntegerField:
    """The field for a number of a sheet, with its bounds, its words and what it usually is, where no more is said."""
    bounds = all_bounds(sheet)[name]
    usual = sheet.__dataclass_fields__[name].default
    initial = usual if isinstance(usual, int) else None
    said = {
        "min_value": bounds.least,
        "max_value": bounds.most,
        "initial": initial,
        "label": capitalised(bounds.called),
    }
    return forms.IntegerField(**{**said, **more})
