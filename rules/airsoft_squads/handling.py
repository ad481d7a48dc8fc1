"""Cards outside of an attack: laid, attached, discarded, and taken back, as the players say (Card types)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.performance import all_hit, attached, rewards
from rules.airsoft_squads.pieces import Card, Kind, Lies, Operator, State
from rules.airsoft_squads.sheet import Battle
from rules.asks import Declared
from rules.changes import Change, merged
from rules.game import Outcome
from rules.guards import refuse, why_not_under_way
from rules.table import Table


@dataclass(frozen=True, slots=True)
class Handling:
    """A card goes where the players put it: a STRATEGY card laid, a card discarded or back in deck or hand."""

    actor: str
    to: Lies


@dataclass(frozen=True, slots=True)
class Attaching:
    """A card is attached to an operator by hand: an ITEM that it draws, or what the table shows."""

    actor: str
    target: str


def why_not_put(battle: Battle, card: Card, to: Lies) -> str:
    """Why a card cannot be put somewhere; empty when it can."""
    if reason := why_not_under_way(battle):
        return reason
    if card.lies is to:
        return f"{card.name} is {to.words} already."
    if to is Lies.ATTACHED:
        return f"{card.name} is attached by tapping an operator."
    if to is Lies.LAID and card.kind is not Kind.STRATEGY:
        return f"{card.name} is no STRATEGY card."
    return ""


def why_not_attached(battle: Battle, card: Card) -> str:
    """Why a card cannot be attached to anybody; empty when it can."""
    if reason := why_not_under_way(battle):
        return reason
    if card.kind is Kind.STRATEGY:
        return f"{card.name} is a STRATEGY card: it is laid."
    if card.kind is Kind.EFFECT:
        return f"{card.name} is an EFFECT card: it is played in the STRATEGY phase."
    return f"{card.name} is attached already." if card.lies is Lies.ATTACHED else ""


def why_not_carrier(battle: Battle, card: Card, operator: Operator) -> str:
    """Why a card cannot be attached to an operator; empty when it can."""
    if operator.squad != card.squad:
        return f"{operator.name} is of the other squad."
    if not operator.face_up:
        return f"{operator.name} is {operator.state}."
    carried = battle.attached(operator)
    if carried is None:
        return ""
    if card.kind is Kind.ITEM and carried.kind is not Kind.ITEM and operator.state is State.EXHAUSTED:
        return ""
    return f"{operator.name} carries {carried.name}, and one card is the most."


def handle(declared: Declared[Battle, Handling], table: Table) -> Outcome:
    """Put a card somewhere; ``Illegal`` when it cannot lie there. An operator may go HIT by it."""
    battle, handling = declared.battle, declared.declaration
    card = battle.card(handling.actor)
    refuse(why_not_put(battle, card, handling.to))
    put = (Change(card.key, "lies", card.lies, handling.to), Change(card.key, "bearer", card.bearer, None))
    changes = all_hit(battle, put, f"{card.name} {handling.to.words}", table)
    line = f"{card.name} of {battle.squad(card.squad).name} is {handling.to.words}."
    return Outcome(line + rewards(battle, changes), merged(changes))


def attach_by_hand(declared: Declared[Battle, Attaching], table: Table) -> Outcome:
    """Attach a card to an operator; ``Illegal`` when the operator has one already or the card is no such card."""
    battle, attaching = declared.battle, declared.declaration
    card, operator = battle.card(attaching.actor), battle.operator(attaching.target)
    refuse(why_not_attached(battle, card))
    refuse(why_not_carrier(battle, card, operator))
    changes = all_hit(battle, attached(battle, card, operator, table), card.name, table)
    return Outcome(f"{operator.name} carries {card.name}.{rewards(battle, changes)}", merged(changes))
