"""Who comes into a campaign by its links and those of its battles."""

from __future__ import annotations

from companion.models import Campaign, Member
from companion.services.members import group
from companion.services.open_pages import tell
from companion.services.refusals import Refusal


def choose_who_comes_in(*, campaign: Campaign, members_only: bool, by: Member | None) -> None:
    """Let in members only, or whoever has a link; a second tap changes nothing.

    Whoever shuts the others out has to be a member: they would be shut out too.
    """
    if by is None:
        raise Refusal("Nobody has a name in this campaign yet: somebody has to organise it first. Nothing was changed.")
    with group(campaign):
        there = Campaign.objects.filter(pk=campaign.pk).exclude(members_only=members_only)
        if there.update(members_only=members_only):
            tell(campaign, regrouped=True)
