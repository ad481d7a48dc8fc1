"""What was declared and what happened, to read only."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.models import Declaration, Event, Reply


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
    list_filter = ("procedure", "status", "battle")
    list_select_related = ("battle", "actor", "target")
    search_fields = ("battle__name", "actor__name", "target__name", "who")
    fields = ("battle", "procedure", "edition", "actor", "target", "status", "name_given", "when", "headline", "steps")
    readonly_fields = fields
    inlines = (ReplyInline,)

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

    list_display = ("number", "battle", "kind", "headline", "who", "by", "when")
    list_display_links = ("number", "headline")
    list_filter = ("by", "kind", "battle")
    list_select_related = ("battle",)
    search_fields = ("headline", "who", "battle__name")
    fields = ("battle", "number", "kind", "headline", "changes", "declaration", "undoes", "who", "by", "when")
    readonly_fields = fields
