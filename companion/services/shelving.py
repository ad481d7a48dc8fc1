"""Renaming, archiving, copying and deleting battles and campaigns; what is deleted can be taken back for a while."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from companion.models import Battle, Campaign
from companion.services.locking import all_locked, hold_campaign, locked
from companion.services.open_pages import tell, tell_once_committed
from companion.services.refusals import Refusal
from companion.services.rematch import LONGEST_NAME, made_from, name_after, take_after
from companion.services.results import keep_results
from companion.services.taking import note_taking, take_on
from companion.services.writing import SET_UP, write_event
from companion.sheets import side_model, store, stored
from companion.who import has_unseen
from rules.parts import opening

RENAME = "rename"
"""The kind of an event by which a battle has another name."""

KEPT_DAYS = 30
"""For how long a deleted battle, or campaign, can be taken back."""


def rename(*, key: str, name: str, who: str) -> None:
    """Give a battle another name; the log says who did, and nothing else changes."""
    name = _legible(name, "battle")
    with locked(key) as battle:
        if battle.name == name:
            return
        told = f"{battle.name} is called {name} now."
        Battle.objects.filter(pk=battle.pk).update(name=name)
        write_event(battle, kind=RENAME, headline=told, who=who)


def rename_campaign(campaign: Campaign, *, name: str) -> None:
    """Give a campaign another name; a second tap changes nothing."""
    name = _legible(name, "campaign")
    with transaction.atomic():
        hold_campaign(campaign)
        if Campaign.objects.filter(pk=campaign.pk).exclude(name=name).update(name=name):
            tell(campaign)


def _legible(name: str, what: str) -> str:
    """A name as it is stored; ``Refusal`` where nobody can read it."""
    name = " ".join(name.split())
    if not name:
        raise Refusal(f"A {what} needs a name. Nothing was changed.")
    if len(name) > LONGEST_NAME:
        raise Refusal(f"A name has {LONGEST_NAME} letters at most. Nothing was changed.")
    if has_unseen(name):
        raise Refusal("That has invisible letters. Nothing was changed.")
    return name


def archive(*, key: str, archived: bool) -> None:
    """Put a battle out of the way, or back among the others; a second tap changes nothing."""
    with locked(key) as battle:
        if bool(battle.archived) != archived:
            Battle.objects.filter(pk=battle.pk).update(archived=timezone.now() if archived else None)


def duplicate(*, key: str, once: str, who: str) -> Battle:
    """Make a copy of a battle as it stands, with a log of its own; a second tap finds what the first one made."""
    with locked(key) as battle:
        made = made_from(battle, once)
        if made:
            return made
        if battle.over:
            raise Refusal("The battle is over: a copy would count twice. Play it again instead. Nothing was changed.")
        name = name_after(battle)
        copy = store(stored(battle).sheet, campaign=battle.campaign, name=name)
        Battle.objects.filter(pk=copy.pk).update(once=once, seated=battle.seated)
        sides = side_model(battle.game)._default_manager
        for old, new in zip(sides.filter(battle=battle), sides.filter(battle=copy), strict=True):
            take_after(old, new)
        note_taking(battle, None, copy)
        take_on(battle, copy)
        told = f"{name} is a copy of {battle.name} as it stood."
        write_event(copy, kind=SET_UP, headline=told, who=who, parts=opening(stored(copy).sheet))
        return copy


def delete(*, key: str) -> None:
    """Delete a battle: it is nowhere any more, and does not count; it can be taken back for a while."""
    with locked(key) as battle:
        battle.deleted = timezone.now()
        battle.save(update_fields=["deleted"])
        if keep_results(battle):
            tell_once_committed(battle.home)
    _let_go(battle.home)


def take_back(*, campaign: Campaign, battle: int) -> Battle:
    """Take the deletion of a battle back: it is as it was, and counts as it did; a second tap changes nothing."""
    with transaction.atomic():
        hold_campaign(campaign)
        row = Battle.objects.select_for_update(of=("self",)).filter(campaign=campaign, pk=battle).first()
        if row is None or is_gone(row):
            raise Refusal("That battle is gone for good. Nothing was changed.")
        if row.deleted:
            _check_alone(campaign, row)
            row.deleted = None
            row.save(update_fields=["deleted"])
            if keep_results(row):
                tell(campaign)
        return row


def _check_alone(campaign: Campaign, row: Battle) -> None:
    """Refuse to take a battle back that is there again: one of the two came from the file of the other."""
    there = Battle.objects.filter(campaign=campaign, deleted=None, game=row.game, created=row.created)
    again = (there if row.brought else there.exclude(brought=None)).first()
    if again:
        raise Refusal(f"{again} is there already, from a file: it would count twice. Nothing was changed.")


def delete_campaign(campaign: Campaign) -> None:
    """Delete a campaign with all that is in it: nobody comes to it any more; it can be taken back for a while.

    A second time changes nothing.
    """
    with transaction.atomic():
        hold_campaign(campaign, even_deleted=True)
        with all_locked(Battle.objects.filter(Q(campaign=campaign) | Q(roster__campaign=campaign))):
            Campaign.objects.filter(pk=campaign.pk, deleted=None).update(deleted=timezone.now())
    for gone in Campaign.objects.filter(deleted__lt=_long_ago()):
        with all_locked(Battle.objects.filter(campaign=gone)):
            gone.delete()


def take_campaign_back(campaign: Campaign) -> None:
    """Take the deletion of a campaign back: every link leads to it as it did; a second tap changes nothing."""
    if is_gone(campaign):
        raise Refusal("That campaign is gone for good. Nothing was changed.")
    Campaign.objects.filter(pk=campaign.pk).update(deleted=None)


def is_gone(row: Battle | Campaign) -> bool:
    """Whether a battle, or a campaign, was deleted too long ago to be taken back: its rows go with the next one."""
    return row.deleted is not None and row.deleted < _long_ago()


def _let_go(campaign: Campaign) -> None:
    """Let the battles of a campaign go for good that were deleted too long ago to be taken back."""
    for battle in Battle.objects.filter(campaign=campaign, deleted__lt=_long_ago()):
        with all_locked(Battle.objects.filter(pk=battle.pk)):
            battle.delete()


def _long_ago() -> datetime:
    return timezone.now() - timedelta(days=KEPT_DAYS)
