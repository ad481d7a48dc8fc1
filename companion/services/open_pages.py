"""What open pages are told of beside the events of their battles: each of these makes them another version."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from companion.live.commits import telling
from companion.models import Battle, Campaign


def tell(place: Battle | Campaign, *, regrouped: bool = False) -> None:
    """Have the open pages of a battle, or of all battles of a campaign, show what is no event of theirs.

    It belongs to the transaction of the caller, who holds that battle or campaign. With ``regrouped`` each page of the
    campaign also asks anew who looks at it, and what they may do.
    """
    raised = {"told": F("told") + 1} | ({"regrouped": F("regrouped") + 1} if regrouped else {})
    if isinstance(place, Battle):
        Battle.objects.filter(pk=place.pk).update(**raised)
        return
    Campaign.objects.filter(pk=place.pk).update(**raised)
    list(telling(Campaign.objects.filter(pk=place.pk).only("key")))


def tell_once_committed(campaign: Campaign) -> None:
    """The same as soon as the caller has stored what the pages show, who holds only a battle.

    Who holds a campaign may wait for its battles, so that nobody who holds one of these may wait for the campaign.
    """

    def told() -> None:
        tell(campaign)

    # A named function, since Django names in the log what went wrong after a commit.
    transaction.on_commit(told, robust=True)
