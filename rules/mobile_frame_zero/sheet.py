"""The sheets of Mobile Frame Zero: frames and their systems, terrain, stations, companies, the battle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from rules.bounds import Bounded, Bounds, check_bounds, within
from rules.checks import found, known, unique
from rules.sheets import Status

ROLLED = re.compile(r"((W|R|B|Y|G):[1-6]|(R8|G8):[1-8])( ((W|R|B|Y|G):[1-6]|(R8|G8):[1-8]))*")
"""Rolled dice as a frame keeps them."""

LAST_ROUND = 99
MOST_SYSTEMS_KEPT = 12
"""Far more than a build may have, so that a build over its limits can still be shown and refused."""


class Kind(StrEnum):
    """What a system does; each weapon range is a kind of its own."""

    HAND = "hand-to-hand"
    DIRECT = "direct fire"
    ARTILLERY = "artillery"
    BLUE = "blue"
    """Defensive."""
    YELLOW = "yellow"
    """Communications."""
    GREEN = "green"
    """Movement."""


class Range(StrEnum):
    """The three exclusive bands of distance, on a ruler of 8 units."""

    HAND = "hand-to-hand"
    """At most 1 unit."""
    DIRECT = "direct fire"
    """Beyond 1 unit, up to one ruler."""
    ARTILLERY = "artillery"
    """Beyond one ruler."""


class Replacing(StrEnum):
    """Setting: when a new spot replaces the one already on a frame."""

    HIGHER = "higher"
    """Only when it is higher."""
    ALWAYS = "always"


class Abandoning(StrEnum):
    """Setting: beside which stations a frame can abandon its position to ignore a damage."""

    ANY = "any"
    """Any station."""
    OWN = "own"
    """Only a station that its company controls."""


class Size(StrEnum):
    """How large a game is, which limits the frames of a company."""

    SKIRMISH = "skirmish"
    BATTLE = "battle"
    AGREED = "as agreed"
    """The players agree on the number of frames and rockets."""


@dataclass(frozen=True, slots=True)
class System:
    """A system of a frame; lost ones stay listed."""

    key: str
    name: str
    kind: Kind
    lost: bool = False
    dice_gone: Annotated[bool, "lost before its frame acted this round"] = False
    """It was lost before its frame acted this round: no dice of it can lie there."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A mobile frame: white dice 0 to 2, at most 4 systems, rockets 0 to 3, and what it has done this round.

    ``defence`` is ``None`` until the frame has told it, and 0 when it assigned no die. ``attack``, ``movement`` and
    ``spotting`` are dice assigned and not used yet; ``spot`` is the spot that lies on it. ``rolled`` are the dice of
    its roll that are not assigned yet, such as ``W:4 B:2 R8:7``, and ``range`` the one that it named for this turn.
    """

    key: str
    name: str
    company: str
    systems: tuple[System, ...] = ()
    white: Annotated[int, Bounds(0, 2, "white dice")] = 2
    rockets: Annotated[int, Bounds(0, 3)] = 0
    status: Status = Status.ACTIVE
    destroyed_by: str = ""
    acted: Annotated[bool, "has acted"] = False
    attacked: Annotated[bool, "attack used"] = False
    """It has attacked this round, or gave its attack up."""
    has_spotted: Annotated[bool, "spot placed"] = False
    range: Annotated[Range | None, "named range"] = None
    rolled: str = ""
    defence: Annotated[int | None, Bounds(0, 6)] = None
    attack: Annotated[int | None, Bounds(1, 8, "attack die")] = None
    movement: Annotated[int | None, Bounds(1, 8, "movement die")] = None
    spotting: Annotated[int | None, Bounds(1, 6, "spot die")] = None
    spot: Annotated[int | None, Bounds(1, 6, "spot on it")] = None

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        check_bounds(self)
        within("systems", len(self.systems), 0, MOST_SYSTEMS_KEPT)
        if self.rolled and not ROLLED.fullmatch(self.rolled):
            raise ValueError("rolled dice must look like W:4 B:2 R8:7")

    @property
    def side(self) -> str:
        """The key of its company."""
        return self.company

    @property
    def standing(self) -> bool:
        """Whether the frame is on the board; one that has lost both its white dice is not."""
        return self.status is Status.ACTIVE and self.white > 0

    @property
    def working(self) -> tuple[System, ...]:
        """The systems that it still has."""
        return tuple(system for system in self.systems if not system.lost)

    def count(self, kind: Kind | Range) -> int:
        """How many working systems of a kind, or weapons of a range, it has."""
        return sum(system.kind.value == kind.value for system in self.working)

    def weapons(self, reach: Range) -> int:
        """How many weapons of a range it can attack with this turn.

        Those lost since the frame acted count when its pool was rolled without the app: dice rolled before a loss stay
        (rulebook, "When a Mobile Frame Takes Damage"), and nobody told the app which they were.
        """
        if self.acted and self.range is None:
            return sum(s.kind.value == reach.value and not (s.lost and s.dice_gone) for s in self.systems)
        return self.count(reach)


@dataclass(frozen=True, slots=True)
class Terrain(Bounded):
    """A piece of terrain and how many more hits it takes until it is ruined; at 0 it is no cover."""

    key: str
    name: str
    hits_left: Annotated[int, Bounds(0, 99, "hits until it is ruined")] = 1

    @property
    def side(self) -> None:
        """Terrain is nobody's."""

    @property
    def standing(self) -> bool:
        """Terrain stays on the board, ruined or not."""
        return True


