"""What follows of itself from an edit by hand, outside of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.bounds import bounds_of
from rules.changes import Change, difference, merged
from rules.sheets import Status


class Mortal(Protocol):
    """A piece that stands by one of its numbers."""

    @property
    def key(self) -> str:
        """Its key in the battle."""

    @property
    def name(self) -> str:
        """What players call it."""

    @property
    def status(self) -> Status:
        """Whether it is on the board."""

    @property
    def destroyed_by(self) -> str:
        """What took it off the board, if anything did."""


M = TypeVar("M", bound=Mortal)


@dataclass(frozen=True, slots=True)
class Following:
    """What follows of itself from an edit: its changes, and what it leaves to the players, a sentence each."""

    changes: tuple[Change, ...] = ()
    left: tuple[str, ...] = ()


def following(before: object, edited: object, changes: Iterable[Change], left: Iterable[str] = ()) -> Following:
    """What follows from an edit; by whom a piece was destroyed stays as the edit itself says it."""
    told = {change.piece for change in difference(before, edited) if change.track == "destroyed_by"}
    kept = (change for change in changes if change.track != "destroyed_by" or change.piece not in told)
    return Following(merged(kept), tuple(left))


def fallen_or_back(before: Iterable[M], edited: Iterable[M], track: str) -> Iterator[M]:
    """The pieces that an edit left without the last of a track, and those that it gave some back.

    A piece that is new is as it was entered, and a status that the edit itself set is not taken back.
    """
    older = {piece.key: piece for piece in before}
    for piece in edited:
        then = older.get(piece.key, piece)
        had, has = bool(getattr(then, track)), bool(getattr(piece, track))
        if (had and not has) or (has and not had and then.status is piece.status):
            yield piece


def why_not_back(before: Iterable[Mortal], edited: Iterable[Mortal], track: str) -> str:
    """Why an edit cannot put a piece back on the board that has nothing left of a track; empty where none does."""
    gone = {piece.key for piece in before if piece.status is not Status.ACTIVE}
    for piece in edited:
        if piece.key in gone and piece.status is Status.ACTIVE and not getattr(piece, track):
            return f"{piece.name} has no {bounds_of(piece, track).called} left: give it some back."
    return ""
