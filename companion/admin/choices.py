"""Fields of the admin that refuse with a sentence what Django's own would fail on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
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


class CheckedRows:
    """An admin page whose list does something only with rows that every database can be asked for."""

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *where: Any) -> HttpResponse | None:
        """Refuse what no list sends."""
        chosen = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if not all(pk.isascii() and pk.isdigit() and len(pk) <= LONGEST_ID for pk in chosen):
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
