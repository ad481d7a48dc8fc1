"""What an army has left. The text gives no points, so none are counted (RULINGS, "Not known")."""

from __future__ import annotations

from collections.abc import Iterator

from rules.troops_and_supplies.sheet import Battle
from rules.words import count_or_no


def left(battle: Battle, army: str) -> tuple[tuple[str, str], ...]:
    """The units of an army that are left, and the strength of all of them."""
    units = battle.units_left(army)
    return (("Units", str(len(units))), ("Strength", str(sum(unit.strength for unit in units))))


def in_words(battle: Battle, army: str) -> str:
    """What an army has left, for a sentence."""
    units = battle.units_left(army)
    many = count_or_no(len(units), "unit")
    return f"{many} with strength {sum(unit.strength for unit in units)}" if units else many


def supplies_in_words(supplies: int) -> str:
    """So many Supply Tokens."""
    return count_or_no(supplies, "Supply Token")


def army_problems(battle: Battle, army: str) -> Iterator[str]:
    """What is wrong with an army before the battle, a sentence each; the text gives no limits on how it is built."""
    units = [unit for unit in battle.units if unit.army == army]
    name = battle.army(army).name
    if not units:
        yield f"{name} has no units."
    for unit in units:
        if not unit.standing:
            yield f"{unit.name} has no strength."
        if unit.square is None:
            yield f"{unit.name} is not on the board."
