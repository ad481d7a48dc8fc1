"""Whether a frame may do something now, and why not."""

from __future__ import annotations

from rules.game import Illegal
from rules.mobile_frame_zero.sheet import Battle, Frame


def why_not_now(battle: Battle, frame: Frame) -> str:
    """Why a frame can do nothing at all; empty when it can."""
    if battle.over:
        return "The battle is over."
    if not battle.started:
        return "The battle has not started."
    return "" if frame.standing else f"{frame.name} is destroyed."


def why_not_act(battle: Battle, frame: Frame) -> str:
    """Why a frame cannot take its turn; empty when it can. Every frame acts once a round."""
    return why_not_now(battle, frame) or (f"{frame.name} has acted this round." if frame.acted else "")


def why_not_assign(battle: Battle, frame: Frame) -> str:
    """Why a frame has nothing to assign; empty when it has."""
    return why_not_now(battle, frame) or ("" if frame.rolled else f"{frame.name} has no dice left to assign.")


def acting_frame(battle: Battle, key: str) -> Frame:
    """The frame that may do something now; ``Illegal`` when it may not."""
    frame = battle.frame(key)
    reason = why_not_now(battle, frame)
    if reason:
        raise Illegal(reason)
    return frame
