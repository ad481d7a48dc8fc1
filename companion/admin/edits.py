"""Admin pages whose edits are events of the battle's log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.contrib import admin, messages
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from companion.models import Battle
from companion.services.editing import editing
from companion.services.refusals import Refusal
from companion.views.device import who_of


def battle_of(row: Model | None) -> Battle | None:
    """The battle that a row belongs to, or is."""
    if row is None or isinstance(row, Battle):
        return row
    found: Battle = row.battle  # type: ignore[attr-defined]
    return found


class OfThisBattle:
    """Offers only the sides of the battle that is edited."""

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """Limit the choices to rows of the battle on the page."""
        battle = getattr(request, "edited_battle", None)
        related: Any = db_field.related_model
        if battle is not None and hasattr(related, "battle"):
            kwargs["queryset"] = related._default_manager.filter(battle=battle)
        field: ModelChoiceField | None = super().formfield_for_foreignkey(  # type: ignore[misc]
            db_field, request, **kwargs
        )
        return field


class PlayAdmin(OfThisBattle, admin.ModelAdmin):
    """An admin page of play data: each save and each deletion is one event, under the battle's lock."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show or save the form."""
        battle = battle_of(self.get_object(request, object_id)) if object_id else None
        request.edited_battle = battle  # type: ignore[attr-defined]
        try:
            with _recorded(request, battle):
                return super().changeform_view(request, object_id, form_url, extra_context)
        except Refusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return redirect(request.path)

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Delete one row."""
        with _recorded(request, battle_of(obj)):
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several rows, perhaps of several battles."""
        with ExitStack() as edits:
            for battle in Battle.objects.filter(pk__in=queryset.values("battle")):
                edits.enter_context(_recorded(request, battle))
            super().delete_queryset(request, queryset)


@contextmanager
def _recorded(request: HttpRequest, battle: Battle | None) -> Iterator[None]:
    if battle is None or request.method != "POST":
        yield
        return
    with editing(key=battle.key, who=who_of(request)):
        yield
