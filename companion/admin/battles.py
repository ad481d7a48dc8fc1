"""All battles of all games in one list, with what is done with whole battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.admin.auditing import WithAnAudit
from companion.admin.filters import InState, OfCampaign, OfGame
from companion.admin.log import struck_through
from companion.admin.people import Listed
from companion.admin.results import LeadsToPlay, OfAGame
from companion.admin.shelved import ShelvedBattles
from companion.files.downloads import download
from companion.files.exporting import battle_file
from companion.models import Battle, Dispute
from companion.models.event import as_it_stands
from companion.queries.log_page import why_gone
from companion.services.auditing import audited
from companion.services.editing import end_as_it_stands
from companion.services.shelving import archive
from companion.sheets import battle_model
from companion.who import who_of
from rules.words import counted, noun

MOST_AT_ONCE = 20
"""How many battles are audited by one tap: each is folded from its beginning."""


GONE_WITH_CAMPAIGN = Q(deleted=None) & ~Q(campaign__deleted=None)

THERE = Q(archived=None, deleted=None, campaign__deleted=None)


class State(InState):
    """Where a battle has come to."""

    states = {
        "set up": THERE & Q(started=False, over=False),
        "played": THERE & Q(started=True, over=False),
        "over": THERE & Q(over=True),
        "in the archive": ~Q(archived=None),
        "deleted": ~Q(deleted=None),
        "its campaign is deleted": GONE_WITH_CAMPAIGN,
    }


@admin.register(Battle)
class BattlesAdmin(ShelvedBattles, WithAnAudit, OfAGame, LeadsToPlay, Listed):
    """Battles of all games; what is stored of one is edited on the page of its game."""

    change_form_template = "admin/battle_change_form.html"
    list_display = ("name", "links", "state", "plays", "campaign", "created")
    list_filter = (State, OfGame, ("campaign", OfCampaign))
    list_select_related = ("campaign",)
    search_fields = ("name", "campaign__name", "sides__name", "sides__player__name")
    fields = ("name", "plays", "campaign", "state", "links", "disputes", "edited", "created", "ended")
    readonly_fields = fields
    ordering = ("-created", "-pk")
    actions = ("archive", "take_out", "end", "audit", "export", "restore")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Battle]:
        """The battles: what holds a roster is none."""
        found: QuerySet[Battle] = super().get_queryset(request).filter(roster=None)
        return found

    @admin.display()
    def state(self, row: Battle) -> str:
        """Where it has come to."""
        if row.deleted:
            return "deleted"
        if row.home.deleted:
            return "its campaign is deleted"
        now = "over" if row.over else f"round {row.round}" if row.started else "set up"
        return f"{now}, in the archive" if row.archived else now

    @admin.display()
    def disputes(self, row: Battle) -> SafeString:
        """The pages of what is disputed of it, or was, each struck through where its entry does not stand any more."""
        disputes = Dispute.objects.filter(event__battle=row).select_related("event__undone_by")
        found = disputes.annotate(how=as_it_stands("how", "event"))
        pages = (
            (
                reverse("admin:companion_dispute_change", args=[one.pk]),
                struck_through(one, why_gone(one.event, one.how)),
            )
            for one in found
        )
        return format_html_join(", ", '<a href="{}">{}</a>', pages)

    @admin.display(description="sides, pieces and settings")
    def edited(self, row: Battle) -> SafeString:
        """The page on which staff edit it."""
        model = battle_model(row.game)._meta.model_name
        return format_html('<a href="{}">edit them</a>', reverse(f"admin:companion_{model}_change", args=[row.pk]))

    @admin.action(description="Put the battles into the archive", permissions=["end"])
    def archive(self, request: HttpRequest, queryset: QuerySet[Battle]) -> None:
        """Put them out of the way."""
        self._archive(request, queryset, archived=True)

    @admin.action(description="Take the battles out of the archive", permissions=["end"])
    def take_out(self, request: HttpRequest, queryset: QuerySet[Battle]) -> None:
        """Put them back among the others."""
        self._archive(request, queryset, archived=False)

    @admin.action(description="End the battles as they stand", permissions=["end"])
    def end(self, request: HttpRequest, queryset: QuerySet[Battle]) -> None:
        """End them, each with an entry of its log, which undo takes back."""
        who = who_of(request)
        self.each(request, queryset, lambda row: end_as_it_stands(key=row.key, who=who), "battle", "ended")

    @admin.action(description="Audit the battles", permissions=["view"])
    def audit(self, request: HttpRequest, queryset: QuerySet[Battle]) -> None:
        """Fold each from its log, and say whether that is what is stored; nothing is written."""
        rows = list(queryset[: MOST_AT_ONCE + 1])
        if len(rows) > MOST_AT_ONCE:
            told = f"Choose {MOST_AT_ONCE} battles at most: all of them are audited by “manage.py audit”."
            self.message_user(request, told, messages.ERROR)
            return
        for row in rows:
            found = audited(row)
            told = format_html('<a href="{}">{}</a>: {}', self._audit(row), row, _found(found))
            self.message_user(request, told, messages.SUCCESS if found.is_clean else messages.ERROR)

    @admin.action(description="Download a battle as a file", permissions=["view"])
    def export(self, request: HttpRequest, queryset: QuerySet[Battle]) -> HttpResponse | None:
        """The file of the one that was chosen."""
        return downloaded(self, request, queryset, battle_file, "battle")

    def _archive(self, request: HttpRequest, queryset: QuerySet[Battle], *, archived: bool) -> None:
        done = "put into the archive" if archived else "taken out of the archive"
        self.each(request, queryset, lambda row: archive(key=row.key, archived=archived), "battle", done)

    def _audit(self, row: Battle) -> str:
        model = battle_model(row.game)._meta.model_name
        return reverse(f"admin:companion_{model}_audit", args=[row.pk])


def downloaded(
    page: Any, request: HttpRequest, queryset: QuerySet[Any], made: Callable[[Any], bytes], kind: str
) -> Any | None:
    """The file of one row, or a sentence where several were chosen."""
    rows = list(queryset[:2])
    if len(rows) != 1:
        page.message_user(request, f"Choose one {kind}: each is a file of its own.", messages.ERROR)
        return None
    return download(made(rows[0]), rows[0].name, kind)


def _found(audit: Any) -> str:
    told = [
        f"{counted(len(audit.differs), 'thing')} {noun(len(audit.differs), 'differs', 'differ')}"
        if audit.differs
        else "nothing differs",
        f"{counted(len(audit.otherwise), 'entry', 'entries')} would come out differently now"
        if audit.otherwise
        else "",
        f"{len(audit.cannot_run)} cannot run" if audit.cannot_run else "",
    ]
    return ", ".join(one for one in told if one) + "."
