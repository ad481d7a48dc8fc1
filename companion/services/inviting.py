"""Invitations to a campaign: links whose secret nobody stores, for so many and for so long."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from companion.devices import Secret, hashed
from companion.models import Campaign, Invitation, Member
from companion.services.members import add_member, check_led, group, know, known_as, member_in, organisers_of
from companion.services.once import LOAD_AGAIN
from companion.services.refusals import Refusal

SECRET = re.compile(r"[-\w]{43}", re.ASCII)
"""What a link's secret looks like; the page that asks for the link has made it, so two taps make one."""

MOST_DAYS = 60
MOST_USES = 50
OWN_LINK_DAYS = 1
MOST_OPEN = 40
"""How many invitations of a campaign may be open at once."""

ENDED = (
    "This link no longer works: it was used, cancelled, or is too old. Ask an organiser for another one. "
    "Are you a member already? Then ask for a link of your own."
)
RANK = tuple(Member.Role.values)
SAME = ("member_id", "role", "uses")
"""What a link that a second tap finds has as it was asked for."""


def invite(*, campaign: Campaign, role: str, days: int, uses: int, secret: str) -> Invitation:
    """Make a link for one role; a second tap finds the first one's."""
    if role not in Member.Role.values:
        raise Refusal("There is no such role.")
    if not (1 <= days <= MOST_DAYS and 1 <= uses <= MOST_USES):
        raise Refusal(f"A link is good for 1 to {MOST_DAYS} days and for 1 to {MOST_USES} people.")
    with group(campaign):
        return _made(Invitation(campaign=campaign, role=role, uses=uses), days, secret)


def invite_back(*, campaign: Campaign, member: int, secret: str) -> Invitation:
    """Make a link of a member's own, for one device and one day, and end the one before."""
    with group(campaign):
        row = member_in(campaign, member)
        older = Invitation.objects.filter(member=row, withdrawn=False).exclude(proof=hashed(secret))
        older.update(withdrawn=True)
        return _made(Invitation(campaign=campaign, member=row, role=row.role, uses=1), OWN_LINK_DAYS, secret)


def let_organiser_in(campaign: Campaign) -> tuple[Invitation, str] | None:
    """A link of an organiser's own with its secret, for whoever runs the server; ``None`` where nobody organises."""
    row = organisers_of(campaign).order_by("pk").first()
    if row is None:
        return None
    secret = secrets.token_urlsafe(32)
    return invite_back(campaign=campaign, member=row.pk, secret=secret), secret


def withdraw(*, campaign: Campaign, invitation: int) -> None:
    """Take a link back: it lets nobody in any more; who came by it stays."""
    with group(campaign):
        Invitation.objects.filter(campaign=campaign, pk=invitation).update(withdrawn=True)


def join(*, invitation: Invitation, secret: Secret, member: int | None, name: str) -> Member:
    """Let a device in, as whom the link is for, as who was picked, or as somebody new; a second tap changes nothing.

    Nobody takes by it what another device is known as, nor a role above the link's: who was picked and is known
    already has to ask to be let in.
    """
    campaign = invitation.campaign
    with group(campaign):
        row = Invitation.objects.select_related("member").get(pk=invitation.pk)
        known = known_as(campaign, secret)
        if known and row.member in (None, known):
            return known
        if not row.is_open(timezone.now()):
            raise Refusal(ENDED)
        joined = row.member
        if joined is None and member is not None:
            joined = member_in(campaign, member)
            if not may_pick(joined, row):
                why = "is known here already" if is_known(joined) else "may do more here than this link allows"
                raise Refusal(f"{joined} {why}. Ask to be let in as {joined}: “This is me too”.")
        if joined is None:
            joined = add_member(campaign, name, row.role)
        know(joined, secret)
        if known:
            check_led(known)
        row.used += 1
        row.save(update_fields=["used"])
        return joined


def may_pick(member: Member, invitation: Invitation) -> bool:
    """Whether a link lets somebody in as this member: nobody ever was known as it, and it may no more than the link."""
    return RANK.index(member.role) >= RANK.index(invitation.role) and not is_known(member)


def is_known(member: Member) -> bool:
    """Whether somebody is known as a member by an account or on a device, or ever was."""
    return member.account_id is not None or member.devices.filter(asks="").exists()


def _made(row: Invitation, days: int, secret: str) -> Invitation:
    if not SECRET.fullmatch(secret):
        raise Refusal(LOAD_AGAIN)
    proof = hashed(secret)
    made = Invitation.objects.filter(campaign=row.campaign, proof=proof).first()
    if made:
        # A page that the back button shows again has the number of the link that it made, whatever is tapped there now.
        if not made.is_open(timezone.now()) or any(getattr(made, name) != getattr(row, name) for name in SAME):
            raise Refusal(LOAD_AGAIN)
        return made
    check_number_open(row.campaign)
    row.proof, row.expires = proof, timezone.now() + timedelta(days=days)
    row.save()
    return row


def check_number_open(campaign: Campaign) -> None:
    """Refuse one more where many are open; the caller holds the campaign."""
    there = Invitation.objects.filter(campaign=campaign, withdrawn=False, expires__gt=timezone.now())
    if there.filter(used__lt=F("uses")).count() >= MOST_OPEN:
        raise Refusal(f"{MOST_OPEN} links are open already: cancel some of them first.")
