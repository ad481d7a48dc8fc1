"""Another link for a battle or a campaign: the old one ends at once."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q

from companion.models import Battle, Campaign
from companion.models.campaign import new_key
from companion.services.locking import all_locked, hold_campaign, locked
from companion.services.members import turn_all_away
from companion.services.open_pages import tell
from companion.services.writing import write_event


def change_battles_link(*, key: str, who: str) -> None:
    """Give a battle a new link; pages and live streams of the old one find no battle any more."""
    with locked(key) as battle:
        _change(battle, who)


def change_watching_link(*, key: str, number: int) -> None:
    """Give those who look on another link in place of that one; a second tap finds it changed and changes nothing."""
    with locked(key) as battle:
        if battle.watched_anew == number:
            Battle.objects.filter(pk=battle.pk).update(watched_anew=F("watched_anew") + 1)
            tell(battle)


def change_campaigns_link(campaign: Campaign) -> None:
    """Give a campaign a new link; its battles keep theirs."""
    Campaign.objects.filter(pk=campaign.pk).update(key=new_key())


def change_all_links(campaign: Campaign, *, who: str) -> int:
    """Give a campaign, all its battles and all its rosters new links; returns how many there are.

    A second tap at the same time finds them changed, and changes nothing.
    """
    battles = Battle.objects.filter(Q(campaign=campaign) | Q(roster__campaign=campaign))
    with transaction.atomic():
        hold_campaign(campaign, even_deleted=True)
        if not Campaign.objects.filter(pk=campaign.pk, key=campaign.key).exists():
            return 0
        with all_locked(battles):
            change_campaigns_link(campaign)
            turn_all_away(campaign)
            found = list(battles)
            for battle in found:
                _change(battle, who)
    return 1 + len(found)


def _change(battle: Battle, who: str) -> None:
    battle.key = new_key()
    battle.save(update_fields=["key"])
    write_event(battle, kind="link", headline="The battle has a new link; the old one has ended.", who=who)
