"""What was declared, what happened and what is disputed of it, to read only."""

from __future__ import annotations

from datetime import datetime

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.admin.called import Called, called
from companion.admin.filters import InState, OfCampaign, Titled
from companion.models import Battle, Declaration, Dispute, Event, Piece, Reply
from companion.models.event import as_it_stands
from companion.queries.log_page import as_they_stand, why_gone
from rules.words import without_step


def behind(battle: Battle, when: datetime | None, said: str) -> str:
    """What stands behind a name: of what came with a file, nothing but the file."""
    return "from a file" if battle.came_with_file(when) else said


def event_link(event: Event, text: str) -> SafeString:
    """The way to an entry's page in the app, or to the roster that is held by what it is of: that has no log."""
    roster = event.battle.roster
    address = roster.get_absolute_url() if roster else reverse("event", args=[event.battle.key, event.number])
    return format_html('<a href="{}">{}. {}</a>', address, event.number, text)


def struck_through(text: object, word: str) -> str:
    """What is said of an entry, struck through where there is a word for why that does not stand any more."""
    return format_html("<s>{}</s> ({})", text, word) if word else str(text)


def as_told(event: Event, how: str | None, now: str | None) -> str:
    """What an entry says, struck through where that does not stand any more: undone, struck out or corrected."""
    if word := why_gone(event, how):
        return struck_through(event.headline, word)
    return format_html("<s>{}</s> {}", event.headline, now) if now and now != event.headline else event.headline


def told(event: Event) -> str:
    """The same of an event that was read with how it stands since it was corrected."""
    return as_told(event, event.how, event.now)  # type: ignore[attr-defined]


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
    fields = ("number", "asked", "answered", "source", "name_given", "when")
    readonly_fields = fields

    @admin.display(description="what was asked")
    def asked(self, reply: Reply) -> str:
        """What was rolled or decided."""
        return without_step(reply.label)

    @admin.display(description="answer")
    def answered(self, reply: Reply) -> str:
        """The faces of each kind of dice, or what was chosen."""
        if not isinstance(reply.value, list):
            return str(reply.value)
        return " | ".join(" ".join(map(str, pool)) if isinstance(pool, list) else str(pool) for pool in reply.value)

    @admin.display(description="name given")
    def name_given(self, reply: Reply) -> str:
        """The player's own word: a device may call itself what it likes."""
        return reply.who


class WhatWasDeclared(Called):
    """Declarations by the names that they have in their games."""

    field = "procedure"


@admin.register(Declaration)
class DeclarationAdmin(ReadOnly, admin.ModelAdmin):
    """An attack or another declaration with its replies and its trace."""

    list_display = ("what", "battle", "piece", "at", "status", "name_given", "when")
    list_filter = (WhatWasDeclared, "status", ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "actor", "target")
    search_fields = ("battle__name", "actor__name", "target__name", "who")
    fields = ("battle", "what", "edition", "piece", "at", "status", "name_given", "when", "headline", "steps")
    readonly_fields = fields
    inlines = (ReplyInline,)
    ordering = ("-pk",)

    @admin.display(description="what it is", ordering="procedure")
    def what(self, declaration: Declaration) -> str:
        """Its name in its game."""
        return called(declaration.battle.game, declaration.procedure)

    @admin.display(ordering="actor")
    def piece(self, declaration: Declaration) -> Piece | str:
        """The piece that acts."""
        return declaration.actor or "-"

    @admin.display(description="target", ordering="target")
    def at(self, declaration: Declaration) -> Piece | str:
        """The piece that it is aimed at."""
        return declaration.target or "-"

    @admin.display(description="name given", ordering="who")
    def name_given(self, declaration: Declaration) -> str:
        """The player's own word: a device may call itself what it likes."""
        return declaration.who

    @admin.display(description="outcome")
    def headline(self, declaration: Declaration) -> str:
        """The line of the log, struck through where it does not stand any more."""
        event = as_they_stand(declaration.battle).filter(declaration=declaration).first()
        return told(event) if event else "not settled"

    @admin.display(description="how it came about")
    def steps(self, declaration: Declaration) -> SafeString:
        """Every step with its source."""
        rows = ((without_step(step["label"]), step["value"], step["source"]) for step in declaration.trace or ())
        lines = format_html_join("", "<tr><th>{}</th><td>{}</td><td>{}</td></tr>", rows)
        return format_html("<table>{}</table>", lines)


class WhatStandsBehind(Titled):
    """Entries by what stands behind their names."""

    called = "what stands behind the name"


class KindOfEntry(Called):
    """Entries by what they are called."""

    field = "kind"


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin):
    """The log of all battles; what an entry changed is told on its own page."""

    list_display = ("number", "battle", "what", "told", "who", "behind", "when")
    list_display_links = ("number", "told")
    ordering = ("-pk",)
    list_filter = (("by", WhatStandsBehind), KindOfEntry, ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "undone_by")
    search_fields = ("headline", "who", "battle__name")
    fields = ("page", "battle", "number", "what", "told", "declaration", "took_back", "who", "behind", "when")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """Each with how it stands since it was corrected."""
        found: QuerySet[Event] = super().get_queryset(request)
        return found.annotate(how=as_it_stands("how"), now=as_it_stands("headline"))

    @admin.display(description="its page")
    def page(self, event: Event) -> SafeString:
        """Where players see what it changed and how it came about."""
        return event_link(event, told(event))

    @admin.display(description="undoes")
    def took_back(self, event: Event) -> str:
        """What it took back or did again, which does not stand itself since then."""
        taken = event.undoes
        return event_link(taken, as_told(taken, None, None)) if taken else "-"

    @admin.display(description="what it is", ordering="kind")
    def what(self, event: Event) -> str:
        """What it is called."""
        return called(event.battle.game, event.kind)

    @admin.display(description="headline", ordering="headline")
    def told(self, event: Event) -> str:
        """Its headline, struck through where it does not stand any more."""
        return told(event)

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

    list_display = ("battle", "entry", "note", "who", "when", "state")
    list_display_links = ("entry",)
    ordering = ("-pk",)
    list_filter = (OpenOrSettled, ("event__battle__campaign", OfCampaign))
    list_select_related = ("event__battle", "event__undone_by", "correction__undone_by")
    search_fields = ("note", "ruling", "who", "event__headline", "event__battle__name")
    fields = (
        "battle",
        "page",
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

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        """Each with how its entry stands since it was corrected."""
        found: QuerySet[Dispute] = super().get_queryset(request)
        return found.annotate(how=as_it_stands("how", "event"), now=as_it_stands("headline", "event"))

    @admin.display(description="entry of a log", ordering="event")
    def entry(self, dispute: Dispute) -> SafeString:
        """What is disputed, struck through where it does not stand any more."""
        return format_html("{}. {}", dispute.event.number, self._told(dispute))

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
        return event_link(dispute.event, self._told(dispute))

    def _told(self, dispute: Dispute) -> str:
        return as_told(dispute.event, dispute.how, dispute.now)  # type: ignore[attr-defined]
