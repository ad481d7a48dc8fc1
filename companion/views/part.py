"""The part of a battle's page that changes, for all who look at it in the same way."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from companion.forms.selection import Selection
from companion.live.access import Lines, lines_to
from companion.live.parts import ANEW, Rendered
from companion.live.present import page_at, visitor
from companion.members import Rights, rights_seen_as
from companion.models import Battle
from companion.queries.battle_page import BattlePage, battle_page
from companion.queries.kept_page import keep, kept, rendered
from companion.queries.sight import sight_of
from companion.views.loading import BATTLE
from companion.watching import proof_of

KEY = secrets.token_hex(16)
"""Stands for the key of a form until each page puts its own there; nobody knows it who could write it into a name."""

HERE = Lines(*(secrets.token_hex(16) for _ in Lines._fields))
"""Stand likewise for the addresses where each page hears what has changed and fetches it, which tell who looks."""

LIVE = f' data-live="{HERE.stream}" data-part="{HERE.part}"'
KEYS = f'<input type="hidden" name="csrfmiddlewaretoken" value="{KEY}">'
CHOICE = '<button class="segment" name="{}" value="{}" aria-pressed="{}">'
USUAL = {"theme": "auto", "hand": "right"}
"""What a device has chosen, by the cookie that keeps it, as it stands in what is shared."""


def part(key: str, seen_as: str, version: str) -> Rendered | None:
    """What changes of a battle's page, as it is shown to somebody with nothing chosen; ``None`` without a battle.

    It is ``ANEW`` where that somebody may be another by now, or may do other things.

    It has no key for its forms, which each page has of its own. ``version`` is the newest that is known, if any is.
    """
    page = kept(key, version) if version else None
    # What is kept is as it was at that version, the campaign and the seats too.
    found = page.battle if page else BATTLE.first(key)
    if found is None or found.roster_id or found.deleted or found.home.deleted:
        return None
    rights = rights_seen_as(seen_as, found)
    if rights is None:
        return ANEW
    if page is None:
        page = battle_page(found, Selection())
        keep(page)
    html = shared(battle_context(found, page, rights, HERE))
    return Rendered(page.version, _with_lines(html, lines_to(found, seen_as)).replace(KEYS, ""))


def shared(context: Mapping[str, Any]) -> str:
    """What is the same for all who see a page so, but for what ``own`` puts there."""
    page: BattlePage = context["page"]
    more = {"here": page.battle.get_absolute_url(), "lines": HERE, "csrf_token": KEY}
    return rendered(page, context["sight"], lambda: render_to_string("battle/_main.html", {**context, **more}))


def _with_lines(html: str, lines: Lines) -> str:
    for stands, address in zip(HERE, lines, strict=True):
        html = html.replace(stands, escape(address))
    return html


def own(html: str, request: HttpRequest, lines: Lines, happened: str) -> SafeString:
    """What is shared by all with what is this page's own: its forms' keys, what the device chose, what a tap has done.

    ``live.js`` does the same with what it fetches.
    """
    html = _with_lines(html, lines) if lines.stream else html.replace(LIVE, "")
    said = html.replace(' data-say="', f' data-say="{escape(happened)} ', 1) if happened else html
    for name, usual in USUAL.items():
        chosen = request.COOKIES.get(name) or usual
        if chosen != usual:
            said = said.replace(CHOICE.format(name, usual, "true"), CHOICE.format(name, usual, "false"))
            said = said.replace(CHOICE.format(name, chosen, "false"), CHOICE.format(name, chosen, "true"))
    return mark_safe(said.replace(KEY, get_token(request)))  # noqa: S308 - it was escaped as it was rendered


def visitor_of(rights: Rights, battle: Battle) -> str:
    """Who looks at a page, as its stream is told."""
    at, member = page_at(battle.key, rights.seen_as.partition(".")[0]), rights.member
    return visitor(at, member.pk, member.name) if member else visitor(at)


def battle_context(found: Battle, page: BattlePage, rights: Rights, lines: Lines) -> dict[str, Any]:
    """What the templates of a battle's page are told."""
    sight = sight_of(found, page, rights)
    return {
        "battle": found,
        "page": page,
        "sight": sight,
        "taps": sight.taps,
        "lines": lines,
        "to_campaign": sight.way_to(found.home),
        "proof": proof_of(found),
    }
