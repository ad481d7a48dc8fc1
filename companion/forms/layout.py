"""The layout that the set-up forms share."""

from __future__ import annotations

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Hidden, Submit
from django.db.models import Model
from django.utils.text import slugify

from companion.sheets import key_of


def changer(action: str, row: Model, *, seen: int) -> FormHelper:
    """The same layout for a stored row that is changed."""
    return helper(action, "Change it", seen=seen, edit=key_of(row))


def helper(action: str, button: str, **hidden: object) -> FormHelper:
    """A crispy layout that posts to ``action`` with one large button, and what the page states besides the form."""
    layout = FormHelper()
    layout.form_action = action
    for name, value in hidden.items():
        layout.add_input(Hidden(name, str(value)))
    layout.add_input(Submit("save", button, css_class="btn-lg", css_id=f"save-{slugify(action)}"))
    return layout
