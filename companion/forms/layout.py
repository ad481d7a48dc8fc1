"""The layout that forms share."""

from __future__ import annotations

from typing import Any, ClassVar

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Hidden, Submit
from django import forms
from django.db.models import Model
from django.utils.text import slugify

from companion.sheets import key_of


def changer(action: str, row: Model, *, seen: int) -> FormHelper:
    """The same layout for a stored row that is changed."""
    return helper(action, "Change it", seen=seen, edit=key_of(row))


def helper(action: str, button: str, *, is_main: bool = False, **hidden: object) -> FormHelper:
    """A crispy layout that posts to ``action`` with one button, and what the page states besides the form.

    The button is the page's main one where that is said.
    """
    layout = FormHelper()
    layout.form_action = action
    for name, value in hidden.items():
        layout.add_input(Hidden(name, str(value)))
    send = Submit("save", button, css_id=f"save-{slugify(action)}")
    send.field_classes = "button button-main" if is_main else "button"
    layout.add_input(send)
    return layout


def state(form: Any, name: str, value: str) -> None:
    """Have a form that has its layout state one thing more."""
    form.helper.add_input(Hidden(name, value))


class ButtonForm(forms.Form):
    """A form that posts to ``action`` with one button."""

    button: ClassVar[str]
    is_main: ClassVar[bool] = False

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, self.button, is_main=self.is_main)
