"""Which member of a campaign a device is, and what it may do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import F, FilteredRelation, Prefetch, Q, QuerySet, prefetch_related_objects
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from companion.devices import device_of, secret_of
from companion.models import Battle, Campaign, Member, Roster, Side
from companion.permissions import MAY, Command, Stake, Standing, Thing, disposes, is_allowed
from companion.prepared import Prepared

Place = TypeVar("Place", Campaign, Roster, Battle)

RIGHTS = "companion.rights"
"""Where a request carries what it may do, once the page that it asks for was loaded."""


class Rights:
    """What a device may do in a campaign; ``people`` are its members, and ``seats`` those who play a battle's sides.

    ``seated`` tells that each side of the battle is tapped only by its player; where none of them plays any more,
    nobody is shut out. ``grouped`` tells whether anybody belongs to the campaign, where that was looked up.
    """

    def __init__(
        self,
        campaign: Campaign,
        member: Member | None,
        *,
        has_opened: bool,
        people: Sequence[Member] = (),
        seats: Mapping[int, Member] | None = None,
        seated: bool = False,
        grouped: bool | None = None,
    ) -> None:
        self.campaign = campaign
        self.member = member
        self.has_opened = has_opened
        self.people = people
        self.seats = seats or {}
        self._grouped = grouped
        self.seated = seated and any(player.plays for player in self.seats.values())

    @cached_property
    def standing(self) -> Standing:
        """What the device is there: where nobody is a member, whoever has opened the campaign organises it."""
        if self.member:
            return Standing(self.member.role)
        if (self.has_opened or self.campaign.members_only) and not self.has_members:
            return Standing.ORGANISER if self.has_opened else Standing.GUEST
        return Standing.STRANGER if self.campaign.members_only else Standing.GUEST

    @cached_property
    def has_members(self) -> bool:
        """Whether anybody belongs to the campaign."""
        if self._grouped is not None:
            return self._grouped
        return bool(self.people) or self.campaign.members.filter(forgotten=None).exists()

    @property
    def is_guest(self) -> bool:
        """Whether no member is known by it where others are members."""
        return self.member is None and self.has_members

    def may(self, command: Command) -> bool:
        """Whether it may do that; what every guest may is known without a look at who is a member."""
        if self.member is None and not self.campaign.members_only and Standing.GUEST in MAY[command]:
            return True
        return is_allowed(command, self.standing)

    def way_to(self, place: Place) -> Place | None:
        """The campaign, or what stands in it, for whoever may be led there: not who knows only a battle's link."""
        return place if self.has_opened or self.member is not None else None

    @property
    def looks(self) -> bool:
        """Whether it may look at what is in the campaign."""
        return self.may(Command.LOOK)

    @property
    def plays(self) -> bool:
        """Whether it may tap."""
        return self.may(Command.PLAY)

    @property
    def sits(self) -> bool:
        """Whether it taps what concerns the battle itself: where each side has its player, it has to play one."""
        return self.taps_for(())

    def player_of(self, side: str) -> Member | None:
        """Who plays the side with this key."""
        return self.seats.get(int(side.rpartition("-")[2]))

    def taps_for(self, sides: Sequence[str]) -> bool:
        """Whether it taps for one of these sides, without any for the battle itself; for all, unless it is seated.

        Who looks on taps for none.
        """
        if not self.plays:
            return False
        if not self.seated or self.standing is Standing.ORGANISER:
            return True
        own = {side for side, player in self.seats.items() if player == self.member}
        return bool(own & {int(side.rpartition("-")[2]) for side in sides} if sides else own)

    def may_change(self, roster: Roster) -> bool:
        """Whether it may change a roster: its owner's device, or an organiser's; that of nobody is anybody's."""
        own = Stake.OWN if self._is(roster.owner_id) else Stake.OTHERS
        stake = Stake.FREE if roster.owner_id is None else own
        # Where it is theirs anyway, nobody has to look who organises.
        return self.plays and (disposes(Thing.ROSTER, "", stake) or self.leads)

    def may_bring_home(self, roster: Roster) -> bool:
        """Whether it chooses what becomes of a roster after the battle: its owner does though another played it."""
        return self.may_change(roster) and (self.sits or self._is(roster.owner_id))

    @property
    def seen_as(self) -> str:
        """All that a battle's page shows of who looks at it: for as many as may be it is the same."""
        # Who plays may be given a seat while the page lies there.
        own = self.member.pk if self.member and self.plays else 0
        role = self.member.role if self.member else ""
        return f"{self.campaign.regrouped}.{role}.{int(self.has_opened)}.{int(bool(self.people))}.{own}"

    def _is(self, member: int | None) -> bool:
        return self.member is not None and self.member.pk == member

    @property
    def is_organised(self) -> bool:
        """Whether somebody organises the campaign, as far as its people were looked up."""
        return any(person.leads for person in self.people)

    @property
    def leads(self) -> bool:
        """Whether it does what organisers do."""
        return self.may(Command.LEAD)


