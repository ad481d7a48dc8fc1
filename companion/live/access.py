"""Who may listen to a battle's stream: whoever was shown the battle's page."""

from __future__ import annotations

import re

from django.core import signing
from django.http import HttpRequest

from companion.models import Battle

ADDRESS = re.compile(r"/b/([-\w]{1,32})/live/", re.ASCII)
SALT = "companion.live"
OFFERED = "companion.live"
"""What a request says of its server: that there are streams. No visitor can say it: theirs begin with HTTP."""

VALID_SECONDS = 24 * 60 * 60


def address_of(request: HttpRequest, battle: Battle) -> str:
    """Where the battle's stream is, with a token that opens this one for a day; empty where no streams are served."""
    if not request.META.get(OFFERED):
        return ""
    return f"{battle.get_absolute_url()}live/?{signing.TimestampSigner(salt=SALT).sign(battle.key)}"


def may_listen(key: str, token: str) -> bool:
    """Whether a token opens the stream of this battle, still."""
    try:
        return signing.TimestampSigner(salt=SALT).unsign(token, max_age=VALID_SECONDS) == key
    except signing.BadSignature:
        return False
