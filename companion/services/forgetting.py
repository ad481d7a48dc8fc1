"""Forgetting a person: another name stands wherever theirs did, and what they played stays as it was.

What somebody has misspelt in a note nobody can find: that stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from companion.live.commits import telling
from companion.models import Battle, Campaign, Invitation, Member, MemberDevice, Roster
from companion.models.member import LONGEST_NAME
from companion.services.auditing import audited
from companion.services.locking import hold_campaign, in_order
from companion.services.members import NOBODY_LEADS, disposes_of, leads_alone, member_in
from companion.services.open_pages import tell
from companion.services.refusals import Refusal
from companion.services.renaming import rename_everywhere
from companion.services.results import keep_states
from companion.services.roles import end_links_of_organisers, free_seats
from rules.words import listed, next_name

SOMEBODY = "Somebody"
"""What a person is called who was forgotten."""


May: TypeAlias = Callable[[Member], bool]
"""Whether a member may be forgotten by whoever asks for it."""


class _Harm(Exception):
    """Battles that an audit finds fault with once the name is gone."""

    def __init__(self, battles: list[Battle]) -> None:
        super().__init__()
        self.battles = battles


def forget_member(*, campaign: Campaign, member: int, by: Member | None) -> None:
    """Forget a member, by themselves or by an organiser."""
    _forget_unharmed(campaign, member, lambda row: disposes_of(row.pk, by))


def forget_for_staff(row: Member) -> None:
    """Forget a member, by whoever runs the server."""
    _forget_unharmed(row.campaign, row.pk, lambda row: True)


def _forget_unharmed(campaign: Campaign, member: int, may: May) -> None:
    """Forget a member: no device, no link and no account knows them, and no text that has their name as it is spelt.

    Battles, rosters and results stay, under another name. Raises ``Refusal``, with nothing changed, where a battle
    would come out otherwise because the name is a word of the game too.
    """
    try:
        _forget(campaign, member, may)
        return
    except _Harm as harm:
        # What an audit finds fault with anyhow is not harmed by it.
        unsound = [battle.pk for battle in harm.battles if not audited(battle).is_clean]
        whole = [battle.pk for battle in harm.battles if battle.pk not in unsound]
    try:
        # In other letters it may be a word of the game, and just as it stands a name.
        _forget(campaign, member, may, unsound, [*unsound, *whole])
    except _Harm as harm:
        raise Refusal(
            f"In {listed([f'“{battle}”' for battle in harm.battles])} that name is a word of the game too, and "
            "without it the battle would come out otherwise. Nothing was changed."
        ) from None


def _forget(
    campaign: Campaign, member: int, may: May, unsound: Collection[int] = (), exactly: Collection[int] = ()
) -> None:
    # In one that was deleted too: a person can be forgotten as long as anything is kept of them.
    with transaction.atomic():
        hold_campaign(campaign, even_deleted=True)
        row = member_in(campaign, member)
        _check(row, may)
        of_campaign = Q(campaign=campaign) | Q(roster__campaign=campaign)
        locked = telling(Battle.objects.select_for_update(of=("self",)).filter(of_campaign))
        battles = [battle.pk for battle in in_order(locked)]
        names = set(Member.objects.filter(campaign=campaign).values_list("name", flat=True))
        called = next_name(SOMEBODY, names, LONGEST_NAME)
        # What another is called now stays: nobody can tell any more whom it meant then.
        taken = {name.casefold() for name in names}
        former = [name for name in row.former if name.casefold() not in taken]
        touched: set[int] = set()
        for name in (row.name, *former):
            touched |= rename_everywhere(campaign, battles, name, called, exactly)
        free_seats(row, f"{called} was forgotten")
        Roster.objects.filter(owner=row).update(owner=None)
        if not Member.objects.filter(campaign=campaign, forgotten=None).exclude(pk=row.pk).exists():
            # Whoever came by a link now would be there with nobody who organises.
            Invitation.objects.filter(campaign=campaign).update(withdrawn=True)
            # Whoever organises it next has shut nobody out.
            Campaign.objects.filter(pk=campaign.pk).update(members_only=False)
        MemberDevice.objects.filter(member=row).delete()
        Invitation.objects.filter(member=row).delete()
        organised = row.leads
        row.name, row.role, row.forgotten = called, Member.Role.SPECTATOR, timezone.now()
        row.account, row.former = None, []
        row.save(update_fields=["name", "role", "forgotten", "account", "former"])
        if organised:
            end_links_of_organisers(campaign)
        keep_states(Battle.objects.filter(results__player=row))
        tell(campaign, regrouped=True)
        wanted = Battle.objects.filter(pk__in=touched.difference(unsound))
        harmed = [battle for battle in wanted if not audited(battle).is_clean]
        if harmed:
            raise _Harm(harmed)


def _check(row: Member, may: May) -> None:
    if not may(row):
        raise Refusal("Only that person or an organiser can do this. Nothing was changed.")
    others = Member.objects.filter(campaign=row.campaign_id, forgotten=None).exclude(pk=row.pk)
    if others.exists() and leads_alone(row):
        raise Refusal(NOBODY_LEADS)
