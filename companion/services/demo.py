"""The demo campaign."""

from __future__ import annotations

from django.db import transaction

from companion.adapters import ADAPTERS, stored
from companion.models import Campaign, Side
from companion.services.writing import write_event
from companion.setups import SETUPS

NAME = "Demo campaign"


def load_demo() -> Campaign | None:
    """Make the demo campaign with one battle of each game, unless there is any campaign already."""
    with transaction.atomic():
        if Campaign.objects.exists():
            return Campaign.objects.filter(name=NAME).first()
        campaign = Campaign.objects.create(name=NAME)
        for slug, setup in SETUPS.items():
            battle = setup.demo(campaign)
            for key, points in ADAPTERS[slug].game.score(stored(battle).sheet).items():
                Side.objects.filter(pk=int(key.rsplit("-", 1)[1])).update(score=points)
            write_event(battle, kind="set-up", headline=f"{battle.name} is set up for you to try.", who="the app")
        return campaign
