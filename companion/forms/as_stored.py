"""A form for what is stored: a field that was left as it is shown is no fault of whoever changes another one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS

NOTHING = "none"
"""What a choice is called of which nothing is stored."""


class AsStored(forms.BaseForm):
    """A form that offers what is stored, though nobody could choose it now, and takes it back where it is sent again.

    What the rules of the form refuse of that is ``borne`` then; whatever else is wrong is told as ever.
    """

    borne: Mapping[str, list[str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.MultipleChoiceField):
                _offer(field, self.get_initial_for_field(field, name))

    def sent(self) -> dict[str, str]:
        """What a browser sends of it where nobody touches it."""
        said = ((self.add_prefix(name), _said(self[name])) for name in self.fields)
        return {name: text for name, text in said if text is not None}

    def add_error(self, field: str | None, error: Any) -> None:
        """Note what is wrong, unless it is so of what is stored."""
        told = error if isinstance(error, forms.ValidationError) else forms.ValidationError(error)
        of_each = told.error_dict if hasattr(told, "error_dict") else {field or NON_FIELD_ERRORS: told.error_list}
        for name, errors in of_each.items():
            borne = self.borne.get(name, ())
            if rest := [one for one in errors if not set(one.messages).issubset(borne)]:
                super().add_error(None if name == NON_FIELD_ERRORS else name, rest)
            elif name in self.fields:
                self.cleaned_data.setdefault(name, self._kept(name))

    def _kept(self, name: str) -> Any:
        """What a field holds as it is stored."""
        field: Any = self.fields[name]
        text = field.to_python(self[name].data)
        return field.coerce(text) if isinstance(field, forms.TypedChoiceField) and text else text


def as_stored(form: Callable[..., Any], data: Mapping[str, str] | None, **given: Any) -> tuple[AsStored, bool]:
    """The form for what is stored, with what was posted of it, and whether anything of that was touched."""
    kind: type[AsStored] = type("Form", (AsStored, cast(Any, form)), {})
    shown = kind(None, **given)
    if data is None:
        return shown, False
    sent = shown.sent()
    filled = kind(data, **given)
    names = {name: filled.add_prefix(name) for name in filled.fields}
    touched = [name for name, posted in names.items() if data.get(posted) != sent.get(posted)]
    if not touched:
        return shown, False
    refused = kind(sent, **given).errors.items()
    filled.borne = {name: [str(one) for one in errors] for name, errors in refused if name not in touched}
    return filled, True


def _offer(field: forms.ChoiceField, stored: Any) -> None:
    """Have a choice offer what is stored."""
    text = "" if stored is None else stored
    if field.valid_value(text):
        return
    field.choices = [(text, str(text) or NOTHING), *cast(Any, field.choices)]
    if text == "":
        field.required = False
        if isinstance(field, forms.TypedChoiceField):
            field.empty_value = None


def _said(field: forms.BoundField) -> str | None:
    widget, value = field.field.widget, field.value()
    if isinstance(widget, forms.CheckboxInput):
        return "on" if widget.check_test(value) else None
    shown = widget.format_value(value)
    text = (shown[0] if shown else "") if isinstance(shown, list) else shown or ""
    return str(text).replace("\r\n", "\n")
