"""The demo campaign."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from companion.models import Battle, Campaign, Event, Who
from companion.services.writing import write_event
from companion.sheets import store
from rules.game import Game
from rules.games import GAMES

NAME = "Demo campaign"


def load_demo() -> Campaign | None:
    """Make the demo campaign with one battle of each game, unless there is any campaign already."""
    with transaction.atomic():
        if Campaign.objects.exists():
            return Campaign.objects.filter(name=NAME).first()
        campaign = Campaign.objects.create(name=NAME)
        for game in GAMES.values():
            load_demo_battle(campaign, game)
        return campaign


def load_demo_battle(campaign: Campaign, game: Game[Any]) -> Battle:
    """Make the demo battle of one game."""
    battle = store(game.demo.battle, campaign=campaign, name=game.demo.name)
    told = f"{battle.name} is set up for you to try."
    write_event(battle, kind="set-up", headline=told, who=Who("the app", Event.By.APP))
    return battle
