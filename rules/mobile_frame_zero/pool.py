"""The dice pool of a frame's turn, and which of its dice may serve which action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.dice import Pool, Tally, d
from rules.mobile_frame_zero.sheet import Frame, Kind, Range
from rules.words import counted

DICE = {
    "W": d(6, "white d6"),
    "R": d(6, "red d6"),
    "R8": d(8, "red d8"),
    "B": d(6, "blue d6"),
    "Y": d(6, "yellow d6"),
    "G": d(6, "green d6"),
    "G8": d(8, "green d8"),
}
"""The kinds of dice by the code that a rolled die carries, as in ``R8:7``."""


class Action(StrEnum):
    """What a die can be assigned to, at most one die each."""

    DEFENCE = "defence"
    ATTACK = "attack"
    MOVEMENT = "movement"
    SPOT = "spot"


SERVES = {
    Action.DEFENCE: ("B", "W"),
    Action.ATTACK: ("R", "R8", "W"),
    Action.MOVEMENT: ("G", "G8", "W"),
    Action.SPOT: ("Y", "W"),
}
"""The dice that may serve an action; white dice are wild (RULINGS, "The turn")."""

NONE = "none"

LARGEST = 8
"""The most that an attack die can show, on a red d8."""

LARGEST_WHITE = 6
"""The most that an attack die can show for a frame that rolled no red dice."""


def usable_ranges(frame: Frame) -> tuple[Range, ...]:
    """The ranges that a frame can name, those of its weapons first; hand-to-hand always, rockets are direct fire."""
    armed = [reach for reach in (Range.DIRECT, Range.ARTILLERY, Range.HAND) if frame.weapons(reach)]
    if frame.rockets and Range.DIRECT not in armed:
        armed.append(Range.DIRECT)
    if Range.HAND not in armed:
        armed.append(Range.HAND)
    return tuple(armed)


def why_not_named(frame: Frame, reach: Range, rockets: int) -> str:
    """Why a frame cannot name a range and fire so many rockets; empty when it can (RULINGS, "The attack")."""
    if reach not in usable_ranges(frame):
        return f"{frame.name} has no {reach} weapon left."
    if not 0 <= rockets <= frame.rockets:
        return f"{frame.name} has {counted(frame.rockets, 'rocket')}, not {rockets}."
    if rockets and reach != Range.DIRECT:
        return "Rockets are direct fire."
    if reach == Range.DIRECT and not frame.weapons(reach) and not rockets:
        return f"{frame.name} has no direct fire weapon left: it must fire a rocket."
    return ""


def largest(frame: Frame) -> int:
    """The most that the attack die of a frame can show: a red d8 takes a weapon or a rocket that it can have rolled."""
    armed = frame.range is not None or frame.rockets or any(map(frame.weapons, Range))
    return LARGEST if armed else LARGEST_WHITE


def why_not_shown(frame: Frame, value: int) -> str:
    """Why an attack die of a frame cannot show so much; empty when it can."""
    if value <= largest(frame):
        return ""
    return f"{frame.name} has no weapon left: its white dice show at most {LARGEST_WHITE}. You entered {value}."


def pool(frame: Frame, reach: Range, rockets: int = 0) -> tuple[Pool, ...]:
    """The dice that a frame rolls when it names a range and fires some rockets (RULINGS, "The turn").

    Two red d6 for the first weapon of the range, a red d8 for the second and for each rocket, the colours of its other
    systems, and a green d8 when it has no ranged weapon left.
    """
    weapons = frame.count(reach)
    sprints = not frame.count(Range.DIRECT) and not frame.count(Range.ARTILLERY)
    counts = {
        "W": frame.white,
        "R": 2 if weapons else 0,
        "R8": (1 if weapons >= 2 else 0) + rockets,
        "B": frame.count(Kind.BLUE),
        "Y": frame.count(Kind.YELLOW),
        "G": frame.count(Kind.GREEN),
        "G8": 1 if sprints else 0,
    }
    return tuple(Pool(DICE[code], count) for code, count in counts.items() if count)


@dataclass(frozen=True, slots=True)
class Shown:
    """The reading of a frame's pool that keeps every die: ``W:4 W:2 R:6``, by kind, highest first."""

    codes: tuple[str, ...]

    def __call__(self, *tallies: Tally) -> str:
        """The rolled dice in words that a frame can keep."""
        return " ".join(
            f"{code}:{face}"
            for code, counts in zip(self.codes, tallies, strict=True)
            for face in range(len(counts), 0, -1)
            for _ in range(counts[face - 1])
        )


def shown(pools: tuple[Pool, ...]) -> Shown:
    """The reading for these pools."""
    codes = {die: code for code, die in DICE.items()}
    return Shown(tuple(codes[pool.die] for pool in pools))


def candidates(rolled: str, action: Action) -> tuple[str, ...]:
    """The rolled dice that may serve an action, its own colour first and the highest first, and ``none`` last."""
    return (*sorted(set(_serving(rolled, action)), key=lambda die: (die[0] == "W", -_shows(die))), NONE)


def face(die: str) -> int | None:
    """What a rolled die shows, or ``None`` for no die."""
    return None if die == NONE else _shows(die)


def without(rolled: str, die: str) -> str:
    """The rolled dice that are left when one of them is assigned."""
    dice = rolled.split()
    if die != NONE:
        dice.remove(die)
    return " ".join(dice)


def in_words(die: str) -> str:
    """A rolled die in words: ``red d8 showing 7``."""
    if die == NONE:
        return "no die"
    return f"{named(die)} showing {face(die)}"


def named(die: str) -> str:
    """The name of a rolled die: ``red d8``."""
    return DICE[die.split(":")[0]].name


def _shows(die: str) -> int:
    return int(die.split(":")[1])


def _serving(rolled: str, action: Action) -> Iterator[str]:
    return (die for die in rolled.split() if die.split(":")[0] in SERVES[action])
