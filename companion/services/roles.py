"""What follows in battles when a member may do something else in the campaign."""

from __future__ import annotations

from django.db.models import Q

from companion.models import Battle, Campaign, Invitation, Member, Side
from companion.services.locking import all_locked
from companion.services.reckoning import THE_APP
from companion.services.results import keep_states
from companion.services.writing import write_event

SEAT = "seat"
"""The kind of an event by which a side has another player, or other people tap."""


def follow_role(member: Member) -> None:
    """Free the seats of who only looks on by now, where the battle goes on, and ask who plays; it has the campaign.

    A side of a battle that is over stays theirs: they have played it.
    """
    own = Battle.objects.filter(Q(sides__player=member) | Q(results__player=member)).values("pk")
    with all_locked(Battle.objects.filter(pk__in=own)):
        if not member.plays:
            free_seats(member, f"{member} only looks on now")
        keep_states(Battle.objects.filter(results__player=member))


def end_links_of_organisers(campaign: Campaign) -> None:
    """Take back all open links that let an organiser in, once somebody organises no more; it has the campaign.

    Nobody has stored who made a link: that of whoever left would let them organise again.
    """
    lets_in = Q(member=None, role=Member.Role.ORGANISER) | Q(member__role=Member.Role.ORGANISER)
    own = Invitation.objects.filter(lets_in, campaign=campaign, withdrawn=False).values_list("pk", flat=True)
    Invitation.objects.filter(pk__in=list(own)).update(withdrawn=True)


def free_seats(member: Member, why: str) -> None:
    """Leave the sides of a member in battles that go on without a player, as their logs say; it has these battles."""
    for side in Side.objects.filter(player=member, battle__over=False).order_by("battle", "pk"):
        Side.objects.filter(pk=side.pk).update(player=None)
        told = f"{why}: nobody has the seat of {side} any more."
        write_event(Battle.objects.get(pk=side.battle_id), kind=SEAT, headline=told, who=THE_APP)
