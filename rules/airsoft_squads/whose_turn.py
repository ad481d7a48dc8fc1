"""Whose turn it is to act: the squads alternate in the COMBAT phase, after the STRATEGY phase (Game round)."""

from __future__ import annotations

from rules.airsoft_squads.pieces import Bonus, Operator, State
from rules.airsoft_squads.sheet import Battle, Phase
from rules.airsoft_squads.status import next_to_act
from rules.turns import Names, Turn, any_of, in_short, keys, not_yet, one_by_one, only_side
from rules.words import owners

STRATEGY, END = "strategy", "support"
"""The procedures of the STRATEGY phase, and of the end of the TURN."""


def turn(battle: Battle) -> Turn:
    """The STRATEGY phase, then the squad that acts next and its operators; a BONUS ACTION comes when it comes."""
    field = [operator for operator in battle.operators if operator.active]
    waiting = [operator for operator in field if operator.state is State.NORMAL]
    granted = [o for o in field if o.state is State.EXHAUSTED and o.bonus not in (Bonus.NONE, Bonus.USED)]
    acts = next_to_act(battle)
    own = [operator for operator in waiting if acts and operator.squad == acts.key]
    coming = [operator for operator in waiting if operator not in own]
    spent = [o for o in field if o.state is State.EXHAUSTED and o not in granted]
    if battle.phase is Phase.STRATEGY:
        active = battle.active_squad
        track = one_by_one(battle, (), (), waiting)
        return Turn(f"{owners(active.name)} TURN: the STRATEGY phase", side=active.key, track=track, next=STRATEGY)
    acting = [*granted, *own]
    return Turn(
        in_short(battle, lambda names: _sentence(battle, granted, own, names)),
        keys(acting),
        keys(spent),
        only_side(acting),
        one_by_one(battle, spent, acting, coming),
        END,
        not_yet(waiting, "acted"),
        keys(waiting),
    )


def _sentence(battle: Battle, granted: list[Operator], own: list[Operator], names: Names) -> str:
    bonus = f"Bonus action of {any_of(granted, names)}" if granted else ""
    squad = f"{battle.squad(own[0].squad).name} to act: {any_of(own, names)}" if own else ""
    return ", or ".join(part for part in (bonus, squad) if part) or "Everybody has acted: end the TURN"
