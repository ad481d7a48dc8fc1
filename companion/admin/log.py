"""What was declared, what happened and what is disputed of it, to read only."""

from __future__ import annotations

from datetime import datetime

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.admin.filters import InState
from companion.models import Battle, Declaration, Dispute, Event, Reply
from companion.models.event import as_it_stands
from rules.timeline import How


def behind(battle: Battle, when: datetime | None, said: str) -> str:
    """What stands behind a name: of what came with a file, nothing but the file."""
    return "from a file" if battle.came_with_file(when) else said


class ReadOnly:
    """Nothing here is added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody deletes."""
        return False


class ReplyInline(ReadOnly, admin.TabularInline):
    """The replies that a declaration was given."""

    model = Reply
    fields = ("number", "label", "value", "source", "name_given", "when")
    readonly_fields = fields

    @admin.display(description="name given")
    def name_given(self, reply: Reply) -> str:
        """The player's own word: a device may call itself what it likes."""
        return reply.who


@admin.register(Declaration)
class DeclarationAdmin(ReadOnly, admin.ModelAdmin):
    """An attack or another declaration with its replies and its trace."""

    list_display = ("__str__", "battle", "procedure", "actor", "target", "status", "name_given", "when")
    list_filter = ("procedure", "status", ("battle", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("battle", "actor", "target")
    search_fields = ("battle__name", "actor__name", "target__name", "who")
    fields = ("battle", "procedure", "edition", "actor", "target", "status", "name_given", "when", "headline", "steps")
    readonly_fields = fields
    inlines = (ReplyInline,)
    ordering = ("-pk",)

    @admin.display(description="name given", ordering="who")
    def name_given(self, declaration: Declaration) -> str:
        """The player's own word: a device may call itself what it likes."""
        return declaration.who

    @admin.display(description="outcome")
    def headline(self, declaration: Declaration) -> str:
        """The line of the log."""
        return declaration.outcome["headline"] if declaration.outcome else "not settled"

    @admin.display(description="trace")
    def steps(self, declaration: Declaration) -> SafeString:
        """Every step with its source."""
        rows = ((step["label"], step["value"], step["source"]) for step in declaration.trace or ())
        lines = format_html_join("", "<tr><th>{}</th><td>{}</td><td>{}</td></tr>", rows)
        return format_html("<table>{}</table>", lines)


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin):
    """The log of all battles."""

    list_display = ("number", "battle", "kind", "told", "who", "behind", "when")
    list_display_links = ("number", "told")
    ordering = ("-pk",)
    list_filter = ("by", "kind", ("battle", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("battle", "undone_by")
    search_fields = ("headline", "who", "battle__name")
    fields = (
        "battle",
        "number",
        "kind",
        "told",
        "changes",
        "parts",
        "declaration",
        "undoes",
        "who",
        "behind",
        "when",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """Each with how it stands since it was corrected."""
        found: QuerySet[Event] = super().get_queryset(request).annotate(how=as_it_stands("how"))
        return found

    @admin.display(description="headline", ordering="headline")
    def told(self, event: Event) -> str:
        """Its headline, struck through where it was undone or struck out."""
        how = event.how  # type: ignore[attr-defined]
        is_struck = hasattr(event, "undone_by") or how == How.STRUCK
        return format_html("<s>{}</s>", event.headline) if is_struck else event.headline

    @admin.display(description="by", ordering="by")
    def behind(self, event: Event) -> str:
        """What stands behind the name."""
        return behind(event.battle, event.when, event.get_by_display())


class OpenOrSettled(InState):
    """Disputes that are open, or those that are settled."""

    states = {"open": Dispute.OPEN, "settled": ~Dispute.OPEN}


@admin.register(Dispute)
class DisputeAdmin(ReadOnly, admin.ModelAdmin):
    """What players dispute in all battles; it is settled on the page of its entry."""

    list_display = ("battle", "event", "note", "who", "when", "state")
    list_display_links = ("event",)
    ordering = ("-pk",)
    list_filter = (OpenOrSettled, ("event__battle", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("event__battle", "event__undone_by", "correction__undone_by")
    search_fields = ("note", "ruling", "who", "event__headline", "event__battle__name")
    fields = (
        "battle",
        "page",
        "event",
        "note",
        "who",
        "behind",
        "when",
        "state",
        "ruling",
        "ruled_who",
        "ruled_behind",
        "ruled_when",
    )
    readonly_fields = fields

    @admin.display(description="by")
    def behind(self, dispute: Dispute) -> str:
        """What stands behind the name of who disputes it."""
        return behind(dispute.event.battle, dispute.when, dispute.get_by_display())

    @admin.display(description="ruled by")
    def ruled_behind(self, dispute: Dispute) -> str:
        """What stands behind the name of who settled it."""
        return behind(dispute.event.battle, dispute.ruled_when, dispute.get_ruled_by_display())

    @admin.display(ordering="event__battle")
    def battle(self, dispute: Dispute) -> SafeString:
        """The page of the battle of its entry."""
        battle = dispute.event.battle
        return format_html('<a href="{}">{}</a>', reverse("admin:companion_battle_change", args=[battle.pk]), battle)

    @admin.display()
    def state(self, dispute: Dispute) -> str:
        """Whether it is settled, and by what."""
        if dispute.is_open:
            return "open"
        return "ruled" if dispute.ruling else "corrected" if dispute.correction else "undone"

    @admin.display(description="its page")
    def page(self, dispute: Dispute) -> SafeString:
        """Where it is settled."""
        address = reverse("event", args=[dispute.event.battle.key, dispute.event.number])
        return format_html('<a href="{}">{}</a>', address, dispute.event)
