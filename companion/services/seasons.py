"""How a campaign makes its standings of the results of its battles."""

from __future__ import annotations

from companion.models import Campaign
from companion.services.members import group
from companion.services.open_pages import tell
from companion.services.refusals import Refusal
from rules.standings.schemes import SCHEMES
from rules.words import counted

HOURS = {0: "at once", 24: "after a day", 72: "after three days", 168: "after a week"}
"""After how many hours a result may count that nobody answers, as players read it."""


def hours_for(campaign: Campaign) -> dict[int, str]:
    """The times that a campaign can choose, and the one that it has: whoever runs the server may have set another."""
    own = campaign.accepted_after
    return dict(sorted(({own: f"after {counted(own, 'hour')}"} | HOURS).items()))


def choose_standings(*, campaign: Campaign, scheme: str, hours: int) -> None:
    """Set what puts the players in order, and after how long a result counts unanswered; nothing else is changed."""
    if scheme not in [known.slug for known in SCHEMES]:
        raise Refusal("There are no such standings. Nothing was changed.")
    if hours not in hours_for(campaign):
        raise Refusal("That time is not on offer. Nothing was changed.")
    with group(campaign):
        Campaign.objects.filter(pk=campaign.pk).update(scheme=scheme, accepted_after=hours)
        tell(campaign)
