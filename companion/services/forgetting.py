"""Forgetting a person: another name stands wherever theirs did, and what they played stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from django.db.models import F, Q
from django.utils import timezone

from companion.live.commits import telling
from companion.models import Battle, Campaign, Invitation, Member, MemberDevice, Result, Roster, Side
from companion.models.member import LONGEST_NAME
from companion.services.auditing import audited
from companion.services.members import group, member_in
from companion.services.refusals import Refusal
from companion.services.renaming import rename_everywhere
from companion.services.results import keep_results
from companion.verdicts import State
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
    organises = by is not None and by.role == Member.Role.ORGANISER
    _forget_unharmed(campaign, member, lambda row: organises or by == row)


def forget_for_staff(row: Member) -> None:
    """Forget a member, by whoever runs the server."""
    _forget_unharmed(row.campaign, row.pk, lambda row: True)


def _forget_unharmed(campaign: Campaign, member: int, may: May) -> None:
    """Forget a member: no device, no link, no account and no text knows them.

    Battles, rosters and results stay, under another name. Raises ``Refusal``, with nothing changed, where a battle
    would come out otherwise because the name is a word of the game too.
    """
    try:
        _forget(campaign, member, may)
    except _Harm as harm:
        # What an audit finds fault with anyhow is not harmed by it.
        unsound = [battle.pk for battle in harm.battles if not audited(battle).is_clean]
        whole = [f"“{battle}”" for battle in harm.battles if battle.pk not in unsound]
        if whole:
            raise Refusal(
                f"In {listed(whole)} that name is a word of the game too, and without it the battle would come out "
                "otherwise. Nothing was changed."
            ) from None
        _forget(campaign, member, may, unsound)


def _forget(campaign: Campaign, member: int, may: May, unsound: Collection[int] = ()) -> None:
    with group(campaign):
        row = member_in(campaign, member)
        _check(row, may)
        of_campaign = Q(campaign=campaign) | Q(roster__campaign=campaign)
        locked = telling(Battle.objects.select_for_update(of=("self",)).filter(of_campaign))
        battles = [battle.pk for battle in locked.order_by("pk")]
        names = set(Member.objects.filter(campaign=campaign).values_list("name", flat=True))
        called = next_name(SOMEBODY, names, LONGEST_NAME)
        touched = rename_everywhere(campaign, battles, row.name, called)
        awaiting = list(Result.objects.filter(player=row, state=State.OPEN).values_list("battle", flat=True))
        Side.objects.filter(player=row, battle__over=False).update(player=None)
        Roster.objects.filter(owner=row).update(owner=None)
        MemberDevice.objects.filter(member=row).delete()
        Invitation.objects.filter(member=row).delete()
        row.name, row.role, row.forgotten = called, Member.Role.SPECTATOR, timezone.now()
        row.account = None
        row.save(update_fields=["name", "role", "forgotten", "account"])
        for battle in Battle.objects.filter(pk__in=awaiting):
            keep_results(battle)
        # Pages that are open show the name until they are told of something new.
        Battle.objects.filter(pk__in=touched).update(last_dispute=F("last_dispute") + 1)
        wanted = Battle.objects.filter(pk__in=touched.difference(unsound))
        harmed = [battle for battle in wanted if not audited(battle).is_clean]
        if harmed:
            raise _Harm(harmed)


def _check(row: Member, may: May) -> None:
    if not may(row):
        raise Refusal("Only that person or an organiser can do this. Nothing was changed.")
    others = Member.objects.filter(campaign=row.campaign_id, forgotten=None).exclude(pk=row.pk)
    if others and not others.filter(role=Member.Role.ORGANISER).exists():
        raise Refusal("Somebody has to organise the campaign: make another member an organiser first.")
