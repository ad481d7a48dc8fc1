"""How the asks and the options of a battle read at the table."""

from __future__ import annotations

from typing import Any

from rules.airsoft_squads.actions import VIOLATION
from rules.airsoft_squads.finish import DRAW as NO_WINNER
from rules.airsoft_squads.finish import WINNER
from rules.airsoft_squads.modifiers import FOR, Modifier
from rules.airsoft_squads.performance import CARRIER, DRAW, REWARD
from rules.airsoft_squads.pieces import Card, Kind, Operator
from rules.airsoft_squads.playing import FAILS, FIRST, HOLDS, LAST, NO_CARD, REPLY
from rules.airsoft_squads.rows import COMES, FILLS, FREE, LEAVES, NOBODY, SAVED
from rules.airsoft_squads.settings import Basis
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import ADD, DOUBLE, Choosing
from rules.airsoft_squads.strategy import BY_HAND, DONE, PLAYS
from rules.airsoft_squads.support import DROPPED, KEEP
from rules.changes import keyed
from rules.game import Declared, Option
from rules.table import Ask, Choice, Roll
from rules.words import count_or_no

DOUBLES = {Basis.VALUE: "double the AP VALUE", Basis.TOTAL: "double all AP"}

SENTENCES = {
    CARRIER: "Who gets the ITEM?",
    LEAVES: "Who leaves the field?",
    COMES: "Who comes from the SAVEZONE?",
    SAVED: "The SAVEZONE has a place. Who goes there?",
    FILLS: "A position is free. Who takes it?",
    FREE: "Which position is it?",
    WINNER: "Who has won? The text gives no score: the players say.",
}
"""Asks that read the same in every battle."""

OPTIONS = {
    NO_CARD: ("no card", ""),
    HOLDS: ("yes", "it counts"),
    FAILS: ("no", "it does not count"),
    DRAW: ("draw a card", "from the deck"),
    KEEP: ("nothing", "the ITEMs stay"),
    DONE: ("no more", ""),
    NOBODY: ("nobody", "it stays free"),
    NO_WINNER: ("a draw", ""),
}
"""Options that read the same in every battle: their names and what they lead to."""


def sentence(declared: Declared[Battle, Any], ask: Ask) -> str:
    """Who rolls or decides what, and why."""
    battle = declared.battle
    actor = _name(battle, getattr(declared.declaration, "actor", ""))
    target = _name(battle, getattr(declared.declaration, "target", ""))
    if isinstance(ask, Roll):
        if ask.label.startswith(VIOLATION):
            return f"{actor} ends its ACTION with {ask.label}: below it on one d6 it is OUT."
        attack, defence = ask.pools
        attacking, defending = count_or_no(attack.count, "attack die"), count_or_no(defence.count, "defence die")
        return f"{actor} rolls {attacking}, {target} {defending}."
    if ask.label in (FIRST, LAST):
        answers = "The attacked side has attached a card. " if ask.label == LAST else ""
        return f"{answers}Does {actor} attach an ATTACK card?"
    if ask.label == REPLY:
        return f"{actor} attacks {target}. Does {target} attach a DEFENCE card?"
    if isinstance(ask.about, Modifier):
        return f"{ask.about.name}, {ask.about.effect}: {ask.about.condition.rstrip('.?')}?"
    if isinstance(ask.about, Choosing):
        return f"The {ask.about.left[0]} of {actor} is critical. Add it, or {DOUBLES[battle.settings.basis]}?"
    if ask.label == PLAYS:
        return f"Does {battle.squad(ask.by).name} play a card?"
    if ask.label == REWARD:
        return f"{battle.squad(ask.by).name} has a PERFORMANCE: a card, or an ITEM?"
    if ask.label == DROPPED:
        return f"Does {battle.squad(ask.by).name} discard an ITEM?"
    return SENTENCES[ask.label]


def option(declared: Declared[Battle, Any], ask: Ask, value: int | str) -> Option:
    """How an option reads, and what it leads to."""
    about = ask.about if isinstance(ask, Choice) else None
    if value in (ADD, DOUBLE):
        label = "add the die" if value == ADD else DOUBLES[declared.battle.settings.basis]
        return Option(value, label, about.leads_to(value) if isinstance(about, Choosing) else "")
    piece = keyed(declared.battle).get(str(value))
    if isinstance(piece, Card):
        return Option(value, piece.name, BY_HAND if piece.kind is Kind.EFFECT else ", ".join(effects_of(piece)))
    if isinstance(piece, Operator):
        where = f"position {piece.place}" if piece.place else "SAVEZONE"
        return Option(value, piece.name, f"{piece.state}, {where}")
    if piece is not None:
        return Option(value, piece.name)
    label, leads_to = OPTIONS.get(str(value), (str(value), ""))
    return Option(value, label, leads_to)


def effects_of(card: Card) -> tuple[str, ...]:
    """What a card does, an effect each, with whom it is for and its condition."""
    return tuple(
        " ".join(part for part in (m.effect, FOR[m.reach], f"({m.condition})" if m.condition else "") if part)
        for m in card.modifiers
    )


def _name(battle: Battle, key: str) -> str:
    return getattr(keyed(battle).get(key), "name", "")
