"""Forms of the admin that write only what was changed on the page: what others changed since it was opened stays."""

from __future__ import annotations

from typing import Any

from django import forms


class FormAsShown(forms.ModelForm):
    """A form that knows what its page showed, and so what was changed on it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            # What a page did not send along is held against what is stored.
            field.show_hidden_initial = not self.is_bound or self.add_initial_prefix(name) in self.data


def as_stored(form: forms.ModelForm[Any], row: Any) -> None:
    """Give a row back what is stored of it, but for what was changed on the page."""
    for name in form.fields:
        if name not in form.changed_data and name in form.initial:
            setattr(row, row._meta.get_field(name).attname, form.initial[name])
