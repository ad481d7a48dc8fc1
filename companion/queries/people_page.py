"""The people of a campaign, as whoever asks may see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from companion.devices import Secret
from companion.models import Campaign, Invitation, Member, MemberDevice
from companion.permissions import Standing
from companion.services.inviting import may_pick
from companion.services.members import waiting_for


@dataclass(frozen=True)
class Person:
    """One member: the devices that are known, wait, or are known again, where the visitor decides on them.

    Those that are known ``again`` once somebody signs out on them.
    """

    member: Member
    is_me: bool
    known: tuple[MemberDevice, ...]
    waiting: tuple[MemberDevice, ...]
    again: tuple[MemberDevice, ...]

    @property
    def leads(self) -> bool:
        """Whether somebody organises as this member, as far as the visitor sees that: a mere name does not."""
        return self.member.leads and bool(self.known or self.member.account_id)


@dataclass(frozen=True)
class PeoplePage:
    """Everything that the page of a campaign's people shows; ``waiting`` is how this device asks to be let in.

    ``own`` is how it is known.
    """

    people: tuple[Person, ...]
    invitations: tuple[Invitation, ...]
    waiting: MemberDevice | None
    own: MemberDevice | None

    @property
    def leads_alone(self) -> bool:
        """Whether the visitor is the only organiser whom anybody is known as, by no more than one device."""
        leading = [person for person in self.people if person.leads]
        return len(leading) == 1 and leading[0].is_me and len(leading[0].known) < 2

    @property
    def asking(self) -> tuple[tuple[Person, MemberDevice], ...]:
        """The devices that the visitor may let in."""
        return tuple((person, device) for person in self.people for device in person.waiting)


@dataclass(frozen=True)
class Offered:
    """A name to pick on joining; somebody who is known already has to be let in."""

    member: Member
    is_free: bool


def people_page(campaign: Campaign, me: Member | None, standing: Standing, secret: Secret | None) -> PeoplePage:
    """Read the members of a campaign with what the visitor decides on."""
    leads = standing is Standing.ORGANISER
    devices = MemberDevice.objects.annotate(aside=MemberDevice.put_aside())
    members = campaign.members.filter(forgotten=None).prefetch_related(Prefetch("devices", devices))
    now = timezone.now()
    people = tuple(_person(member, member == me, leads=leads) for member in members)
    mine = (device for person in people if person.is_me for device in person.known)
    return PeoplePage(
        people=people,
        invitations=_open(campaign, now) if leads else (),
        waiting=waiting_for(campaign, secret) if secret and me is None else None,
        own=next((device for device in mine if secret and device.is_proven(secret.proof)), None),
    )


def offered_names(invitation: Invitation) -> tuple[Offered, ...]:
    """The names to pick by a link, those first that nobody has taken yet."""
    members = list(invitation.campaign.members.filter(forgotten=None))
    offered = [Offered(member, may_pick(member, invitation)) for member in members]
    return tuple(sorted(offered, key=lambda one: not one.is_free))


def _person(member: Member, is_me: bool, *, leads: bool) -> Person:
    told: list[Any] = list(member.devices.all()) if is_me or leads else []
    known = [device for device in told if device.ended is None and not device.asks]
    waiting = [device for device in told if device.waits]
    # Who has an account of their own is known by that.
    again = [device for device in told if device.aside and not device.asks and member.account_id is None]
    return Person(member, is_me, tuple(known), tuple(waiting), tuple(again))


def _open(campaign: Campaign, now: datetime) -> tuple[Invitation, ...]:
    return tuple(row for row in campaign.invitations.select_related("campaign", "member", "battle") if row.is_open(now))
