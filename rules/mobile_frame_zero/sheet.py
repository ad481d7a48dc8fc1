"""The sheets of Mobile Frame Zero: frames and their systems, terrain, stations, companies, the battle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rules.checks import found, unique, within

ROLLED = re.compile(r"((W|R|B|Y|G):[1-6]|(R8|G8):[1-8])( ((W|R|B|Y|G):[1-6]|(R8|G8):[1-8]))*")
"""Rolled dice as a frame keeps them."""

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


class Status(StrEnum):
    """Whether a piece is on the board."""

    ACTIVE = "active"
    DESTROYED = "destroyed"
    REMOVED = "removed"


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
    white: int = 2
    rockets: int = 0
    status: Status = Status.ACTIVE
    destroyed_by: str = ""
    acted: bool = False
    attacked: bool = False
    """It has attacked this round, or gave its attack up."""
    has_spotted: bool = False
    range: Range | None = None
    rolled: str = ""
    defence: int | None = None
    attack: int | None = None
    movement: int | None = None
    spotting: int | None = None
    spot: int | None = None

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        within("systems", len(self.systems), 0, MOST_SYSTEMS_KEPT)
        within("white dice", self.white, 0, 2)
        within("rockets", self.rockets, 0, 3)
        within("defence", self.defence, 0, 6)
        within("spot", self.spot, 1, 6)
        within("spotting", self.spotting, 1, 6)
        within("attack", self.attack, 1, 8)
        within("movement", self.movement, 1, 8)
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

        Lost ones count when the frame has acted and its pool was rolled without the app: dice rolled before a loss stay
        (rulebook, "When a Mobile Frame Takes Damage"), and nobody told the app which they were.
        """
        if self.acted and self.range is None:
            return sum(system.kind.value == reach.value for system in self.systems)
        return self.count(reach)


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain and how many more hits it takes until it is ruined; at 0 it is no cover."""

    key: str
    name: str
    hits_left: int

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        within("hits until it is ruined", self.hits_left, 0, 99)

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
class Company:
    """One player's side: its points per asset, fixed at the start, and its score."""

    key: str
    name: str
    points_per_asset: int = 5
    score: int = 0

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        within("points per asset", self.points_per_asset, 0, 99)


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
    round: int = 1
    doomsday: int = 11
    started: bool = True
    over: bool = False
    key: str = "battle"

    def __post_init__(self) -> None:
        """Refuse keys that are not unique or lead nowhere, and impossible numbers."""
        within("doomsday clock", self.doomsday, 0, 11)
        within("round", self.round, 1, 99)
        keys = [self.key, *(company.key for company in self.companies), *(piece.key for piece in self.pieces)]
        keys += (system.key for frame in self.frames for system in frame.systems)
        unique(keys)
        companies = {company.key for company in self.companies}
        for key in {f.company for f in self.frames} | {s.owner for s in self.stations if s.owner is not None}:
            if key not in companies:
                raise ValueError(f"no company has the key {key!r}")

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
