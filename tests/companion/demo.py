"""The demo battle that a test needs, and no other."""

from companion.models import Battle, Campaign, Ship
from companion.services.demo import NAME, load_demo_battle
from rules.games import GAMES


def demo_of(game: str) -> Battle:
    """The demo battle of one game, in the demo campaign."""
    campaign, _ = Campaign.objects.get_or_create(name=NAME)
    return Battle.objects.get(pk=load_demo_battle(campaign, GAMES[game]).pk)


def plain_convoy() -> Battle:
    """The demo battle of X-Wing in which no pilot's card acts, for what happens in any attack."""
    battle = demo_of("x_wing")
    Ship.objects.filter(battle=battle).update(pilot="")
    return battle
