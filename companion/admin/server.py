"""The page of the server, above the list of its backups and audits."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from companion.admin.filters import Titled
from companion.admin.log import ReadOnly
from companion.models import Upkeep
from companion.queries.server import server_page


class BackupOrAudit(Titled):
    """What was done."""

    called = "what was done"


@admin.register(Upkeep)
class ServerAdmin(ReadOnly, admin.ModelAdmin):
    """What the server says of itself, and all backups and audits that were made."""

    change_list_template = "admin/server.html"
    list_display = ("what", "said", "when")
    list_filter = (("what", BackupOrAudit),)
    fields = ("what", "said", "when")
    readonly_fields = fields

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list, with the lines of the server above it."""
        more = {"title": "Server", "server": server_page(request.META)}
        return super().changelist_view(request, {**(extra_context or {}), **more})
