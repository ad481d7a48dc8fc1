"""The start of a battle, once both squads are complete."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.airsoft_squads.pieces import SAVE_PLACES
from rules.airsoft_squads.sheet import Battle, Phase
from rules.changes import Change, merged
from rules.game import Declared, Illegal, Outcome
from rules.table import Table


@dataclass(frozen=True, slots=True)
class Start:
    """The squads are complete and the battle starts."""


def start(declared: Declared[Battle, Start], table: Table) -> Outcome:
    """Start the battle; ``Illegal`` when something is wrong with a squad."""
    battle = declared.battle
    if battle.started:
        raise Illegal("The battle has started.")
    for squad in battle.squads:
        for problem in squad_problems(battle, squad.key):
            raise Illegal(problem)
    first = battle.active_squad.name
    begun = (
        Change(battle.key, "started", False, True),
        Change(battle.key, "phase", battle.phase, Phase.STRATEGY),
    )
    return Outcome(f"The battle starts: TURN of {first}.", merged(begun))


def squad_problems(battle: Battle, key: str) -> Iterator[str]:
    """What is wrong with a squad before the battle, a sentence each.

    The text that is known limits neither squad points nor operators nor positions (RULINGS.md).
    """
    squad = battle.squad(key)
    operators = [operator for operator in battle.operators if operator.squad == key]
    places = {position.place for position in battle.positions if position.squad == key}
    if len(battle.squads) != 2:
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