@dataclass(frozen=True, slots=True)
class Station:
    """A station and the company that controls it, if any."""

    key: str
    name: str
    owner: str | None = None

    @property
    def side(self) -> None:
        """A station stands on the board, whoever controls it."""

    @property
    def standing(self) -> bool:
        """A station cannot be destroyed."""
        return True


@dataclass(frozen=True, slots=True)
class Company(Bounded):
    """One player's side: its points per asset, fixed at the start, and its score."""

    key: str
    name: str
    points_per_asset: Annotated[int, Bounds(0, 99)] = 5
    score: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """The readings of the rules that the players of a battle agree on."""

    replacing: Replacing = Replacing.HIGHER
    abandoning: Abandoning = Abandoning.ANY


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as the rules see it."""

    companies: tuple[Company, ...]
    frames: tuple[Frame, ...]
    terrain: tuple[Terrain, ...] = ()
    stations: tuple[Station, ...] = ()
    settings: Settings = Settings()
    size: Size = Size.SKIRMISH
    round: Annotated[int, Bounds(1, LAST_ROUND)] = 1
    doomsday: Annotated[int, Bounds(0, 11, "doomsday clock")] = 11
    started: bool = True
    over: bool = False
    key: str = "battle"

    def __post_init__(self) -> None:
        """Refuse keys that are not unique or lead nowhere, and impossible numbers."""
        check_bounds(self)
        keys = [self.key, *(company.key for company in self.companies), *(piece.key for piece in self.pieces)]
        keys += (system.key for frame in self.frames for system in frame.systems)
        unique(keys)
        known([*[f.company for f in self.frames], *[s.owner for s in self.stations]], self.companies, "company")

    @property
    def sides(self) -> tuple[Company, ...]:
        """The companies."""
        return self.companies

    @property
    def pieces(self) -> tuple[Frame | Terrain | Station, ...]:
        """Everything that has a card: frames, terrain and stations."""
        return (*self.frames, *self.terrain, *self.stations)

    @property
    def targets(self) -> tuple[Frame | Terrain, ...]:
        """Everything that can be attacked or be cover."""
        return (*self.frames, *self.terrain)

    def frame(self, key: str) -> Frame:
        """The frame with that key; ``Illegal`` if there is none."""
        return found(self.frames, key, "frame")

    def company(self, key: str) -> Company:
        """The company with that key; ``Illegal`` if there is none."""
        return found(self.companies, key, "company")

    def station(self, key: str) -> Station:
        """The station with that key; ``Illegal`` if there is none."""
        return found(self.stations, key, "station")

    def target(self, key: str) -> Frame | Terrain:
        """The frame or the terrain with that key; ``Illegal`` if there is none."""
        return found(self.targets, key, "piece")
