"""The end of a TURN: the SUPPORT phase of both squads, and the next TURN (Game round)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.airsoft_squads.asks import PieceChoice
from rules.airsoft_squads.cards import discard
from rules.airsoft_squads.medic import LASTS
from rules.airsoft_squads.performance import LOST, all_hit, rewards
from rules.airsoft_squads.pieces import Bonus, Kind, Lies, State
from rules.airsoft_squads.rows import refilled
from rules.airsoft_squads.settings import Medicine
from rules.airsoft_squads.sheet import Battle, Phase, Squad
from rules.airsoft_squads.staying import released
from rules.asks import Declared
from rules.changes import Change, apply, merged
from rules.ending import next_round
from rules.game import Outcome
from rules.guards import refuse, why_not_under_way
from rules.table import Table
from rules.words import listed

KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Support:
    """The TURN ends."""


@dataclass(frozen=True, slots=True)
class ItemDropped(PieceChoice):
    """Which of its attached ITEMs a squad discards."""

    LABEL = "ITEM to discard"
    SENTENCE = "Does {by} discard an ITEM?"
    OPTIONS = {KEEP: ("nothing", "the ITEMs stay")}


def support(declared: Declared[Battle, Support], table: Table) -> Outcome:
    """End the TURN: effects to its end go, cards are discarded, operators readied and the rows refilled.

    The active squad is first. Operators that go HIT as their MEDIC ends do so before the rows are refilled, and are
    looked at again afterwards.
    """
    battle = declared.battle
    refuse(why_not_under_way(battle))
    following = next_round(battle) if battle.turn == 2 else None
    _tell_agreed(battle, table)
    order = (battle.active_squad, battle.rival(battle.active_squad.key))
    changes: tuple[Change, ...] = ()
    for squad in order:
        changes += _cards_discarded(battle, squad, table)
    changes += tuple(_effects_ended(battle))
    changes = all_hit(battle, changes, "the end of the TURN", table)
    now = apply(battle, changes)
    for squad in order:
        readied = tuple(_readied(now, squad))
        now = apply(now, readied)
        filled = refilled(now, squad, table)
        now, changes = apply(now, filled), (*changes, *readied, *filled)
    last = (*all_hit(now, (), LOST, table), *_next_turn(battle), *([following] if following else []))
    changes += last
    return Outcome(_headline(battle, apply(now, last)) + rewards(battle, changes), merged(changes))


def _headline(before: Battle, now: Battle) -> str:
    waiting = [o.name for o in before.operators if o.active and o.state is State.NORMAL]
    fresh = [o.name for o in now.operators if o.place is not None and before.operator(o.key).place is None]
    line = f"The TURN of {before.active_squad.name} ends"
    if waiting:
        line += f", without an ACTION of {listed(waiting)}"
    if fresh:
        line += f"; {listed(fresh)} {'comes' if len(fresh) == 1 else 'come'} to the field"
    return f"{line}. Round {now.round}: TURN of {now.active_squad.name}."


def _tell_agreed(battle: Battle, table: Table) -> None:
    """Name the readings that matter for this end of a TURN."""
    if any(operator.medics for operator in battle.operators):
        table.note("agreed: MEDIC", f"the DP stay {LASTS[battle.settings.medicine]}")
    if any(operator.state is State.HIT for operator in battle.operators):
        table.note("agreed: turned face up again", f"hit counter {battle.settings.revealed}")


def _cards_discarded(battle: Battle, squad: Squad, table: Table) -> tuple[Change, ...]:
    attached = [card for card in battle.cards if card.squad == squad.key and card.lies is Lies.ATTACHED]
    changes = [change for card in attached if card.kind is not Kind.ITEM for change in discard(card)]
    items = {card.key: card for card in attached if card.kind is Kind.ITEM}
    while items:
        dropped = table.choose(ItemDropped(squad.key, (KEEP, *items)))
        if dropped == KEEP:
            break
        changes += discard(items.pop(dropped))
    return tuple(changes)


def _effects_ended(battle: Battle) -> Iterator[Change]:
    for operator in battle.operators:
        if operator.moved:
            yield Change(operator.key, "moved", operator.moved, 0)
        if operator.medics and battle.settings.medicine is Medicine.TURN:
            yield Change(operator.key, "medics", operator.medics, 0)
        yield from released(operator)


def _readied(battle: Battle, squad: Squad) -> Iterator[Change]:
    for operator in battle.operators:
        if operator.squad != squad.key:
            continue
        if operator.state is State.EXHAUSTED:
            yield Change(operator.key, "state", operator.state, State.NORMAL)
        if operator.bonus is not Bonus.NONE:
            yield Change(operator.key, "bonus", operator.bonus, Bonus.NONE)


def _next_turn(battle: Battle) -> tuple[Change, ...]:
    of_squads = [Change(s.key, track, getattr(s, track), 0) for s in battle.squads for track in ("moves", "medics")]
    return merged(
        (
            *of_squads,
            Change(battle.key, "acted", battle.acted, None),
            Change(battle.key, "phase", battle.phase, Phase.STRATEGY),
            Change(battle.key, "turn", battle.turn, 3 - battle.turn),
        )
    )
