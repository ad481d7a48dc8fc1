"""The start of a battle: two armies with units, and their first Command Seals (term list)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.bounds import bounds_of
from rules.changes import Change, difference
from rules.gods_gloom.sheet import Army, Battle
from rules.table import Table

ARMIES = 2
"""How many armies fight."""


def begin(battle: Battle, table: Table) -> tuple[str, tuple[Change, ...]]:
    """Give every army the Command Seals of its Commanders, and the cheaper one another."""
    # Whoever had Soulshards in a battle that staff took back to before its start has as many points again.
    armies = tuple(replace(army, seals=first_seals(battle, army), score=army.soulshards) for army in battle.armies)
    told = ", ".join(f"{army.name} {army.seals}" for army in armies)
    return f"The battle starts. Command Seals: {told}.", difference(battle, battle.having(*armies))


def army_problems(battle: Battle, army: str) -> Iterator[str]:
    """What is wrong with the build of an army, by its key, a sentence each."""
    if len(battle.armies) > ARMIES:
        yield f"Two armies fight. This battle has {len(battle.armies)}."
    if not any(unit.army == army for unit in battle.units):
        yield f"{battle.army(army).name} has no units."
    seals, most = first_seals(battle, battle.army(army)), bounds_of(Army, "seals").most
    if seals > most:
        yield f"{battle.army(army).name} would start with {seals} Command Seals. At most {most} can be kept."


def first_seals(battle: Battle, army: Army) -> int:
    """The sum of the army's Commander traits, and one more for the cheaper army."""
    commanders = (unit.trait_number("Commander") for unit in battle.units if unit.army == army.key)
    costs = {a.key: sum(u.cost for u in battle.units if u.army == a.key) for a in battle.armies}
    cheaper = all(costs[army.key] < cost for key, cost in costs.items() if key != army.key)
    return sum(commanders) + cheaper