def _people(campaign: int, ident: str, battle: int) -> QuerySet[Member]:
    """The members of a campaign, each with the proof of a device of that name and with a side of a battle, if any."""
    own = Q(devices__ident=ident, devices__ended__isnull=True, devices__asks="")
    there = Q(sides__battle=battle)
    found = Member.objects.filter(campaign=campaign).annotate(
        own=FilteredRelation("devices", condition=own), there=FilteredRelation("sides", condition=there)
    )
    return found.annotate(proof=F("own__proof"), side=F("there__pk"))


_PEOPLE = Prepared(_people, values=3)


def rights_in(request: HttpRequest, campaign: Campaign, battle: Battle | None = None) -> Rights:
    """What the device that asks may do in a campaign and a battle of it.

    A device without a secret is nobody's: nothing is asked for it, unless the battle lets only its players tap.
    """
    secret, has_opened = secret_of(request), campaign.key in device_of(request).campaigns
    if secret is None and not (battle and battle.seated):
        # What holds a roster is in no campaign itself.
        grouped = getattr(battle, "grouped", None) if battle and battle.campaign_id else None
        rights = Rights(campaign, None, has_opened=has_opened, grouped=grouped)
    else:
        rows: list[Any] = _PEOPLE(campaign.pk, secret.ident if secret else "", battle.pk if battle else 0)
        proof = secret.proof if secret else ""
        member = next((row for row in rows if row.proof and constant_time_compare(row.proof, proof)), None)
        people = list({row.pk: row for row in rows if row.forgotten is None}.values())
        # In a battle that goes on, who plays no more has no seat; one that is over, they have played.
        seats = {row.side: row for row in rows if row.side and battle and (row.plays or battle.over)}
        seated = battle is not None and battle.seated
        rights = Rights(campaign, member, has_opened=has_opened, people=people, seats=seats, seated=seated)
    request.META[RIGHTS] = rights
    return rights


def rights_seen_as(seen_as: str, battle: Battle) -> Rights | None:
    """The rights of anybody to whom a battle's page is shown as it says; they open nothing by themselves.

    ``None`` where somebody of the campaign became another since: then only whoever asks knows who they are.
    """
    regrouped, _, seen_as = seen_as.partition(".")
    if regrouped != str(battle.home.regrouped):
        return None
    role, has_opened, sees_seats, seat = seen_as.split(".")
    if int(sees_seats):
        # A page that is kept is asked for by many: its battle knows its seats from then on.
        prefetch_related_objects([battle], Prefetch("sides", Side.objects.select_related("player")))
    sides = battle.sides.all() if int(sees_seats) else ()
    seats = {side.pk: side.player for side in sides if side.player and (side.player.plays or battle.over)}
    own = next((player for player in seats.values() if player.pk == int(seat)), None)
    somebody = Member(pk=int(seat), campaign=battle.home, role=role) if role else None
    opened, grouped = bool(int(has_opened)), getattr(battle, "grouped", None)
    return Rights(battle.home, own or somebody, has_opened=opened, seats=seats, seated=battle.seated, grouped=grouped)


def rights(request: HttpRequest) -> dict[str, Rights | None]:
    """What a template is told of the visitor's rights (a context processor)."""
    return {"rights": request.META.get(RIGHTS)}
