"""Placing a spot on an enemy frame (RULINGS, "The turn")."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.changes import Change
from rules.game import Illegal, Outcome
from rules.guards import refuse, why_not_an_enemy, why_not_now
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame, Kind, Replacing
from rules.table import Table

HIGHEST = 6
"""The most that a spot die can show."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot die goes from a frame to an enemy frame; the players say how far it is and whether it is in cover."""

    actor: str
    target: str
    value: int
    beyond_direct_fire: bool = False
    in_cover: bool = False


def place(declared: Declared[Battle, Spot], table: Table) -> Outcome:
    """Place a spot; ``Illegal`` when the frame's communications do not reach or the spot there is as high."""
    battle, spot = declared.battle, declared.declaration
    spotter = battle.frame(spot.actor)
    refuse(why_not_spot(battle, spotter) or why_not_spotted(battle, spotter, spot.target))
    if not 1 <= spot.value <= HIGHEST:
        raise Illegal(f"A spot die shows 1 to 6. You entered {spot.value}.")
    if spotter.spotting is not None and spot.value != spotter.spotting:
        raise Illegal(f"{spotter.name} assigned a spot die of {spotter.spotting}, not {spot.value}.")
    target = battle.frame(spot.target)
    refuse(out_of_sight(spotter, target, beyond=spot.beyond_direct_fire, in_cover=spot.in_cover))
    refuse(why_not_placed(battle, target, spot.value))
    changes = [
        Change(target.key, "spot", target.spot, spot.value),
        Change(spotter.key, "spotting", spotter.spotting, None),
        Change(spotter.key, "has_spotted", spotter.has_spotted, True),
        Change(spotter.key, "acted", spotter.acted, True),
    ]
    return Outcome(f"{spotter.name} spots {target.name} with {spot.value}.", with_scores(battle, changes))


def why_not_spot(battle: Battle, frame: Frame) -> str:
    """Why a frame cannot place a spot now; empty when it can."""
    if reason := why_not_now(battle, frame):
        return reason
    if frame.has_spotted:
        return f"{frame.name} has placed its spot this round."
    return f"{frame.name} has rolled its pool: assign its dice first." if frame.rolled else ""


def why_not_spotted(battle: Battle, spotter: Frame, key: str) -> str:
    """Why a piece cannot be spotted; empty when it can. Terrain and stations never are."""
    try:
        target = battle.frame(key)
    except Illegal:
        return "Only frames can be spotted."
    return why_not_an_enemy(spotter, target) or why_not_placed(battle, target, spotter.spotting or HIGHEST)


def why_not_placed(battle: Battle, target: Frame, value: int) -> str:
    """Why a spot of a value cannot lie on a frame; empty when it can (setting: replacing)."""
    if battle.settings.replacing is Replacing.ALWAYS or target.spot is None or value > target.spot:
        return ""
    return f"{target.name} has a spot of {target.spot}; only a higher one replaces it."


def out_of_sight(spotter: Frame, target: Frame, *, beyond: bool, in_cover: bool) -> str:
    """Why the spotter's communications do not reach the target; empty when they do (RULINGS, "The turn")."""
    yellow = spotter.count(Kind.YELLOW)
    if beyond and yellow < 2:
        return f"{target.name} is beyond direct fire: spotting it takes two yellow systems."
    if in_cover and yellow < 1:
        return f"{target.name} is in cover: spotting it takes a yellow system."
    return ""
