"""How somebody sees the part of a battle's page that changes: it is rendered once for all who see it alike."""

from __future__ import annotations

from dataclasses import dataclass

from companion.members import Rights
from companion.models import Battle, Campaign
from companion.queries.answers import Answers, answers_of
from companion.queries.battle_page import BattlePage
from companion.queries.taps import PageTaps, page_taps


@dataclass(frozen=True)
class Sight:
    """All that the templates of that part are told of who looks, so that equal ones are shown the same."""

    plays: bool
    sits: bool
    opened: bool
    is_stranger: bool
    """Nobody knows them, where each side is tapped only by its player: they may be one whose device was forgotten."""
    players: tuple[tuple[str, str], ...]
    taps: PageTaps
    answers: Answers

    def player_of(self, side: str) -> str:
        """Who plays the side with this key, empty where nobody does."""
        return dict(self.players).get(side, "")

    def way_to(self, campaign: Campaign) -> Campaign | None:
        """The campaign for whoever may be led there."""
        return campaign if self.opened else None


def sight_of(battle: Battle, page: BattlePage, rights: Rights) -> Sight:
    """How somebody with such rights sees a page."""
    players = tuple((side.key, str(rights.player_of(side.key) or "")) for side in page.sides)
    return Sight(
        plays=rights.plays,
        sits=rights.sits,
        opened=rights.way_to(battle.home) is not None,
        is_stranger=rights.seated and rights.member is None,
        players=players,
        taps=page_taps(battle, page, rights),
        answers=answers_of(page.result, rights),
    )
