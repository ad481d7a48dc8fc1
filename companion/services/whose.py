"""Whose what is under way is, where each side has its player: by the keys of the sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.models import Declaration, Reply
from companion.services.refusals import Refusal
from companion.services.under_way import replayed, shown_to
from rules.asks import Ask, Choice, Declared, Roll
from rules.changes import keyed
from rules.hands import rolls_from
from rules.play import Resolved, Waiting
from rules.questions import PIECES, Answers
from rules.records import BadRecord
from rules.replay import Record

Sides: TypeAlias = tuple[str, ...]

Taps: TypeAlias = Callable[[Sequence[str]], bool]
"""Whether somebody taps for one of some sides: without any, for the battle itself."""


def anybody(sides: Sequence[str]) -> bool:
    """Usually anyone at the table taps for every side."""
    return True


def nobody(sides: Sequence[str]) -> bool:
    """Who may not set anything up taps for no side."""
    return False


@dataclass(frozen=True)
class UnderWay:
    """Whose what is under way is: of who acts, whom it concerns, who answers, who lets the app roll, and each pool.

    ``gave`` are those whose the answer was that would be taken back.
    """

    acting: Sides
    concerned: Sides
    answers: Sides
    throws: Sides = ()
    pools: Sides = ()
    gave: Sides = ()


def acting_in(row: Declaration) -> Sides:
    """The side of who acts, which calls it off and applies it; none where it is done for the battle itself."""
    return _declared_for(row, ("actor",))


def concerned_by(row: Declaration, *since: Answers) -> Sides:
    """The sides of who acts and of whom it is done to; ``since`` are its answers since it was corrected, if it was."""
    return _declared_for(row, PIECES, *since)


def under_way(row: Declaration, given: Sequence[Reply], waiting: int = 0) -> UnderWay:
    """Whose it is after these replies, and so many hands that wait."""
    try:
        record, played = replayed(row, given)
    except Refusal:
        # Under today's rules it cannot go on: whoever it concerns takes back what was answered, or calls it off.
        concerned = concerned_by(row)
        return UnderWay(acting_in(row), concerned, concerned, gave=concerned)
    return as_played(row, given, waiting, record, played)


def as_played(
    row: Declaration, given: Sequence[Reply], waiting: int, record: Record, played: Waiting | Resolved[Any]
) -> UnderWay:
    """The same, of a record that has been played."""
    acting, concerned = (_sides(row, record.battle, names) for names in (("actor",), PIECES))
    gave = _gave(row, given, waiting, played.answered, record.declared) or concerned
    if isinstance(played, Resolved):
        return UnderWay(acting, concerned, concerned, gave=gave)
    answers = _asked(played.ask, record.declared) or acting
    if isinstance(played.ask, Choice):
        return UnderWay(acting, concerned, answers, gave=gave)
    pools = tuple(side or next(iter(acting), "") for side in _owners(played.ask, record.declared))
    return UnderWay(acting, concerned, answers, throwing(played.ask, record.declared, acting), pools, gave)


def throwing(ask: Roll[Any, Any], declared: Declared[Any, Any], acting: Sides) -> Sides:
    """The side that lets the app roll: of dice that several throw together, for all of them whoever acts."""
    sides = _once(ask.owners(declared))
    return sides if len(sides) == 1 else acting


def sides_of(sheet: Any, keys: set[str]) -> Sides:
    """The sides of the pieces that have these keys, or parts with them."""
    return tuple(dict.fromkeys(piece.side for piece in sheet.pieces if piece.side and keys & keyed(piece).keys()))


def _declared_for(row: Declaration, names: Iterable[str], *since: Answers) -> Sides:
    try:
        return _sides(row, shown_to(row), names, *since)
    except BadRecord:
        return ()


def _sides(row: Declaration, sheet: Any, names: Iterable[str], *since: Answers) -> Sides:
    told = [answers.get(name) for answers in (row.answers, *since) for name in names]
    return sides_of(sheet, {key for key in told if isinstance(key, str)})


def _gave(
    row: Declaration, given: Sequence[Reply], waiting: int, answered: Sequence[Ask], declared: Declared[Any, Any]
) -> Sides:
    """The sides that gave the last of some replies, or the last of the hands that wait; none where that is not told."""
    if waiting:
        return _once([row.early[waiting - 1]["by"]]) if 0 < waiting <= len(row.early) else ()
    if not given or given[-1].source == Reply.ADDED:
        return ()
    # Replies of one tap have one time, and are taken back together.
    before = [reply for reply in given if reply.when != given[-1].when and reply.source != Reply.ADDED]
    return _asked(answered[len(before)], declared)


def _asked(ask: Ask, declared: Declared[Any, Any]) -> Sides:
    """The sides that answer what is asked; none where it is nobody's."""
    if isinstance(ask, Choice):
        return tuple(side.key for side in declared.battle.sides if side.key == ask.by)
    return _once(_owners(ask, declared))


def _owners(ask: Roll[Any, Any], declared: Declared[Any, Any]) -> Sides:
    """Whose the dice of each pool are: of an ask, and of those that can lie beside it."""
    return tuple(side for roll in rolls_from(ask) for side in roll.owners(declared) or ("",) * len(roll.pools))


def _once(sides: Iterable[str]) -> Sides:
    return tuple(dict.fromkeys(side for side in sides if side))
