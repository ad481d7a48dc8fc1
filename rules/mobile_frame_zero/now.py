"""Whether a frame may do something now, and why not."""

from __future__ import annotations

from rules.guards import refuse, why_not_now
from rules.mobile_frame_zero.sheet import Battle, Frame


def why_not_act(battle: Battle, frame: Frame) -> str:
    """Why a frame cannot take its turn; empty when it can. Every frame acts once a round."""
    return why_not_now(battle, frame) or (f"{frame.name} has acted this round." if frame.acted else "")


def why_not_assign(battle: Battle, frame: Frame) -> str:
    """Why a frame has nothing to assign; empty when it has."""
    return why_not_now(battle, frame) or ("" if frame.rolled else f"{frame.name} has no dice left to assign.")


def acting_frame(battle: Battle, key: str) -> Frame:
    """The frame that may do something now; ``Illegal`` when it may not."""
    frame = battle.frame(key)
    refuse(why_not_now(battle, frame))
    return frame
