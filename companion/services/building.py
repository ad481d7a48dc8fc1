"""Building a battle before it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.adapters import ADAPTERS
from companion.models import Battle, Campaign, Piece
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.writing import write_event


@contextmanager
def building(key: str, who: str, headline: str) -> Iterator[Battle]:
    """The battle under its lock while it is built, with the event that says what was built."""
    with locked(key) as battle:
        if battle.started:
            raise Refusal("The battle has started: pieces are corrected by hand on its page, or in the admin.")
        yield battle
        write_event(battle, kind="set-up", headline=headline, who=who)


def start_campaign(*, name: str) -> Campaign:
    """Start a campaign."""
    return Campaign.objects.create(name=name)


def start_battle(*, campaign: Campaign, game: str, name: str, sides: Sequence[str], who: str) -> Battle:
    """Make a battle of a game with its sides, to be set up."""
    adapter = ADAPTERS[game]
    battle = adapter.battle.objects.create(campaign=campaign, game=game, name=name)
    for seat, side in enumerate(sides, start=1):
        adapter.side.objects.create(battle=battle, name=side, seat=seat)
    with building(battle.key, who, f"{name} is set up: {' against '.join(sides)}."):
        return battle


def remove_piece(*, key: str, piece: int, who: str) -> None:
    """Take a piece out of a battle that has not started."""
    row = Piece.objects.filter(battle__key=key, pk=piece).first()
    if row is None:
        raise Refusal("That piece is not in this battle.")
    with building(key, who, f"{row} is taken out."):
        row.delete()
