"""What damage does to a frame: systems, then white dice, then destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.changes import Change
from rules.mobile_frame_zero.sheet import Frame, Kind, Status, System
from rules.table import Table
from rules.words import counted, listed

MARKERS = ("defence", "attack", "movement", "spotting", "spot")
"""The dice that lie by a frame, its own and the spot on it."""

DIE_LOST = {
    Kind.HAND: "its hand-to-hand dice",
    Kind.DIRECT: "its direct-fire dice",
    Kind.ARTILLERY: "its artillery dice",
    Kind.BLUE: "a defence die",
    Kind.YELLOW: "a communications die",
    Kind.GREEN: "a movement die",
}


@dataclass(frozen=True, slots=True)
class Toll:
    """What an attack costs a frame: systems lost, white dice lost, destroyed or not."""

    systems: int = 0
    white: int = 0
    destroyed: bool = False

    @property
    def in_words(self) -> str:
        """The toll as a phrase."""
        if self.destroyed:
            return "destroyed"
        parts = [
            counted(number, one) for number, one in ((self.systems, "system"), (self.white, "white die")) if number
        ]
        return listed(parts) if parts else "no damage"


def toll(systems: int, white: int, damage: int) -> Toll:
    """What ``damage`` costs a frame with so many systems and white dice; more than it can lose is wasted."""
    lost = min(damage, systems)
    dice = min(damage - lost, white)
    return Toll(lost, dice, destroyed=dice == white)


def suffer(frame: Frame, damage: int, destroyer: str, table: Table) -> tuple[str, tuple[Change, ...]]:
    """Let the owner choose the systems that ``damage`` costs; returns what it lost in words, and the changes."""
    cost = toll(len(frame.working), frame.white, damage)
    lost = _systems_lost(frame, cost.systems, table)
    changes = [Change(system.key, "lost", False, True) for system in lost]
    if cost.white:
        changes.append(Change(frame.key, "white", frame.white, frame.white - cost.white))
    if cost.destroyed:
        return "is destroyed", (*changes, *destruction(frame, destroyer))
    names = [system.name for system in lost]
    if cost.white:
        names.append(counted(cost.white, "white die"))
    return f"loses {listed(names)}", tuple(changes)


def destruction(frame: Frame, destroyer: str) -> Iterator[Change]:
    """A frame is destroyed with its rockets, dice and markers (rulebook, "When a Mobile Frame Takes Damage")."""
    yield Change(frame.key, "status", frame.status, Status.DESTROYED)
    yield Change(frame.key, "destroyed_by", frame.destroyed_by, destroyer)
    yield Change(frame.key, "rockets", frame.rockets, 0)
    yield Change(frame.key, "rolled", frame.rolled, "")
    for marker in MARKERS:
        yield Change(frame.key, marker, getattr(frame, marker), None)


def _systems_lost(frame: Frame, number: int, table: Table) -> tuple[System, ...]:
    left = list(frame.working)
    lost: list[System] = []
    while len(lost) < number:
        if number - len(lost) == len(left):
            table.note("systems lost", ", ".join(system.name for system in left))
            return (*lost, *left)
        options = {(system.kind, system.name): system.key for system in reversed(left)}
        key = table.choose("system lost", frame.company, tuple(reversed(options.values())))
        chosen = next(system for system in left if system.key == key)
        left.remove(chosen)
        lost.append(chosen)
    return tuple(lost)
