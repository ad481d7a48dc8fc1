"""Cards in an attack: three turns to attach one, and the conditions written on them (rules, Modify, step 5)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.effects import effects_of_attack
from rules.airsoft_squads.modifiers import Modifier
from rules.airsoft_squads.pieces import Card, Kind, Lies, Operator
from rules.airsoft_squads.sheet import Battle
from rules.changes import Change, apply
from rules.table import Table

NO_CARD = "no card"

FIRST, REPLY, LAST = "5a ATTACK card", "5b DEFENCE card", "5c ATTACK card"
CONDITION = "condition"
HOLDS, FAILS = "holds", "fails"


@dataclass(frozen=True, slots=True)
class Played:
    """What was played in step 5: the battle with the cards attached, the changes, and the conditions that hold."""

    battle: Battle
    changes: tuple[Change, ...] = ()
    met: tuple[str, ...] = ()


def play_cards(battle: Battle, attacker: Operator, target: Operator, table: Table) -> Played:
    """Let the attacker, then the attacked side, then the attacker again attach a card (rules, Modify, step 5).

    The attacker's last turn comes only when the attacked side attached a card in this attack (RULINGS.md).
    """
    pair = (attacker, target)
    played = _turn(Played(battle), FIRST, attacker, Kind.ATTACK, pair, table)
    answered = _turn(played, REPLY, target, Kind.DEFENCE, pair, table)
    if answered is played:
        return played
    return _turn(answered, LAST, attacker, Kind.ATTACK, pair, table)


def attach(card: Card, operator: Operator) -> tuple[Change, ...]:
    """The changes that attach a card to an operator."""
    return (
        Change(card.key, "lies", card.lies, Lies.ATTACHED),
        Change(card.key, "bearer", card.bearer, operator.key),
    )


def discard(card: Card) -> tuple[Change, ...]:
    """The changes that discard a card."""
    return (
        Change(card.key, "lies", card.lies, Lies.DISCARDED),
        Change(card.key, "bearer", card.bearer, None),
    )


def playable(battle: Battle, squad: str, kind: Kind) -> tuple[Card, ...]:
    """The cards of a kind that a squad may still have in its hand."""
    return tuple(card for card in battle.cards if (card.squad, card.kind, card.lies) == (squad, kind, Lies.APART))


def _turn(
    played: Played, label: str, operator: Operator, kind: Kind, pair: tuple[Operator, Operator], table: Table
) -> Played:
    battle = played.battle
    carried = battle.attached(operator)
    if carried is not None:
        table.note(label, f"refused: {operator.name} carries {carried.name}, and one card is the most")
        return played
    cards = playable(battle, operator.squad, kind)
    chosen = table.choose(label, operator.squad, (NO_CARD, *(card.key for card in cards)))
    if chosen == NO_CARD:
        return played
    card = battle.card(chosen)
    changes = attach(card, operator)
    now = apply(battle, changes)
    met = tuple(
        effect.modifier.key
        for effect in effects_of_attack(now, *pair)
        if effect.modifier in card.modifiers and effect.modifier.condition and _holds(effect.modifier, operator, table)
    )
    return Played(now, (*played.changes, *changes), (*played.met, *met))


def _holds(modifier: Modifier, operator: Operator, table: Table) -> bool:
    return table.choose(CONDITION, operator.squad, (HOLDS, FAILS), about=modifier) == HOLDS
