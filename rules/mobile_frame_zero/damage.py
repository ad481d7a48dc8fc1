"""What damage does to a frame: it abandons its position, or loses systems, then white dice, then is destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.asks import Choice, Declared, Option
from rules.changes import Change
from rules.mobile_frame_zero.declaration import Attack
from rules.mobile_frame_zero.sheet import Abandoning, Battle, Frame, Kind, System
from rules.sheets import Status
from rules.table import Table
from rules.words import counted, listed, without_rank

MARKERS = ("defence", "attack", "movement", "spotting", "spot")
"""The dice that lie by a frame, its own and the spot on it."""

HOLD, ABANDON = "hold", "abandon"
POSITIONS = (HOLD, ABANDON)

WEAPON_DICE = {Kind.HAND: "hand-to-hand", Kind.DIRECT: "direct-fire", Kind.ARTILLERY: "artillery"}
DIE_LOST = {Kind.BLUE: "a defence die", Kind.YELLOW: "a communications die", Kind.GREEN: "a movement die"}


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


@dataclass(frozen=True, slots=True)
class SystemLost(Choice[Battle, object, str]):
    """Which of its systems a frame that is hit loses (rulebook, "When a Mobile Frame Takes Damage")."""

    LABEL = "system lost"
    IN_ANY_ORDER = True
    APPLIES = True
    SENTENCE = "{frame} is hit. Which system does it lose?"

    frame: str

    def option(self, declared: Declared[Battle, object], value: str) -> Option:
        """The system, and the dice that go with it."""
        frame = declared.battle.frame(self.frame)
        system = next(system for system in frame.systems if system.key == value)
        return Option(value, f"lose {system.name}", f"{_dice_lost(frame, system.kind)} gone")

    @property
    def row(self) -> tuple[str, str]:
        """All systems that the frame loses by one hit."""
        return self.LABEL, self.frame

    def row_sentence(self, declared: Declared[Battle, object], choices: int) -> str:
        """How many systems it loses."""
        return f"{without_rank(declared.battle.frame(self.frame).name)} is hit. Which {choices} systems does it lose?"

    def end(self, declared: Declared[Battle, object], taken: Sequence[str]) -> Option:
        """All the systems."""
        systems = declared.battle.frame(self.frame).systems
        return Option(taken[-1], listed([system.name for system in systems if system.key in taken]))


def _dice_lost(frame: Frame, kind: Kind) -> str:
    """The dice that go with a system: a second weapon of a range gives one more, the last one leaves none."""
    if kind not in WEAPON_DICE:
        return DIE_LOST[kind]
    is_last = sum(system.kind is kind for system in frame.working) == 1
    return f"its {WEAPON_DICE[kind]} dice" if is_last else f"one {WEAPON_DICE[kind]} die"


@dataclass(frozen=True, slots=True)
class Position(Choice[Battle, Attack, str]):
    """Whether a frame beside a station holds its position (rulebook, "When a Mobile Frame Takes Damage")."""

    OPTIONS = {HOLD: (HOLD, "takes all the damage"), ABANDON: (ABANDON, "one damage less, moves 1 unit away")}


BESIDE = "is beside a station: hold its position, or abandon it and ignore one damage?"


@dataclass(frozen=True, slots=True)
class TargetsPosition(Position):
    """The position of the frame that is attacked."""

    LABEL = "target's position"
    SENTENCE = f"{{target}} {BESIDE}"


@dataclass(frozen=True, slots=True)
class CoversPosition(Position):
    """The position of the frame that covers it."""

    LABEL = "covering frame's position"
    SENTENCE = f"{{cover}} {BESIDE}"


def may_abandon(battle: Battle, frame: Frame, beside: str | None) -> bool:
    """Whether a frame may abandon the station that it is beside (rulebook, "When a Mobile Frame Takes Damage")."""
    if beside is None:
        return False
    if battle.settings.abandoning is Abandoning.ANY:
        return True
    return any(station.key == beside and station.owner == frame.company for station in battle.stations)


def abandons(position: Position, table: Table) -> bool:
    """Whether the owner of a frame beside a station lets it move 1 unit away and ignore one damage."""
    return table.choose(position) == ABANDON


def in_its_words(name: str) -> str:
    """That a frame abandons its position."""
    return f"{name} moves 1 unit away from the station and ignores one damage"


def toll(systems: int, white: int, damage: int) -> Toll:
    """What ``damage`` costs a frame with so many systems and white dice; more than it can lose is wasted."""
    lost = min(damage, systems)
    dice = min(damage - lost, white)
    return Toll(lost, dice, destroyed=dice == white)


@dataclass(frozen=True, slots=True)
class Suffered:
    """What became of damage: how much the frame took, what it lost in words, and the changes."""

    damage: int
    line: str
    changes: tuple[Change, ...]


def suffer(
    frame: Frame, damage: int, destroyer: str, table: Table, *, acted: bool, beside_station: bool = False
) -> Suffered:
    """What ``damage`` does to a frame; its owner decides (rulebook, "When a Mobile Frame Takes Damage").

    A frame ``beside_station`` may abandon its position first, and one that has ``acted`` by now keeps the dice that
    the lost systems gave it.
    """
    if not damage:
        return Suffered(0, "", ())
    if not beside_station or not abandons(TargetsPosition(frame.company, POSITIONS), table):
        return Suffered(damage, *_losses(frame, damage, destroyer, table, acted=acted))
    table.note("abandoned", in_its_words(frame.name))
    line, changes = _losses(frame, damage - 1, destroyer, table, acted=acted) if damage > 1 else ("takes no damage", ())
    return Suffered(damage - 1, f"abandons its position and {line}", changes)


def destruction(frame: Frame, destroyer: str) -> Iterator[Change]:
    """A frame is destroyed (rulebook, "When a Mobile Frame Takes Damage")."""
    yield Change(frame.key, "status", frame.status, Status.DESTROYED)
    yield Change(frame.key, "destroyed_by", frame.destroyed_by, destroyer)
    yield from gone_with(frame)


def gone_with(frame: Frame) -> Iterator[Change]:
    """What goes with a destroyed frame: its rockets, dice and markers."""
    yield Change(frame.key, "rockets", frame.rockets, 0)
    yield Change(frame.key, "rolled", frame.rolled, "")
    for marker in MARKERS:
        yield Change(frame.key, marker, getattr(frame, marker), None)


def _losses(frame: Frame, damage: int, destroyer: str, table: Table, *, acted: bool) -> tuple[str, tuple[Change, ...]]:
    cost = toll(len(frame.working), frame.white, damage)
    lost = _systems_lost(frame, cost.systems, table)
    changes = [Change(system.key, "lost", False, True) for system in lost]
    changes += [Change(system.key, "dice_gone", system.dice_gone, not acted) for system in lost]
    if cost.white:
        changes.append(Change(frame.key, "white", frame.white, frame.white - cost.white))
    if cost.destroyed:
        return "is destroyed", (*changes, *destruction(frame, destroyer))
    names = [system.name for system in lost]
    if cost.white:
        names.append(counted(cost.white, "white die"))
    return f"loses {listed(names)}", tuple(changes)


def _systems_lost(frame: Frame, number: int, table: Table) -> tuple[System, ...]:
    left = list(frame.working)
    lost: list[System] = []
    while len(lost) < number:
        if number - len(lost) == len(left):
            table.note("systems lost", ", ".join(system.name for system in left))
            return (*lost, *left)
        options = {(system.kind, system.name): system.key for system in reversed(left)}
        key = table.choose(SystemLost(frame.company, tuple(reversed(options.values())), frame.key))
        chosen = next(system for system in left if system.key == key)
        left.remove(chosen)
        lost.append(chosen)
    return tuple(lost)
