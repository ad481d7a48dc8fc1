"""The layout that the set-up forms share."""

from __future__ import annotations

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit


def helper(action: str, button: str) -> FormHelper:
    """A crispy layout that posts to ``action`` with one large button."""
    layout = FormHelper()
    layout.form_action = action
    layout.add_input(Submit("save", button, css_class="btn-lg"))
    return layout
