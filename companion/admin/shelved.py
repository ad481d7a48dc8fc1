"""What staff delete for a while: the button that deletes puts it away, and an action restores it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format

from companion.models import Battle, Campaign
from companion.services import shelving
from companion.services.refusals import Refusal
from rules.words import counted


class Shelved:
    """Rows that are deleted as organisers delete them; nothing that belongs to them goes with them."""

    delete_confirmation_template: Any = "admin/shelve_confirmation.html"
    delete_selected_confirmation_template: Any = delete_confirmation_template
    shelve: Callable[[Any], None]
    """Deletes a row for a while."""
    take_back: Callable[[Any], object]
    """Takes that back."""

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> Any:
        """Name what is put away, which needs no permission but that to delete it."""
        until = timezone.localtime() + timedelta(days=shelving.KEPT_DAYS)
        return [f"{row}: can be restored until {date_format(until)}" for row in objs], {}, set(), []

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Put one row away."""
        self.shelve(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Put several rows away: those that are not yet."""
        for row in queryset.filter(deleted=None):
            self.shelve(row)

    def has_restore_permission(self, request: HttpRequest) -> bool:
        """Whether this user may take back that rows were deleted: whoever may delete them, be it on another page."""
        opts = self.opts  # type: ignore[attr-defined]
        return request.user.has_perm(f"{opts.app_label}.delete_{opts.model_name}")

    @admin.action(description="Restore what was deleted", permissions=["restore"])
    def restore(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Take the deletion of rows back: of all, or of none where one cannot be restored."""
        rows = list(queryset.exclude(deleted=None))
        try:
            with transaction.atomic():
                for row in rows:
                    self.take_back(row)
                    self.log_change(request, row, "Restored.")  # type: ignore[attr-defined]
        except Refusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)  # type: ignore[attr-defined]
            return
        opts = self.opts  # type: ignore[attr-defined]
        told = counted(len(rows), str(opts.verbose_name), str(opts.verbose_name_plural))
        self.message_user(request, f"{told} restored.", messages.SUCCESS)  # type: ignore[attr-defined]


class ShelvedCampaigns(Shelved):
    """Campaigns that are deleted for a while."""

    def shelve(self, row: Campaign) -> None:
        """Delete it with all that is in it."""
        shelving.delete_campaign(row)

    def take_back(self, row: Campaign) -> None:
        """Have its links lead to it again."""
        shelving.take_campaign_back(row)


class ShelvedBattles(Shelved):
    """Battles that are deleted for a while."""

    def shelve(self, row: Battle) -> None:
        """Delete it, when nobody is in the middle of a tap."""
        shelving.delete(key=row.key)

    def take_back(self, row: Battle) -> None:
        """Have it count again."""
        shelving.take_back(campaign=row.home, battle=row.pk)
