"""Building a battle, and adding to it after its start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import models, transaction

from companion.devices import Secret
from companion.models import Battle, Campaign, Member, Piece
from companion.services.declaring import check_seen
from companion.services.editing import follow
from companion.services.locking import locked
from companion.services.members import group, organise
from companion.services.once import made_before, made_now
from companion.services.refusals import Refusal
from companion.services.under_way import is_anything_under_way
from companion.services.writing import SET_UP, with_left, write_event
from companion.sheets import battle_model, side_model, stored
from rules.changes import difference
from rules.parts import opening, parted
from rules.words import capitalised

_TAKEN_OUT = "is taken out."
"""What the headline of an entry ends with by which something was taken out."""


@contextmanager
def building(key: str, who: str, seen: int, headline: str, *, joins: bool = False) -> Iterator[Battle]:
    """The battle under its lock while it is built, with the event that says what was built.

    ``seen`` is the last event that the page showed: a second tap on a form finds the battle changed by the first.
    ``joins`` says that pieces join or leave, as they may after the start too, between two things that are declared.
    """
    with locked(key) as battle:
        check_seen(battle, seen)
        if battle.started and not joins:
            raise Refusal("The battle has started: correct the entry that set it up, or the piece by hand on its page.")
        if battle.started:
            _check_between(battle)
        before = stored(battle).sheet
        yield battle
        if battle.started:
            _tell(battle, headline, before, who)
        else:
            _note(battle, headline, before, who)


def _check_between(battle: Battle) -> None:
    """Raise ``Refusal`` where nobody can join a battle that has started."""
    if battle.over:
        raise Refusal("The battle is over.")
    if is_anything_under_way(battle):
        raise Refusal("Something is under way: finish it or call it off first. Nothing was changed.")


def _note(battle: Battle, headline: str, before: Any, who: str) -> None:
    """Write the event of what was built before the start, with all that became another by it."""
    try:
        after = stored(battle).sheet
    except ValueError as problem:
        raise Refusal(f"{capitalised(str(problem))}. Nothing was changed.") from problem
    changes, parts = difference(before, after), parted(before, after)
    write_event(battle, kind=SET_UP, headline=headline, who=who, changes=changes, parts=parts)


def _tell(battle: Battle, headline: str, before: Any, who: str) -> None:
    """Write what follows of pieces that joined or left after the start, and the event with their sheets.

    Undo passes such an event by: what it takes back is changes, and a piece that joined or left is none. It still
    takes back what was declared before, but for pieces that are gone. One that was taken out by mistake is added
    again, as the event has it.
    """
    edit = follow(battle, before, "changed")
    write_event(
        battle,
        kind=SET_UP,
        headline=with_left(f"After the start: {headline}", edit.follows.left),
        who=who,
        changes=edit.changes,
        parts=parted(before, edit.sheet),
    )


def start_campaign(*, name: str, once: str, who: str, secret: Secret) -> Campaign:
    """Start a campaign with its first organiser; a second tap on the same form finds the first one's."""
    return campaign_once(name=name, once=once, who=who, secret=secret)[0]


def campaign_once(*, name: str, once: str, who: str, secret: Secret) -> tuple[Campaign, bool]:
    """The same, and whether this tap started it."""
    with transaction.atomic():
        campaign, made = made_now(Campaign.objects.all(), once, name=name)
        organise(campaign, who, secret, made=made)
        return campaign, made


def start_battle(
    *, campaign: Campaign, game: str, name: str, sides: Sequence[str], once: str, who: str, by: Member | None = None
) -> Battle:
    """Make a battle of a game with its sides, to be set up; a second tap on the same form finds the first one's.

    A side that is called as somebody who plays has them in its seat, where whoever does it may give it.
    """
    with group(campaign):
        made = made_before(Battle.objects.all(), once, campaign_id=campaign.pk, game=game)
        if made:
            return made
        battle = battle_model(game)._default_manager.create(campaign=campaign, game=game, name=name, once=once)
        players = _players(campaign, by)
        for seat, side in enumerate(sides, start=1):
            player = players.get(side.casefold())
            side_model(game)._default_manager.create(battle=battle, name=side, seat=seat, player=player)
        told = f"{name} is set up: {' against '.join(sides)}."
        write_event(battle, kind=SET_UP, headline=told, who=who, parts=opening(stored(battle).sheet))
        return battle


def _players(campaign: Campaign, by: Member | None) -> dict[str, Member]:
    """To whom somebody may give a free seat, by their names: an organiser to all who play, a player to themselves."""
    if by is None:
        return {}
    there = campaign.members.all() if by.leads else (by,)
    return {member.name.casefold(): member for member in there if member.plays}


def take_out(*, key: str, who: str, seen: int, row: models.Model) -> None:
    """Take one row of a battle out; after its start only a piece."""
    with building(key, who, seen, f"{row} {_TAKEN_OUT}", joins=isinstance(row, Piece)):
        row.delete()


def remove_piece(*, key: str, piece: int, who: str) -> None:
    """Take a piece out of a battle."""
    with locked(key) as battle:
        row = Piece.objects.filter(battle=battle, pk=piece).first()
        if row is None:
            raise Refusal("That piece is not in this battle.")
        with building(key, who, battle.last_event, f"{row} {_TAKEN_OUT}", joins=True):
            row.delete()
