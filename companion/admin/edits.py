"""Admin pages whose edits are events of the battle's log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db import IntegrityError, transaction
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from companion.admin.auditing import WithAnAudit
from companion.admin.choices import LONGEST_ID, CheckedChoices, CheckedRows
from companion.admin.links import WithALink
from companion.admin.log import ReadOnly
from companion.admin.shelved import ShelvedBattles
from companion.models import Battle
from companion.services.declaring import check_seen
from companion.services.editing import editing
from companion.services.refusals import Refusal, Stale
from companion.who import who_of

TWICE = "Two rows would be the same in between: change one of them, save, and then the other. Nothing was saved."
"""Rows are stored one after the other, so even two that change places are the same for a moment."""


def battle_of(row: Model | None) -> Battle | None:
    """The battle that a row belongs to, or is."""
    if row is None or isinstance(row, Battle):
        return row
    found: Battle = row.battle  # type: ignore[attr-defined]
    return found


class UpToDateForm(forms.ModelForm):
    """A form that states the last event of the battle that it showed, so that it never writes over later play."""

    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.battle = battle_of(self.instance) if self.instance.pk else None
        if self.battle:
            self.fields["seen"].initial = self.battle.last_event

    def clean(self) -> dict[str, Any]:
        """Refuse what was entered while the battle went on."""
        cleaned = super().clean() or {}
        if self.battle:
            try:
                check_seen(self.battle, cleaned.get("seen", -1))
            except Stale as stale:
                raise forms.ValidationError(f"{stale} Load this page again.") from stale
        return cleaned


class OfThisBattle(CheckedChoices):
    """Offers only the sides of the battle that is edited."""

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """Limit the choices to rows of the battle on the page."""
        battle = getattr(request, "edited_battle", None)
        related: Any = db_field.related_model
        if battle is None or not hasattr(related, "battle"):
            return super().formfield_for_foreignkey(db_field, request, **kwargs)
        kwargs["queryset"] = related._default_manager.filter(battle=battle)
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if field:
            # Read once for all rows of the page, and not again for each.
            field.choices = cache(partial(tuple, field.iterator(field)))
        return field


class WithItsLog:
    """What is deleted goes with its log and its seats, which nobody may delete by themselves."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Ask for no permission to delete what is read-only."""
        deleted, counts, needed, protected = super().get_deleted_objects(objs, request)  # type: ignore[misc]
        pages: Mapping[Any, Any] = self.admin_site._registry  # type: ignore[attr-defined]
        read_only = {str(model._meta.verbose_name) for model, page in pages.items() if isinstance(page, ReadOnly)}
        return deleted, counts, {name for name in needed if str(name) not in read_only}, protected


class PlayAdmin(WithItsLog, CheckedRows, OfThisBattle, admin.ModelAdmin):
    """An admin page of play data: each save and each deletion is one event, under the battle's lock."""

    form = UpToDateForm

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Find the row; SQLite fails on numbers that are too large where an id is the parent's."""
        return super().get_object(request, object_id, from_field) if len(object_id) <= LONGEST_ID else None

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
            return self._refused(request, refusal)
        except IntegrityError:
            return self._refused(request, Refusal(TWICE))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ask whether to delete the row, or delete it."""
        try:
            return super().delete_view(request, object_id, extra_context)
        except Refusal as refusal:
            return self._refused(request, refusal)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *where: Any) -> HttpResponse | None:
        """Do what the list's action says, whole or not at all."""
        try:
            with transaction.atomic():
                answer: HttpResponse | None = super().response_action(request, queryset, *where)
                return answer
        except Refusal as refusal:
            return self._refused(request, refusal)

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Delete one row."""
        with _recorded(request, battle_of(obj), done="deleted"):
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete several rows, perhaps of several battles."""
        with ExitStack() as edits:
            for battle in Battle.objects.filter(pk__in=queryset.values("battle")).order_by("pk"):
                edits.enter_context(_recorded(request, battle, done="deleted"))
            super().delete_queryset(request, queryset)

    def _refused(self, request: HttpRequest, refusal: Refusal) -> HttpResponse:
        """Show the page again with why nothing was done, and drop what was said of a success that is taken back."""
        for _ in messages.get_messages(request):
            pass
        self.message_user(request, str(refusal), messages.ERROR)
        return redirect(request.get_full_path())


class BattleAdmin(ShelvedBattles, WithAnAudit, WithALink, PlayAdmin):
    """A whole battle: an edit is one event."""

    change_form_template = "admin/battle_change_form.html"
    list_select_related: ClassVar[tuple[str, ...]] = ("campaign",)
    """Named, since what holds a roster has none, and Django reads only what every row has along with the rows."""
    readonly_fields = ("link", "game", "last_event")
    actions = ("new_link", "restore")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The battles: what holds a roster is none."""
        return super().get_queryset(request).filter(roster=None)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Battles are made on the campaign's page."""
        return False


@contextmanager
def _recorded(request: HttpRequest, battle: Battle | None, done: str = "saved") -> Iterator[None]:
    if battle is None or request.method != "POST":
        yield
        return
    with editing(key=battle.key, who=who_of(request), done=done):
        yield
