"""Fields of the admin that refuse with a sentence what Django's own would fail on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import ForeignKey, ManyToManyField
from django.forms import ModelChoiceField, ModelMultipleChoiceField
from django.http import HttpRequest

LONGEST_ID = 18
"""The digits of an id that every database can be asked for; SQLite fails on larger numbers."""


class RowField(forms.ModelChoiceField):
    """A choice of one row."""

    def to_python(self, value: Any) -> Any:
        """The chosen row."""
        if len(str(value or "")) > LONGEST_ID:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice", {"value": "This"})
        return super().to_python(value)


class RowsField(forms.ModelMultipleChoiceField):
    """A choice of any number of rows."""

    def clean(self, value: Any) -> Any:
        """The chosen rows."""
        if any(len(str(pk)) > LONGEST_ID for pk in value or ()):
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice", {"value": "This"})
        return super().clean(value)


class NamesField(forms.CharField):
    """A list of names, one on each line."""

    widget = forms.Textarea(attrs={"rows": 6})

    def __init__(self, *, longest: int, most: int, **kwargs: Any) -> None:
        super().__init__(required=False, help_text="One on each line.", **kwargs)
        self.longest, self.most = longest, most

    def prepare_value(self, value: Any) -> Any:
        """The names as lines."""
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """The names as a list."""
        names = [line.strip() for line in super().clean(value).splitlines() if line.strip()]
        if len(names) > self.most:
            raise forms.ValidationError(f"At most {self.most} names; these are {len(names)}.")
        if any(len(name) > self.longest for name in names):
            raise forms.ValidationError(f"A name has at most {self.longest} letters.")
        return names

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the lines are other ones than those of the list."""
        return super().has_changed(self.prepare_value(initial), "\n".join((data or "").splitlines()))


class CheckedChoices:
    """An admin page, or a part of one, whose choices of rows are all checked before a database is asked."""

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """The field for one row."""
        kwargs["form_class"] = RowField
        field: ModelChoiceField | None = super().formfield_for_foreignkey(  # type: ignore[misc]
            db_field, request, **kwargs
        )
        return field

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        """The field for several rows."""
        kwargs["form_class"] = RowsField
        field: ModelMultipleChoiceField | None = super().formfield_for_manytomany(  # type: ignore[misc]
            db_field, request, **kwargs
        )
        return field
