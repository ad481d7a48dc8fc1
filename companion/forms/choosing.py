"""Choosing one of a few rows of a battle in a form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.db.models import Model

from companion.models import Battle, Side


class Plates(forms.Select):
    """A choice of which each is a button, however many there are and however long their names."""


class SideField(forms.TypedChoiceField):
    """A choice among the sides of a battle."""


def one_of(
    rows: Iterable[Model],
    what: str,
    *,
    nothing: str = "",
    told: Callable[[Any], str] = str,
    kind: type[forms.TypedChoiceField] = forms.TypedChoiceField,
    **options: Any,
) -> forms.TypedChoiceField:
    """A choice among a few rows, and of none of them if that is named.

    What is posted is held against these few; looked up in the database, a number that is too large would be an error.
    """
    few = {str(row.pk): row for row in rows}
    return kind(
        choices=[*([("", nothing)] if nothing else []), *((key, told(row)) for key, row in few.items())],
        coerce=few.__getitem__,
        empty_value=None,
        required=not nothing,
        error_messages={"invalid_choice": f"Choose one of the {what} of this battle."},
        **options,
    )


def side_field(battle: Battle, model: type[Side], **options: Any) -> forms.TypedChoiceField:
    """A choice among the sides of a battle, each a row of ``model``."""
    return one_of(model._default_manager.filter(battle=battle), "sides", kind=SideField, **options)


def settle_side(form: forms.Form | forms.ModelForm[Any], side: Model) -> None:
    """Have a form add to this side: it asks for one only where there may be none."""
    for name, field in form.fields.items():
        if isinstance(field, SideField):
            form.initial[name] = side.pk
            if field.required:
                field.widget = forms.HiddenInput()
