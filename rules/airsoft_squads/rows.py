"""Refilling a squad's row in the SUPPORT phase (Game round, of which the end is not known)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.airsoft_squads.asks import PieceChoice
from rules.airsoft_squads.pieces import SAVE_PLACES, Operator, State
from rules.airsoft_squads.settings import Revealed
from rules.airsoft_squads.sheet import Battle, Squad
from rules.changes import Change, apply
from rules.table import Table

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class LeavesField(PieceChoice):
    """Which fallen operator leaves the field."""

    LABEL = "who leaves the field"
    SENTENCE = "Who leaves the field?"


@dataclass(frozen=True, slots=True)
class ComesToField(PieceChoice):
    """Which operator comes in its place."""

    LABEL = "who comes from the SAVEZONE"
    SENTENCE = "Who comes from the SAVEZONE?"


@dataclass(frozen=True, slots=True)
class GoesToSavezone(PieceChoice):
    """Which surplus operator that is HIT goes to the SAVEZONE."""

    LABEL = "who goes to the SAVEZONE"
    SENTENCE = "The SAVEZONE has a place. Who goes there?"


@dataclass(frozen=True, slots=True)
class FillsPosition(PieceChoice):
    """Which operator takes a free position."""

    LABEL = "who fills a free position"
    SENTENCE = "A position is free. Who takes it?"
    OPTIONS = {NOBODY: ("nobody", "it stays free")}


@dataclass(frozen=True, slots=True)
class FreePosition(PieceChoice):
    """Which free position it takes."""

    LABEL = "which position"
    SENTENCE = "Which position is it?"


def refilled(battle: Battle, squad: Squad, table: Table) -> tuple[Change, ...]:
    """Swap, save, fill and reveal, in this order, as far as there are operators and places."""
    now = battle
    changes: list[Change] = []
    for part in (_swapped, _saved, _filled):
        while found := part(now, squad, table):
            changes += found
            now = apply(now, found)
    return (*changes, *_revealed(now, squad))


def _swapped(battle: Battle, squad: Squad, table: Table) -> tuple[Change, ...]:
    """One HIT or OUT operator of the field changes places with a face-up one of the SAVEZONE."""
    fallen, ready = tuple(_fallen(battle, squad)), tuple(_ready(battle, squad))
    if not fallen or not ready:
        return ()
    leaves = battle.operator(table.choose(LeavesField(squad.key, tuple(o.key for o in fallen))))
    comes = battle.operator(table.choose(ComesToField(squad.key, tuple(o.key for o in ready))))
    return (Change(leaves.key, "place", leaves.place, None), Change(comes.key, "place", comes.place, leaves.place))


def _saved(battle: Battle, squad: Squad, table: Table) -> tuple[Change, ...]:
    """One surplus HIT operator goes to the SAVEZONE, while it has a place."""
    surplus = tuple(operator for operator in _fallen(battle, squad) if operator.state is State.HIT)
    taken = sum(operator.saved for operator in battle.operators if operator.squad == squad.key)
    if not surplus or taken >= SAVE_PLACES:
        return ()
    leaves = battle.operator(table.choose(GoesToSavezone(squad.key, tuple(o.key for o in surplus))))
    return (Change(leaves.key, "place", leaves.place, None),)


def _filled(battle: Battle, squad: Squad, table: Table) -> tuple[Change, ...]:
    """One face-up operator of the SAVEZONE takes a free position, if its player wants."""
    taken = {operator.place for operator in battle.operators if operator.squad == squad.key}
    free = {p.key: p.place for p in battle.positions if p.squad == squad.key and p.place not in taken}
    ready = tuple(_ready(battle, squad))
    if not free or not ready:
        return ()
    comes = table.choose(FillsPosition(squad.key, (*(operator.key for operator in ready), NOBODY)))
    if comes == NOBODY:
        return ()
    return (Change(comes, "place", None, free[table.choose(FreePosition(squad.key, tuple(free)))]),)


def _revealed(battle: Battle, squad: Squad) -> Iterator[Change]:
    for operator in battle.operators:
        if operator.squad == squad.key and operator.saved and operator.state is State.HIT:
            yield Change(operator.key, "state", operator.state, State.NORMAL)
            yield Change(operator.key, "destroyed_by", operator.destroyed_by, "")
            if battle.settings.revealed is Revealed.CLEARED:
                yield Change(operator.key, "hits", operator.hits, 0)


def _fallen(battle: Battle, squad: Squad) -> Iterator[Operator]:
    return (o for o in battle.operators if o.squad == squad.key and o.place is not None and not o.face_up)


def _ready(battle: Battle, squad: Squad) -> Iterator[Operator]:
    return (o for o in battle.operators if o.squad == squad.key and o.saved and o.face_up)
