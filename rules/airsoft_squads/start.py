"""The start of a battle, once both squads are complete."""

from __future__ import annotations

from collections.abc import Iterator

from rules.airsoft_squads.pieces import SAVE_PLACES
from rules.airsoft_squads.sheet import SQUADS, Battle, Phase
from rules.changes import Change
from rules.table import Table


def begin(battle: Battle, table: Table) -> tuple[str, tuple[Change, ...]]:
    """Begin with the STRATEGY phase of the active squad."""
    phase = Change(battle.key, "phase", battle.phase, Phase.STRATEGY)
    return f"The battle starts: TURN of {battle.active_squad.name}.", (phase,)


def squad_problems(battle: Battle, key: str) -> Iterator[str]:
    """What is wrong with a squad before the battle, a sentence each.

    The text that is known limits neither squad points nor operators nor positions (RULINGS).
    """
    squad = battle.squad(key)
    operators = [operator for operator in battle.operators if operator.squad == key]
    places = {position.place for position in battle.positions if position.squad == key}
    if len(battle.squads) > SQUADS:
        yield f"A battle has two squads. This one has {len(battle.squads)}."
    if not places:
        yield f"{squad.name} has no field positions."
    if not any(operator.place for operator in operators):
        yield f"{squad.name} has no operator on the field."
    for operator in operators:
        if operator.place is not None and operator.place not in places:
            yield f"{operator.name} stands on position {operator.place}, which {squad.name} does not have."
    saved = sum(operator.saved for operator in operators)
    if saved > SAVE_PLACES:
        yield f"{squad.name} has {saved} operators in the SAVEZONE. It has {SAVE_PLACES} places."
