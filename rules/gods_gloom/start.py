"""The start of a battle: two armies with units, and their first Command Seals (Command Seals, Commander)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.changes import difference
from rules.game import Declared, Illegal, Outcome
from rules.gods_gloom.sheet import MOST_SEALS, Army, Battle
from rules.table import Table


@dataclass(frozen=True, slots=True)
class Start:
    """The armies are built and the battle starts."""


def start(declared: Declared[Battle, Start], table: Table) -> Outcome:
    """Give every army the Command Seals of its Commanders, and the cheaper one another; ``Illegal`` without armies."""
    battle = declared.battle
    if battle.started:
        raise Illegal("The battle has started.")
    if len(battle.armies) != 2:
        raise Illegal(f"Two armies fight. This battle has {len(battle.armies)}.")
    for army in battle.armies:
        for problem in army_problems(battle, army.key):
            raise Illegal(problem)
    armies = tuple(replace(army, seals=first_seals(battle, army)) for army in battle.armies)
    after = replace(battle.having(*armies), started=True)
    told = ", ".join(f"{army.name} {army.seals}" for army in armies)
    return Outcome(f"The battle starts. Command Seals: {told}.", difference(battle, after))


def army_problems(battle: Battle, army: str) -> Iterator[str]:
    """What is wrong with the build of an army, by its key, a sentence each."""
    if not any(unit.army == army for unit in battle.units):
        yield f"{battle.army(army).name} has no units."
    if (seals := first_seals(battle, battle.army(army))) > MOST_SEALS:
        yield f"{battle.army(army).name} would start with {seals} Command Seals. At most {MOST_SEALS} can be kept."


def first_seals(battle: Battle, army: Army) -> int:
    """The sum of the army's Commander traits, and one more for the cheaper army."""
    commanders = (unit.trait_number("Commander") for unit in battle.units if unit.army == army.key)
    costs = {a.key: sum(u.cost for u in battle.units if u.army == a.key) for a in battle.armies}
    cheaper = all(costs[army.key] < cost for key, cost in costs.items() if key != army.key)
    return sum(commanders) + cheaper
