"""HIT: the operator is turned face down, and the other side has its PERFORMANCE (Actions; Terms)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.airsoft_squads.asks import PieceChoice
from rules.airsoft_squads.cards import attach, discard, playable
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.modifiers import Stat
from rules.airsoft_squads.pieces import LONGEST_BY, MOST_COUNTED, Aim, Card, Kind, Operator, State
from rules.airsoft_squads.sheet import Battle, Squad
from rules.airsoft_squads.staying import released
from rules.changes import Change, apply
from rules.checks import found
from rules.table import Table

DRAW = "card"
LOST = "lost DP"


@dataclass(frozen=True, slots=True)
class Reward(PieceChoice):
    """What a squad takes for its PERFORMANCE."""

    LABEL = "PERFORMANCE"
    SENTENCE = "{by} has a PERFORMANCE: a card, or an ITEM?"
    OPTIONS = {DRAW: ("draw a card", "from the deck")}


@dataclass(frozen=True, slots=True)
class Carrier(PieceChoice):
    """Which operator gets the ITEM."""

    LABEL = "who gets the ITEM"
    SENTENCE = "Who gets the ITEM?"


def is_hit(battle: Battle, operator: Operator) -> bool:
    """Whether the hit counter of an operator on the field has come to its DP, as it must at any time."""
    return operator.active and operator.hits >= current(battle, operator, Stat.DP)


def goes_hit(battle: Battle, operator: Operator, by: str, table: Table) -> tuple[Change, ...]:
    """Turn an operator face down, and let the other side take its PERFORMANCE."""
    table.note("HIT", f"{operator.name} goes HIT")
    changes = turned_down(battle, operator, by)
    return (*changes, *perform(apply(battle, changes), battle.rival(operator.squad), table))


def turned_down(battle: Battle, operator: Operator, by: str) -> tuple[Change, ...]:
    """The changes of an operator that is turned face down, which is counted."""
    squad = battle.squad(operator.squad)
    return (
        Change(operator.key, "state", operator.state, State.HIT),
        Change(operator.key, "destroyed_by", operator.destroyed_by, by[:LONGEST_BY]),
        Change(squad.key, "fallen", squad.fallen, min(MOST_COUNTED, squad.fallen + 1)),
        *released(operator),
    )


def perform(battle: Battle, squad: Squad, table: Table) -> tuple[Change, ...]:
    """Let a squad draw a card, or an ITEM that it attaches at once (Terms)."""
    carriers = tuple(carriers_of(battle, squad))
    items = playable(battle, squad.key, Kind.ITEM) if carriers else ()
    reward = table.choose(Reward(squad.key, (DRAW, *(item.key for item in items))))
    if reward == DRAW:
        return ()
    carrier = battle.operator(table.choose(Carrier(squad.key, tuple(carrier.key for carrier in carriers))))
    changes = attached(battle, battle.card(reward), carrier, table)
    return (*changes, *check_hit(apply(battle, changes), carrier.key, "the ITEM that it carries", table))


def rewards(battle: Battle, changes: Iterable[Change]) -> str:
    """Whose PERFORMANCEs came with some changes, as the end of a headline; empty for none."""
    return "".join(f" {sentence}" for sentence in performances(battle, changes))


def performances(battle: Battle, changes: Iterable[Change]) -> Iterator[str]:
    """Whose PERFORMANCEs came with some changes, and for whom or for what, a sentence each."""
    for change in changes:
        if (change.track, change.after) == ("state", State.HIT):
            fallen = battle.operator(change.piece)
            yield f"PERFORMANCE of {battle.rival(fallen.squad).name} for {fallen.name}."
        if (change.track, change.after) == ("aim", Aim.REACHED):
            position = found(battle.positions, change.piece, "position")
            yield f"PERFORMANCE of {battle.squad(position.squad).name} for {position.name}."


def attached(battle: Battle, card: Card, carrier: Operator, table: Table) -> tuple[Change, ...]:
    """The changes that attach a card; another one of the carrier is discarded first (Terms)."""
    carried = battle.attached(carrier)
    if carried is None:
        return attach(card, carrier)
    table.note("discarded", f"{carried.name} of {carrier.name}")
    return (*discard(carried), *attach(card, carrier))


def carriers_of(battle: Battle, squad: Squad) -> Iterator[Operator]:
    """Whom a squad can give an ITEM: those without a card, and EXHAUSTED ones without an ITEM (Terms)."""
    for operator in battle.operators:
        if operator.squad != squad.key or not operator.face_up:
            continue
        carried = battle.attached(operator)
        if carried is None or (operator.state is State.EXHAUSTED and carried.kind is not Kind.ITEM):
            yield operator


def check_hit(battle: Battle, key: str, by: str, table: Table) -> tuple[Change, ...]:
    """The changes of an operator that goes HIT because of what its DP are now; none when it does not."""
    operator = battle.operator(key)
    return goes_hit(battle, operator, by, table) if is_hit(battle, operator) else ()


def all_hit(battle: Battle, changes: tuple[Change, ...], by: str, table: Table) -> tuple[Change, ...]:
    """Some changes, and every operator that goes HIT because of what its DP are after them, one after the other.

    One that goes HIT takes its SKILL and the DP that it gives along.
    """
    now = apply(battle, changes)
    while falls := next_hit(now):
        fell = goes_hit(now, falls, by, table)
        now, changes = apply(now, fell), (*changes, *fell)
    return changes


def next_hit(battle: Battle) -> Operator | None:
    """The next operator that goes HIT because of what its DP are."""
    return next((operator for operator in battle.operators if is_hit(battle, operator)), None)
