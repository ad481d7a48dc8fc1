"""How the squads stand. The text that is known gives no score, so none is counted (RULINGS)."""

from __future__ import annotations

from rules.airsoft_squads.pieces import Aim, Operator, State
from rules.airsoft_squads.sheet import Battle, Phase, Squad


def left(battle: Battle, key: str) -> tuple[tuple[str, str], ...]:
    """How often the operators of a squad went HIT, how many are OUT, and its objectives."""
    squad = battle.squad(key)
    out = sum(operator.squad == key and operator.state is State.OUT for operator in battle.operators)
    aims = [position.aim for position in battle.positions if position.squad == key]
    return (
        ("HIT", str(squad.fallen)),
        ("OUT", str(out)),
        ("REACHED", str(aims.count(Aim.REACHED) + aims.count(Aim.CAPTURED))),
        ("CAPTURED", str(aims.count(Aim.CAPTURED))),
    )


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round, whose TURN it is, and its STRATEGY phase, as pairs of name and value."""
    if battle.over:
        winner = battle.squad(battle.winner).name if battle.winner else "nobody"
        return (("Round", str(battle.round)), ("Won by", winner))
    turn = (("Round", str(battle.round)), ("TURN of", battle.active_squad.name))
    return (*turn, ("Phase", "STRATEGY")) if battle.phase is Phase.STRATEGY else turn


def out_of_order(battle: Battle, operator: Operator) -> tuple[str, ...]:
    """What the order of a TURN says against an operator's ACTION, a sentence each; a BONUS ACTION comes when it comes.

    The players are told and may go on: a card beats the rules.
    """
    told: tuple[str, ...] = ()
    if battle.phase is Phase.STRATEGY:
        told = (f"The STRATEGY phase of {battle.active_squad.name} comes first.",)
    acts = next_to_act(battle)
    if acts and acts.key != operator.squad and operator.state is State.NORMAL:
        told = (*told, f"{acts.name} acts next: the sides take turns.")
    return told


def next_to_act(battle: Battle) -> Squad | None:
    """The squad that acts next: they alternate, and one that cannot act is passed over (Game round)."""
    order = [battle.active_squad, battle.rival(battle.active_squad.key)]
    if battle.acted == order[0].key:
        order.reverse()
    for squad in order:
        if any(o.squad == squad.key and o.active and o.state is State.NORMAL for o in battle.operators):
            return squad
    return None
