"""The STRATEGY phase: STRATEGY and EFFECT cards of both squads in turns (Game round; Card types)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.asks import BY_HAND, PieceChoice
from rules.airsoft_squads.cards import playable
from rules.airsoft_squads.performance import all_hit, rewards
from rules.airsoft_squads.pieces import Card, Kind, Lies
from rules.airsoft_squads.sheet import Battle, Phase, Squad
from rules.asks import Declared
from rules.changes import Change, apply, merged
from rules.game import Illegal, Outcome
from rules.guards import refuse, why_not_under_way
from rules.table import Table

PREPARATION = "PREPARATION"
DONE = "done"


@dataclass(frozen=True, slots=True)
class Strategy:
    """The TURN begins: its PREPARATION and its STRATEGY phase."""


@dataclass(frozen=True, slots=True)
class CardPlayed(PieceChoice):
    """Which card a squad plays in the STRATEGY phase."""

    LABEL = "STRATEGY phase"
    SENTENCE = "Does {by} play a card?"
    OPTIONS = {DONE: ("no more", "")}


@dataclass(frozen=True, slots=True)
class Laid:
    """What the squads have played so far: the battle with it, the changes, and the cards."""

    battle: Battle
    changes: tuple[Change, ...] = ()
    cards: tuple[Card, ...] = ()


def strategy(declared: Declared[Battle, Strategy], table: Table) -> Outcome:
    """Let the active squad play any number of cards, then the other, then the active one again if the other did."""
    battle = declared.battle
    refuse(why_not_under_way(battle))
    if battle.phase is not Phase.STRATEGY:
        raise Illegal("The STRATEGY phase of this TURN is over.")
    active, other = battle.active_squad, battle.rival(battle.active_squad.key)
    table.note(PREPARATION, f"{active.name} draws 1 card")
    first = _played(Laid(battle), active, table)
    answered = _played(first, other, table)
    last = _played(answered, active, table) if len(answered.cards) > len(first.cards) else answered
    names = ", ".join(card.name for card in last.cards) or "no card"
    return Outcome(
        f"STRATEGY phase of {active.name}: {names}.{rewards(battle, last.changes)}",
        merged((*last.changes, Change(battle.key, "phase", battle.phase, Phase.COMBAT))),
    )


def _played(before: Laid, squad: Squad, table: Table) -> Laid:
    """What is played once a squad has had its turn."""
    now = before
    while options := _hand(now.battle, squad):
        chosen = table.choose(CardPlayed(squad.key, (DONE, *options)))
        if chosen == DONE:
            break
        now = _with(now, now.battle.card(chosen), table)
    return now


def _hand(battle: Battle, squad: Squad) -> tuple[str, ...]:
    kinds = (Kind.STRATEGY, Kind.EFFECT)
    return tuple(card.key for kind in kinds for card in playable(battle, squad.key, kind))


def _with(before: Laid, card: Card, table: Table) -> Laid:
    to = Lies.LAID if card.kind is Kind.STRATEGY else Lies.DISCARDED
    if card.kind is Kind.EFFECT:
        table.note(card.name, BY_HAND)
    put = (Change(card.key, "lies", card.lies, to),)
    done = all_hit(before.battle, put, card.name, table)
    return Laid(apply(before.battle, done), (*before.changes, *done), (*before.cards, card))
