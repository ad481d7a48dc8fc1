"""Who may be activated; whose turn it is the text that is known does not say (RULINGS)."""

from __future__ import annotations

from rules.gods_gloom.questions import pressed
from rules.gods_gloom.sheet import Battle, Unit
from rules.turns import Names, Stop, Turn, any_of, in_short, keys, not_yet, only_side
from rules.words import few

END = "round"
"""The procedure that ends the round."""


def turn(battle: Battle) -> Turn:
    """The units that have not been activated this round, and whoever may stand its ground."""
    standing = [unit for unit in battle.units if unit.standing]
    waiting = [unit for unit in standing if not unit.activated]
    pushed = [unit for unit in standing if not pressed(battle)[unit.key]]
    acting = [*pushed, *(unit for unit in waiting if unit not in pushed)]
    return Turn(
        in_short(battle, lambda names: _sentence(battle, waiting, pushed, names)),
        keys(acting),
        keys(unit for unit in standing if unit.activated and unit not in pushed),
        only_side(acting),
        tuple(_stop(army.name, [unit for unit in waiting if unit.army == army.key]) for army in battle.armies),
        END,
        not_yet(waiting, "been activated"),
        keys(waiting),
    )


def _sentence(battle: Battle, waiting: list[Unit], pushed: list[Unit], names: Names) -> str:
    armies = [army for army in battle.armies if any(unit.army == army.key for unit in waiting)]
    if not armies:
        sentence = "Every unit has been activated: end the round"
    elif len(armies) == 1:
        sentence = f"{armies[0].name} activates {any_of(waiting, names)}"
    else:
        sentence = f"{few([army.name for army in armies], 'or')} activates a unit"
    if not pushed:
        return sentence
    return f"{any_of(pushed, names)}: stand ground for 1 Morale, or go on"


def _stop(army: str, waiting: list[Unit]) -> Stop:
    return Stop(f"{army}: {len(waiting) or 'none'} left", "now" if waiting else "done")
