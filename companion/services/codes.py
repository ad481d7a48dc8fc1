"""Doors that a code opens: a link for minutes, whose secret is worked out from a word and two digits."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone

from companion.devices import hashed
from companion.models import Battle, Campaign, Invitation, Member
from companion.services.inviting import SECRET, check_number_open
from companion.services.members import group
from companion.services.once import LOAD_AGAIN
from companion.services.refusals import Refusal
from companion.spoken import codes_of, link_of

MINUTES = 10
USES = 30
"""How many may come in by one code: a club's evening."""

ROLES = (Member.Role.PLAYER, Member.Role.SPECTATOR)
"""As what a code lets in: what can be overheard makes nobody an organiser."""


class Opened(NamedTuple):
    """A door that is open, and the code for it, which nobody stores."""

    invitation: Invitation
    code: str


def open_door(*, campaign: Campaign, battle: int | None, role: str, secret: str) -> Opened:
    """Open the door of a campaign, or to one battle, and end the code before; a second tap finds the first one's."""
    if role not in ROLES:
        raise Refusal("There is no such role.")
    if not SECRET.fullmatch(secret):
        raise Refusal(LOAD_AGAIN)
    with group(campaign):
        salt = hashed(secret)
        table = _table(campaign, battle)
        made = Invitation.objects.filter(campaign=campaign, salt=salt).first()
        if made:
            # A page that the back button shows again has the number of the door that it opened.
            if (made.battle, made.role) != (table, role):
                raise Refusal(LOAD_AGAIN)
            return _again(made, secret)
        Invitation.objects.filter(campaign=campaign, battle=table).exclude(salt="").update(withdrawn=True)
        check_number_open(campaign)
        code = next(code for code in codes_of(secret) if not _is_known(code))
        row = Invitation.objects.create(
            campaign=campaign,
            battle=table,
            role=role,
            uses=USES,
            salt=salt,
            proof=hashed(link_of(salt, code)),
            expires=timezone.now() + timedelta(minutes=MINUTES),
        )
        return Opened(row, code)


def behind(code: str) -> Invitation | None:
    """The door that this code opens now; each that is open is compared, whichever it is."""
    doors = _doors().filter(campaign__deleted=None, withdrawn=False, used__lt=F("uses"))
    return next((door for door in doors if _opens(code, door)), None)


def _doors() -> QuerySet[Invitation]:
    """The doors whose minutes are not over, those that somebody has closed since included."""
    return Invitation.objects.filter(expires__gt=timezone.now()).exclude(salt="")


def _opens(code: str, door: Invitation) -> bool:
    return door.is_proven(hashed(link_of(door.salt, code)))


def _is_known(code: str) -> bool:
    """Whether somebody may still have heard this code for another door, also for one that is closed."""
    return any(_opens(code, door) for door in _doors())


def _again(made: Invitation, secret: str) -> Opened:
    """The door that the same form has opened before, with its code."""
    if not made.is_open(timezone.now()):
        raise Refusal("That door is closed by now. Open it again.")
    return Opened(made, next(code for code in codes_of(secret) if _opens(code, made)))


def _table(campaign: Campaign, battle: int | None) -> Battle | None:
    if battle is None:
        return None
    found = Battle.objects.filter(campaign=campaign, pk=battle, deleted=None).first()
    if found is None:
        raise Refusal("That battle is not in this campaign.")
    return found
