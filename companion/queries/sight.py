"""How somebody sees the part of a battle's page that changes: it is rendered once for all who see it alike."""

from __future__ import annotations

from dataclasses import dataclass

from companion.members import Rights
from companion.models import Battle, Campaign
from companion.queries.battle_page import BattlePage
from companion.queries.taps import PageTaps, page_taps


@dataclass(frozen=True)
class Sight:
    """All that the templates of that part are told of who looks, so that equal ones are shown the same.

    ``leads`` and ``member`` say who that is only where a result does, which asks some of all; 0 is nobody.
    """

    plays: bool
    sits: bool
    opened: bool
    players: tuple[tuple[str, str], ...]
    taps: PageTaps
    leads: bool = False
    member: int = 0

    def player_of(self, side: str) -> str:
        """Who plays the side with this key, empty where nobody does."""
        return dict(self.players).get(side, "")

    def way_to(self, campaign: Campaign) -> Campaign | None:
        """The campaign for whoever may be led there."""
        return campaign if self.opened else None


def sight_of(battle: Battle, page: BattlePage, rights: Rights) -> Sight:
    """How somebody with such rights sees a page."""
    players = tuple((side.key, str(rights.player_of(side.key) or "")) for side in page.sides)
    asks = page.result is not None
    return Sight(
        plays=rights.plays,
        sits=rights.sits,
        opened=rights.way_to(battle.home) is not None,
        players=players,
        taps=page_taps(battle, page, rights),
        leads=asks and rights.leads,
        member=rights.member.pk if asks and rights.member else 0,
    )
