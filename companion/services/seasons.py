"""How a campaign makes its standings of the results of its battles."""

from __future__ import annotations

import re

from companion.models import Campaign
from companion.services.members import group
from companion.services.open_pages import tell
from companion.services.refusals import Refusal
from rules.standings.schemes import SCHEMES
from rules.words import counted

NUMBER = re.compile("0|[1-9][0-9]{0,8}")

HOURS = {0: "at once", 24: "after a day", 72: "after three days", 168: "after a week"}
"""After how many hours a result may count that nobody answers, as players read it."""


def hours_for(campaign: Campaign, shown: str = "") -> dict[int, str]:
    """The times that a campaign can choose, and the one that it has: whoever runs the server may have set another.

    So is the one that a page has ``shown``, which it may leave as it is though another was chosen since.
    """
    then = shown.partition(" ")[2]
    own = {campaign.accepted_after} | ({int(then)} if NUMBER.fullmatch(then) else set())
    return dict(sorted(({hours: f"after {counted(hours, 'hour')}" for hours in own} | HOURS).items()))


def as_chosen(campaign: Campaign) -> str:
    """What a page shows of both, which its form sends back."""
    return f"{campaign.scheme} {campaign.accepted_after}"


def choose_standings(*, campaign: Campaign, scheme: str, hours: int, shown: str = "") -> None:
    """Set what puts the players in order, and after how long a result counts unanswered; nothing else is changed.

    What is left as the page has ``shown`` it stays as another organiser may have chosen it since.
    """
    if scheme not in [known.slug for known in SCHEMES]:
        raise Refusal("There are no such standings. Nothing was changed.")
    before, _, then = shown.partition(" ")
    if hours not in hours_for(campaign, shown):
        raise Refusal("That time is not on offer. Nothing was changed.")
    chosen: dict[str, str | int] = {} if scheme == before else {"scheme": scheme}
    chosen |= {} if str(hours) == then else {"accepted_after": hours}
    with group(campaign):
        if chosen:
            Campaign.objects.filter(pk=campaign.pk).update(**chosen)
            tell(campaign)
