"""The part of a battle's page that changes, for all who look at it in the same way."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from companion.forms.selection import Selection
from companion.live.access import Lines, lines_to
from companion.live.parts import Rendered
from companion.live.present import visitor
from companion.members import Rights, rights_seen_as
from companion.models import Battle
from companion.queries.battle_page import BattlePage, battle_page
from companion.queries.kept_page import kept
from companion.queries.taps import page_taps
from companion.watching import proof_of


def part(key: str, seen_as: str, version: str) -> Rendered | None:
    """What changes of a battle's page, as it is shown to somebody with nothing chosen; ``None`` without a battle.

    It has no key for its forms, which each page has of its own. ``version`` is the newest that is known, if any is.
    """
    found = Battle.objects.select_related("campaign").filter(key=key, roster=None, deleted=None).first()
    if found is None:
        return None
    page = kept(key, version) or battle_page(found, Selection())
    context = battle_context(found, page, rights_seen_as(seen_as, found), lines_to(found, seen_as))
    html = render_to_string("battle/_main.html", {**context, "here": found.get_absolute_url()})
    return Rendered(page.version, html)


def visitor_of(rights: Rights) -> str:
    """Who looks at a page, as its stream is told."""
    member = rights.member
    return visitor(member.pk, member.name) if member else visitor()


def battle_context(found: Battle, page: BattlePage, rights: Rights, lines: Lines) -> dict[str, Any]:
    """What the templates of a battle's page are told."""
    return {
        "battle": found,
        "page": page,
        "rights": rights,
        "taps": page_taps(found, page, rights),
        "lines": lines,
        "to_campaign": rights.way_to(found.home),
        "proof": proof_of(found),
    }
