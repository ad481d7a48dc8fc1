"""Building a battle before it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import models, transaction

from companion.models import Battle, Campaign, Piece
from companion.services.declaring import check_seen
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.writing import SET_UP, write_event
from companion.sheets import battle_model, side_model


@contextmanager
def building(key: str, who: str, seen: int, headline: str) -> Iterator[Battle]:
    """The battle under its lock while it is built, with the event that says what was built.

    ``seen`` is the last event that the page showed: a second tap on a form finds the battle changed by the first.
    """
    with locked(key) as battle:
        check_seen(battle, seen)
        if battle.started:
            raise Refusal("The battle has started: pieces are corrected by hand on its page, or in the admin.")
        yield battle
        write_event(battle, kind=SET_UP, headline=headline, who=who)


def start_campaign(*, name: str, once: str) -> Campaign:
    """Start a campaign; a second tap on the same form finds the first one's."""
    return Campaign.objects.get_or_create(once=once, defaults={"name": name})[0]


def start_battle(*, campaign: Campaign, game: str, name: str, sides: Sequence[str], once: str, who: str) -> Battle:
    """Make a battle of a game with its sides, to be set up; a second tap on the same form finds the first one's."""
    with transaction.atomic():
        defaults = {"campaign": campaign, "game": game, "name": name}
        battle, made = battle_model(game)._default_manager.get_or_create(once=once, defaults=defaults)
        if made:
            for seat, side in enumerate(sides, start=1):
                side_model(game)._default_manager.create(battle=battle, name=side, seat=seat)
            write_event(battle, kind=SET_UP, headline=f"{name} is set up: {' against '.join(sides)}.", who=who)
    return battle


def take_out(*, key: str, who: str, seen: int, row: models.Model) -> None:
    """Take one row of a battle out that has not started."""
    with building(key, who, seen, f"{row} is taken out."):
        row.delete()


def remove_piece(*, key: str, piece: int, who: str) -> None:
    """Take a piece out of a battle that has not started."""
    with locked(key) as battle:
        row = Piece.objects.filter(battle=battle, pk=piece).first()
        if row is None:
            raise Refusal("That piece is not in this battle.")
        with building(key, who, battle.last_event, f"{row} is taken out."):
            row.delete()
