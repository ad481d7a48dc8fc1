"""The plainest widgets, drawn as Django draws them but without its templates.

An admin page has a hundred of them, and to render two or three templates for each takes a third of its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

INPUTS = frozenset(
    f"django/forms/widgets/{name}.html"
    for name in ("checkbox", "date", "datetime", "email", "hidden", "number", "password", "text", "time", "url")
)
SELECT = "django/forms/widgets/select.html"
OPTION = "django/forms/widgets/select_option.html"


class Drawn(DjangoTemplates):
    """Draws inputs and selects itself and leaves all else to Django."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
        """Draw a widget."""
        if template_name in INPUTS:
            return drawn_input(context["widget"])
        if template_name == SELECT and all(option["template_name"] == OPTION for option in options(context["widget"])):
            return drawn_select(context["widget"])
        return mark_safe(super().render(template_name, context, request))  # noqa: S308 - a template has escaped it


def drawn_input(widget: Mapping[str, Any]) -> SafeString:
    """An input of any type."""
    value = "" if widget["value"] is None else f' value="{conditional_escape(widget["value"])}"'
    kind, name = conditional_escape(widget["type"]), conditional_escape(widget["name"])
    return mark_safe(f'<input type="{kind}" name="{name}"{value}{attributes(widget)}>')  # noqa: S308 - each part is


def drawn_select(widget: Mapping[str, Any]) -> SafeString:
    """A select with its options, those of a group together."""
    parts = [f'<select name="{conditional_escape(widget["name"])}"{attributes(widget)}>']
    for group, choices, _ in widget["optgroups"]:
        if group:
            parts.append(f'\n  <optgroup label="{conditional_escape(group)}">')
        for option in choices:
            value, label = conditional_escape(option["value"]), conditional_escape(option["label"])
            parts.append(f'\n  <option value="{value}"{attributes(option)}>{label}</option>')
        if group:
            parts.append("\n  </optgroup>")
    parts.append("\n</select>")
    return mark_safe("".join(parts))  # noqa: S308 - each part is escaped


def attributes(widget: Mapping[str, Any]) -> str:
    """The attributes of a widget or an option, each with a blank before it."""
    return "".join(
        f" {conditional_escape(name)}" + ("" if value is True else f'="{conditional_escape(value)}"')
        for name, value in widget["attrs"].items()
        if value is not False
    )


def options(widget: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """All options of a select."""
    return [option for _, choices, _ in widget["optgroups"] for option in choices]
