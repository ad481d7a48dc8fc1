"""Choosing a side of a battle in a form."""

from __future__ import annotations

from typing import Any

from django import forms

from companion.models import Battle, Side


def side_field(battle: Battle, model: type[Side], **options: Any) -> forms.TypedChoiceField:
    """A choice among the sides of a battle, each a row of ``model``.

    What is posted is held against these few; looked up in the database, a number that is too large would be an error.
    """
    sides = {str(side.pk): side for side in model._default_manager.filter(battle=battle)}
    return forms.TypedChoiceField(
        choices=[(key, side.name) for key, side in sides.items()],
        coerce=sides.__getitem__,
        error_messages={"invalid_choice": "Choose one of the sides of this battle."},
        **options,
    )
