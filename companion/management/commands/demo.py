"""`manage.py demo`: a campaign with a whole season, to click through."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Makes a campaign of four members with a season of battles in all games, by playing them."""

    help = "Makes a campaign with a season of battles in all games, once, and prints the links to it."

    def handle(self, **options: Any) -> None:
        """Make it where it is not there yet, and tell where it is."""
        from companion.management.season import MEMBERS, load_season
        from companion.models import Member
        from companion.services.inviting import invite, let_organiser_in

        campaign = load_season()
        self.stdout.write(f"  {campaign.name}   {campaign.get_absolute_url()}")
        if made := let_organiser_in(campaign):
            row, secret = made
            self.stdout.write(f"  As {row.member}, who organises it, on one device   {row.path(secret)}")
        secret = secrets.token_urlsafe(32)
        row = invite(campaign=campaign, role=Member.Role.PLAYER, days=1, uses=len(MEMBERS), secret=secret)
        self.stdout.write(f"  As any of the others, or somebody new, on four devices   {row.path(secret)}")
