"""Forgetting a person: another name stands wherever theirs did, and what they played stays as it was.

What somebody has misspelt in a note nobody can find: that stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
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
    """Battles that an audit finds fault with once a name is gone."""

    def __init__(self, name: str, battles: list[Battle]) -> None:
        super().__init__()
        self.name = name
        self.battles = battles


def forget_member(*, campaign: Campaign, member: int, by: Member | None) -> None:
    """Forget a member, by themselves or by an organiser."""
    _forget_unharmed(campaign, member, lambda row: disposes_of(row.pk, by))


def forget_for_staff(row: Member) -> None:
    """Forget a member, by whoever runs the server."""
    _forget_unharmed(row.campaign, row.pk, lambda row: True)


def _forget_unharmed(campaign: Campaign, member: int, may: May) -> None:
    """Forget a member: no device, no link and no account knows them, and no text that has their name as it is spelt.

    Battles, rosters and results stay, under another name. In a battle that would come out otherwise without it, the
    name is a word of the game too: there it is only found where somebody is named, and in what was typed of it.
    """
    apart: dict[str, _Apart] = {}
    while harm := _harm_of(campaign, member, may, apart):
        apart[harm.name] = apart.get(harm.name, _Apart()).further(harm.battles)


@dataclass(frozen=True)
class _Apart:
    """The ids of battles in which a name is found otherwise than in all others.

    An audit finds fault with the ``unsound`` ones anyhow; where the name is a word of the game, as it is then
    ``exactly`` or only in what was ``typed`` the one that is meant.
    """

    unsound: frozenset[int] = frozenset()
    exactly: frozenset[int] = frozenset()
    typed: frozenset[int] = frozenset()

    def further(self, harmed: Sequence[Battle]) -> _Apart:
        """The same once these are harmed; raises ``Refusal`` where nothing is left to try."""
        found = {battle.pk for battle in harmed}
        if found & self.typed:
            told = listed([f"“{battle}”" for battle in harmed])
            raise Refusal(f"Without that name {told} would come out otherwise. Nothing was changed.")
        unsound = set() if self.exactly else {battle.pk for battle in harmed if not audited(battle).is_clean}
        return _Apart(self.unsound | unsound, self.exactly | found, self.typed | (found & self.exactly))


def _harm_of(campaign: Campaign, member: int, may: May, apart: Mapping[str, _Apart]) -> _Harm | None:
    """Forget a member; the harm that it would do, with nothing changed then."""
    try:
        _forget(campaign, member, may, apart)
    except _Harm as harm:
        return harm
    return None


def _forget(campaign: Campaign, member: int, may: May, apart: Mapping[str, _Apart]) -> None:
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
        for name in (row.name, *former):
            _rename(campaign, battles, name, called, apart.get(name, _Apart()))
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


def _rename(campaign: Campaign, battles: Collection[int], name: str, called: str, apart: _Apart) -> None:
    touched = rename_everywhere(campaign, battles, name, called, apart.exactly, apart.typed)
    wanted = Battle.objects.filter(pk__in=touched - apart.unsound)
    harmed = [battle for battle in wanted if not audited(battle).is_clean]
    if harmed:
        raise _Harm(name, harmed)


def _check(row: Member, may: May) -> None:
    if not may(row):
        raise Refusal("Only that person or an organiser can do this. Nothing was changed.")
    others = Member.objects.filter(campaign=row.campaign_id, forgotten=None).exclude(pk=row.pk)
    if others.exists() and leads_alone(row):
        raise Refusal(NOBODY_LEADS)
