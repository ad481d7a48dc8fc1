"""Whose turn it is, who may act and what is next, as pages show it between attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.sheets import BattleSheet, PieceSheet
from rules.words import few, short_names, without_rank

LONGEST = 60
"""The most letters of a sentence that names pieces in full; a longer one has their short names."""

Names: TypeAlias = Mapping[str, str]
"""What each piece is called, by its key."""

State: TypeAlias = Literal["done", "now", "coming"]


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of the way through a round, with a short label: who was on, who is, who comes."""

    label: str
    state: State


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and what is next, in one short line.

    ``may_act`` are the keys of pieces that may act now, ``spent`` of those that are done; ``side`` is the key of the
    side whose turn it is, empty for everybody. ``next`` is the procedure of the battle that is the next step of the
    game; ``missing`` says who would be passed over by it, empty where nobody would, and ``missed`` are their keys.
    """

    sentence: str
    may_act: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    side: str = ""
    track: tuple[Stop, ...] = ()
    next: str = ""
    missing: str = ""
    missed: tuple[str, ...] = ()

    @property
    def first(self) -> tuple[str, ...]:
        """The keys of those who would be passed over and may act now; of all of them where none of them may."""
        return tuple(key for key in self.may_act if key in self.missed) or self.missed


def keys(pieces: Iterable[PieceSheet]) -> tuple[str, ...]:
    """The keys of some pieces."""
    return tuple(piece.key for piece in pieces)


def only_side(pieces: Iterable[PieceSheet]) -> str:
    """The key of the side that all of some pieces belong to, empty where there is no such side."""
    sides = {piece.side for piece in pieces}
    return (sides.pop() or "") if len(sides) == 1 else ""


def shortened(battle: BattleSheet) -> Names:
    """A short name for each piece."""
    return short_names({piece.key: piece.name for piece in battle.pieces})


def in_short(battle: BattleSheet, tell: Callable[[Names], str]) -> str:
    """A sentence with the names of pieces, which are short where it would be too long otherwise."""
    sentence = tell({piece.key: without_rank(piece.name) for piece in battle.pieces})
    return sentence if len(sentence) <= LONGEST else tell(shortened(battle))


def any_of(pieces: Sequence[PieceSheet], names: Names) -> str:
    """The names of pieces one of which is next."""
    return few([names[piece.key] for piece in pieces], "or")


def not_yet(pieces: Sequence[PieceSheet], done: str) -> str:
    """Which pieces have not done something yet, as a sentence; empty where there are none."""
    if not pieces:
        return ""
    have = "has" if len(pieces) == 1 else "have"
    return f"{few([without_rank(piece.name) for piece in pieces])} {have} not {done}."


def one_by_one(
    battle: BattleSheet, done: Sequence[PieceSheet], now: Sequence[PieceSheet], coming: Sequence[PieceSheet]
) -> tuple[Stop, ...]:
    """The way through a round in which pieces act one after another: who has acted, who acts now, who comes."""
    return (*stop(battle, done, "done"), *stop(battle, now, "now"), *stop(battle, coming, "coming", "{} to act"))


def stop(battle: BattleSheet, pieces: Sequence[PieceSheet], state: State, said: str = "{}") -> tuple[Stop, ...]:
    """A stop that names pieces; none where there are no pieces."""
    names = shortened(battle)
    more = f" +{len(pieces) - 2}" if len(pieces) > 2 else ""
    label = said.format(", ".join(names[piece.key] for piece in pieces[:2]) + more)
    return (Stop(label, state),) if pieces else ()
