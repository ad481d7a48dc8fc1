"""Another link for what was chosen in a list of the admin, once staff have confirmed it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.models import Battle, Campaign
from companion.services.links import change_all_links, change_battles_link, change_campaigns_link
from companion.sheets import battle_model
from companion.who import who_of
from rules.words import counted

WITH_BATTLES = "Given a new link, and new ones for all its battles; the old ones have ended."


class WithALink:
    """A page of the admin whose rows are reached by a link."""

    @admin.display(description="link")
    def link(self, row: Battle | Campaign) -> SafeString:
        """The way to it for the players."""
        return format_html('<a href="{0}">{0}</a>', row.get_absolute_url())

    @admin.action(description="Give a new link, and end the old one", permissions=["change"])
    def new_link(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Ask first; then every device that has only the old link is shut out."""
        page: Any = self
        if "confirmed" not in request.POST:
            context = {
                **page.admin_site.each_context(request),
                "title": "New links",
                "rows": queryset,
                "opts": page.opts,
                "checkbox": ACTION_CHECKBOX_NAME,
                "of_campaigns": page.model is Campaign,
                "may_renew_battles": page.model is Campaign and _may_change_battles(request, queryset),
            }
            return TemplateResponse(request, "admin/new_link.html", context)
        and_battles = page.model is Campaign and "battles" in request.POST
        if and_battles and not _may_change_battles(request, queryset):
            raise PermissionDenied
        done = 0
        for row in list(queryset):
            done += self._change(request, row, and_battles)
            page.log_change(request, row, WITH_BATTLES if and_battles else "Given a new link; the old one has ended.")
        told = f"{counted(done, 'new link')}: send {'it' if done == 1 else 'them'} to the players."
        page.message_user(request, told, messages.SUCCESS)
        return None

    def _change(self, request: HttpRequest, row: Model, and_battles: bool) -> int:
        if isinstance(row, Battle):
            change_battles_link(key=row.key, who=who_of(request))
        elif isinstance(row, Campaign):
            if and_battles:
                return change_all_links(row, who=who_of(request))
            change_campaigns_link(row)
        return 1


def _may_change_battles(request: HttpRequest, campaigns: QuerySet[Any]) -> bool:
    """Whether this user may change the battles of these campaigns, whatever their games."""
    user = request.user
    games = Battle.objects.filter(campaign__in=campaigns).values_list("game", flat=True).order_by().distinct()
    return all(user.has_perm(f"companion.change_{battle_model(game)._meta.model_name}") for game in games)
