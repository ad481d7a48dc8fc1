"""The audit of one battle, as a button on its page."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe

from companion.admin.choices import LONGEST_ID
from companion.models import Battle
from companion.services.auditing import audited
from rules.games import GAMES


class WithAnAudit:
    """The page of a battle, from which its audit is reached."""

    def get_urls(self) -> list[URLPattern]:
        """The audit's address, before all others: those take any text for an id."""
        page: Any = self
        name = f"{page.opts.app_label}_{page.opts.model_name}_audit"
        audit = path("<path:object_id>/audit/", page.admin_site.admin_view(self.audit_view), name=name)
        return [audit, *super().get_urls()]  # type: ignore[misc]

    @method_decorator(require_safe)
    def audit_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Fold the battle and show what was found, to whoever may look at it; nothing is written."""
        page: Any = self
        found = page.get_object(request, object_id) if len(object_id) <= LONGEST_ID else None
        if not page.has_view_permission(request, found):
            raise PermissionDenied
        if found is None:
            raise Http404("There is no such battle.")
        battle = Battle.objects.get(pk=found.pk)
        audit = audited(battle)
        context = {
            **page.admin_site.each_context(request),
            "title": f"Audit of {battle}",
            "opts": page.opts,
            "battle": battle,
            "audit": audit,
            "edition": GAMES[battle.game].edition,
            "found": (
                ("Differs", audit.differs),
                ("Would come out differently now", audit.otherwise),
                ("Cannot run", audit.cannot_run),
            ),
            "moved_on": Battle.objects.values_list("last_event", flat=True).get(pk=found.pk) != battle.last_event,
        }
        return TemplateResponse(request, "admin/audit.html", context)
