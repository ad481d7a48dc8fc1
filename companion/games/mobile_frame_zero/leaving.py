"""Frames that leave a battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.services.leaving import Leaving
from rules.mobile_frame_zero.sheet import Frame, Station


def rested(piece: Frame | Station) -> Frame | Station:
    """The piece as it comes out of a battle: no dice lie by a frame, and none of its lost systems, in the next one."""
    if not isinstance(piece, Frame):
        return piece
    dice: dict[str, Any] = dict.fromkeys(("defence", "attack", "movement", "spotting", "spot", "range"))
    systems = tuple(replace(system, dice_gone=system.lost) for system in piece.systems)
    return replace(piece, systems=systems, acted=False, attacked=False, has_spotted=False, rolled="", **dice)


LEAVING = Leaving(rested)
