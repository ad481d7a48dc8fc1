"""Who may listen to a battle's stream, and fetch what changed: whoever was shown the battle's page."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.core import signing
from django.db import connection
from django.http import HttpRequest

from companion.models import Battle
from companion.watching import watched_battle

ADDRESS = re.compile(r"/b/([-\w]{1,32})/(live|part)/", re.ASCII)
SCREEN = re.compile(r"/w/([0-9]{1,18})/([0-9a-f]{32})/live/", re.ASCII)
"""The stream of a battle's screen: the link is all that opens it, and does not tell the battle's own."""
SALT = "companion.live"
OFFERED = "companion.live"
"""What a request says of its server: that there are streams. No visitor can say it: theirs begin with HTTP."""

STREAMS = "companion.streams"
"""Likewise, how many are open and how many may be."""

VALID_SECONDS = 24 * 60 * 60


class Lines(NamedTuple):
    """Where a page hears what has changed, and where it fetches it: empty where neither is served."""

    stream: str = ""
    part: str = ""


def lines_of(request: HttpRequest, battle: Battle, seen_as: str) -> Lines:
    """The addresses for a page of a battle as it is shown to somebody, with a token that opens these for a day."""
    return lines_to(battle, seen_as) if request.META.get(OFFERED) else Lines()


def lines_to(battle: Battle, seen_as: str) -> Lines:
    """The addresses, with a token that opens these for a day."""
    token = signing.TimestampSigner(salt=SALT).sign(f"{battle.key}:{seen_as}")
    return Lines(*(f"{battle.get_absolute_url()}{what}/?{token}" for what in ("live", "part")))


def shown_to(key: str, token: str) -> str | None:
    """As what the page of this battle was shown to whoever has a token; ``None`` where the token opens nothing."""
    try:
        opened, _, seen_as = signing.TimestampSigner(salt=SALT).unsign(token, max_age=VALID_SECONDS).partition(":")
    except signing.BadSignature:
        return None
    return seen_as if opened == key else None


def stream_of_screen(request: HttpRequest, number: int, proof: str) -> str:
    """The address of a screen's stream; empty where there is none."""
    return f"/w/{number}/{proof}/live/" if request.META.get(OFFERED) else ""


def shown_on_screen(number: str, proof: str) -> str | None:
    """The key of the battle behind the link of a screen; in a thread that may rest for long and keeps no connection."""
    try:
        battle = watched_battle(int(number), proof)
        return battle.key if battle else None
    finally:
        connection.close()
