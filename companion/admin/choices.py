"""Fields of the admin that refuse with a sentence what Django's own would fail on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import ForeignKey, ManyToManyField, QuerySet
from django.forms import ModelChoiceField, ModelMultipleChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

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


class FoundRow(AutocompleteSelect):
    """A choice of one row that is found by some letters of it; what is no id was never found."""

    def optgroups(self, name: str, value: Sequence[str], attrs: Any = None) -> Any:
        """The row that is chosen now."""
        return super().optgroups(name, [pk for pk in value if _is_id(pk)], attrs)


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_ID


class CheckedRows:
    """An admin page whose list does something only with rows that every database can be asked for."""

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *where: Any) -> HttpResponse | None:
        """Refuse what no list sends."""
        chosen = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if not all(map(_is_id, chosen)):
            messages.error(request, "Not every row that was chosen is in this list. Nothing was done.")
            return redirect(request.get_full_path())
        answer: HttpResponse | None = super().response_action(request, queryset, *where)  # type: ignore[misc]
        return answer


class CheckedChoices:
    """An admin page, or a part of one, whose choices of rows are all checked before a database is asked."""

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """The field for one row."""
        kwargs["form_class"] = RowField
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            kwargs["widget"] = FoundRow(db_field, self.admin_site)  # type: ignore[attr-defined]
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
