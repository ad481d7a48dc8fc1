"""Whose turn it is: the army's, with its units that can still attack (RULINGS, "Not known")."""

from __future__ import annotations

from rules.troops_and_supplies.allowed import (
    why_not_attack,
    why_not_call_in,
    why_not_its_turn,
    why_not_spotted,
    why_not_target,
)
from rules.troops_and_supplies.sheet import Army, Battle, Turns, Unit
from rules.troops_and_supplies.turn import following_army
from rules.turns import Stop, Turn, any_of, in_short, keys, not_yet, only_side, stop
from rules.words import owners

END = "turn"
"""The procedure that ends the turn."""


def turn(battle: Battle) -> Turn:
    """The army in turn and its units with a target in reach; which else it moves is for its player to say."""
    army = battle.army(battle.turn) if battle.turn and battle.settings.turns is Turns.BY_ARMY else None
    units = [unit for unit in battle.units if unit.standing and (army is None or unit.army == army.key)]
    reaching = [unit for unit in units if _has_a_target(battle, unit)]
    able = [unit for unit in units if not why_not_attack(battle, unit) or not why_not_call_in(battle, unit)]
    spent = [unit for unit in units if unit.attacked or unit.fired]
    whose = f"{owners(army.name)} turn" if army else "Everybody's turn"
    following = following_army(battle) if army else None
    return Turn(
        in_short(battle, lambda names: f"{whose}: {any_of(reaching, names)}")
        if reaching
        else f"{whose}: {_rest(able)}",
        keys(reaching),
        keys(spent),
        army.key if army else only_side(able),
        (*stop(battle, spent, "done"), *_armies(army, following)),
        END,
        not_yet(reaching, "attacked"),
        keys(reaching),
    )


def _has_a_target(battle: Battle, unit: Unit) -> bool:
    if why_not_its_turn(battle, unit):
        return False
    ways = ((why_not_attack, why_not_target), (why_not_call_in, why_not_spotted))
    return any(
        not why_not(battle, unit) and any(not of_target(battle, unit, other) for other in battle.units if other != unit)
        for why_not, of_target in ways
    )


def _rest(able: list[Unit]) -> str:
    return "nobody has a target in range" if able else "no attack is left"


def _armies(army: Army | None, following: Army | None) -> tuple[Stop, ...]:
    if army is None or following is None or following == army:
        return ()
    return Stop(army.name, "now"), Stop(following.name, "coming")
