"""The demo campaign."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from companion.devices import Secret
from companion.models import Battle, Campaign, Event, Who
from companion.services.building import campaign_once
from companion.services.once import LOAD_AGAIN
from companion.services.refusals import Stale
from companion.services.writing import SET_UP, write_event
from companion.sheets import store, stored
from rules.game import Game
from rules.games import GAMES
from rules.parts import opening

NAME = "Demo campaign"


def load_demo() -> Campaign | None:
    """Make the demo campaign with one battle of each game, unless there is any campaign already."""
    with transaction.atomic():
        if Campaign.objects.exists():
            return Campaign.objects.filter(name=NAME, deleted=None).first()
        campaign = Campaign.objects.create(name=NAME)
        for game in GAMES.values():
            load_demo_battle(campaign, game)
        return campaign


def try_demo(game: Game[Any], *, once: str, who: str, secret: Secret) -> Battle:
    """A campaign of its own with the demo battle of a game; a second tap on the same button finds the first one's."""
    with transaction.atomic():
        campaign, made = campaign_once(name=f"Trying {game.name}", once=once, who=who, secret=secret)
        if made:
            return load_demo_battle(campaign, game)
        first = campaign.battles.filter(game=game.slug, deleted=None).order_by("pk").first()
        if first is None:
            raise Stale(LOAD_AGAIN)
        return first


def load_demo_battle(campaign: Campaign, game: Game[Any]) -> Battle:
    """Make the demo battle of one game."""
    battle = store(game.demo.battle, campaign=campaign, name=game.demo.name)
    told = f"{battle.name} is set up for you to try."
    write_event(
        battle, kind=SET_UP, headline=told, who=Who("the app", Event.By.APP), parts=opening(stored(battle).sheet)
    )
    return battle
