"""Whose it is to tap at something under way, where each side has its player: by the keys of the sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.models import Declaration, Reply
from companion.services.hands import Table
from companion.services.refusals import Refusal
from companion.services.under_way import replayed, replies_shown, shown_to
from rules.asks import Choice, Roll
from rules.changes import keyed
from rules.play import Waiting
from rules.records import BadRecord
from rules.replay import Record

Sides: TypeAlias = tuple[str, ...]

Taps: TypeAlias = Callable[[Sequence[str]], bool]
"""Whether somebody taps for one of some sides: without any, for the battle itself."""


def anybody(sides: Sequence[str]) -> bool:
    """Usually anyone at the table taps for every side."""
    return True


@dataclass(frozen=True)
class Asked:
    """Whose something asked is: who may answer, who lets the app roll, and whose the dice of each pool are.

    A pool that is of no side in particular has an empty key.
    """

    answers: Sides
    throws: Sides = ()
    pools: Sides = ()


def concerned_by(row: Declaration) -> Sides:
    """The sides of who acts and of whom it is done to."""
    return _sides(row, ("actor", "target"))


def acting_in(row: Declaration) -> Sides:
    """The side of who acts, which calls it off and applies it; none where it is done for the battle itself."""
    return _sides(row, ("actor",))


def asked_in(row: Declaration, given: Sequence[Reply]) -> Asked:
    """Whose it is to answer what is asked after these replies; all concerned, where nothing is asked that is played."""
    try:
        record, played = replayed(row, given)
    except Refusal:
        return Asked(concerned_by(row))
    if not isinstance(played, Waiting):
        return Asked(concerned_by(row))
    acting = acting_in(row)
    if isinstance(played.ask, Choice):
        sides = {side.key for side in record.battle.sides}
        return Asked((played.ask.by,) if played.ask.by in sides else acting)
    pools = pools_of(record, played.ask, acting)
    return Asked(_named(pools), throwing(record, played.ask, acting), pools)


def throwing(record: Record, ask: Roll[Any, Any], acting: Sides) -> Sides:
    """The side that lets the app roll: of dice that several throw together, for all of them whoever acts."""
    sides = _named(pools_of(record, ask, acting)[: len(ask.pools)])
    return sides if len(sides) < 2 else acting


def pools_of(record: Record, ask: Roll[Any, Any], acting: Sides) -> Sides:
    """Whose the dice of each pool are: of an ask, and of those that can lie beside it."""
    table = Table(ask, record.declared, ())
    found = {place: hand.by for hand in table.hands for place in hand.places if hand.by}
    for roll in table.rolls:
        for fortune in record.game.fortunes(record.declared, roll):
            found.setdefault(table.first(roll) + fortune.pool, fortune.side)
    usual = acting[0] if acting else ""
    return tuple(found.get(place, usual) for place in range(len(table.pools)))


def answered_last(row: Declaration, given: Sequence[Reply], answer: int, waiting: int) -> Sides:
    """The sides that gave what a page takes back which shows the reply with this id, and so many hands that wait."""
    if waiting:
        laid = row.early[waiting - 1]["by"] if waiting <= len(row.early) else ""
        return (laid,) if laid else concerned_by(row)
    shown = replies_shown(given, answer)
    if not shown or given[shown - 1].source == Reply.ADDED:
        return concerned_by(row)
    first = next(place for place, reply in enumerate(given) if reply.when == given[shown - 1].when)
    return asked_in(row, given[:first]).answers


def _sides(row: Declaration, names: Iterable[str]) -> Sides:
    try:
        sheet = shown_to(row)
    except BadRecord:
        return ()
    return sides_of(sheet, _keys(row.answers, names))


def _keys(answers: Mapping[str, Any], names: Iterable[str]) -> set[str]:
    return {answers[name] for name in names if isinstance(answers.get(name), str)}


def sides_of(sheet: Any, keys: set[str]) -> Sides:
    """The sides of the pieces that have these keys, or parts with them."""
    return tuple(dict.fromkeys(piece.side for piece in sheet.pieces if piece.side and keys & keyed(piece).keys()))


def _named(pools: Sides) -> Sides:
    return tuple(dict.fromkeys(side for side in pools if side))
