"""Whose turn it is: the phases of a round, and in the Engagement Phase the ships of the engaging initiative."""

from __future__ import annotations

from rules.turns import Stop, Turn, any_of, in_short, keys, not_yet, only_side, stop
from rules.x_wing.declaration import why_not_attack, why_not_engage
from rules.x_wing.ending import why_over
from rules.x_wing.phases import ORDER, next_initiative
from rules.x_wing.sheet import Battle, Phase
from rules.x_wing.ship import Ship, Status

GO_ON = "advance"
"""The procedure that goes to the next phase or initiative."""


def turn(battle: Battle) -> Turn:
    """The phase and the next one, or the ships that engage now."""
    if battle.phase is not Phase.ENGAGEMENT:
        return Turn(_phase(battle), track=_phases(battle), next=GO_ON)
    engaging = [ship for ship in battle.ships if not why_not_engage(battle, ship)]
    armed = [ship for ship in engaging if not why_not_attack(battle, ship)]
    return Turn(
        in_short(battle, lambda names: f"Initiative {battle.initiative}: {any_of(engaging, names)}")
        if engaging
        else _done(battle),
        keys(engaging),
        keys(ship for ship in battle.ships if ship.standing and ship.engaged),
        only_side(engaging),
        _initiatives(battle),
        GO_ON,
        # A ship that cannot attack loses nothing when it is passed over.
        not_yet(armed, "engaged"),
        keys(armed),
    )


def _phase(battle: Battle) -> str:
    if battle.phase is Phase.END:
        return f"End Phase, then {'the battle is over' if why_over(battle) else f'round {battle.round + 1}'}"
    return f"{battle.phase} Phase, then the {ORDER[ORDER.index(battle.phase) + 1]} Phase"


def _phases(battle: Battle) -> tuple[Stop, ...]:
    here = ORDER.index(battle.phase)
    return tuple(
        Stop(phase.value, "done" if place < here else "now" if place == here else "coming")
        for place, phase in enumerate(ORDER)
    )


def _done(battle: Battle) -> str:
    """Nobody of the initiative waits: what comes after it."""
    left = next_initiative(battle)
    then = "the End Phase" if left is None else f"initiative {left}"
    if battle.initiative is None:
        return f"No ship is left to engage: {then} is next"
    return f"Initiative {battle.initiative} has engaged: {then} is next"


def _initiatives(battle: Battle) -> tuple[Stop, ...]:
    """A stop for each initiative; a destroyed ship has a place as long as it may still engage."""
    on_board = [ship for ship in battle.ships if _has_a_place(battle, ship)]
    stops: tuple[Stop, ...] = ()
    for initiative in sorted({ship.initiative for ship in on_board}, reverse=True):
        of_it = [ship for ship in on_board if ship.initiative == initiative]
        if initiative == battle.initiative:
            stops += (Stop(str(initiative), "now"),)
        elif battle.initiative is not None and initiative < battle.initiative:
            stops += stop(battle, of_it, "coming", f"{initiative} {{}}")
        else:
            stops += stop(battle, of_it, "done", f"{initiative} {{}}")
    return stops


def _has_a_place(battle: Battle, ship: Ship) -> bool:
    if ship.status is Status.DESTROYED:
        return ship.engaged or ship.initiative == battle.initiative
    return ship.standing
