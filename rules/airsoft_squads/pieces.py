"""What a squad puts on the table: operators, field positions and cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from rules.airsoft_squads.modifiers import Modifier, check_without_range
from rules.bounds import Bounded, Bounds
from rules.sheets import Holds

SAVE_PLACES = 3
"""The places of a SAVEZONE."""

MOST_COUNTED = 99
MOST_PLACES = 12
MOST_MOVED = 5
"""More MOVEs than an operator makes in a TURN."""

MOST_MEDICS = 5
"""The most MEDICs that are counted on an operator."""

IN_HAND = "in its deck or hand"

LONGEST_BY = 60
"""The most letters of what put an operator HIT that are stored."""


class State(StrEnum):
    """How an operator's card lies."""

    NORMAL = "NORMAL"
    """Face up."""
    EXHAUSTED = "EXHAUSTED"
    """Face up, turned by a quarter: it has acted this TURN."""
    HIT = "HIT"
    """Face down."""
    OUT = "OUT"
    """Face down and upside down: gone for this GAME."""


class Bonus(StrEnum):
    """The BONUS ACTION that an operator may take this TURN."""

    NONE = "none"
    ANY = "any ACTION"
    ATTACK = "ATTACK"
    MOVE = "MOVE"
    MEDIC = "MEDIC"
    USED = "used"


class Aim(StrEnum):
    """How far the objective of a field position is."""

    OPEN = "open"
    REACHED = "REACHED"
    CAPTURED = "CAPTURED"


class Kind(StrEnum):
    """The kinds of cards."""

    ATTACK = "ATTACK"
    DEFENCE = "DEFENCE"
    ITEM = "ITEM"
    STRATEGY = "STRATEGY"
    EFFECT = "EFFECT"
    """Played in a STRATEGY phase; no text says how its effect is reckoned, so the players carry it out."""


class Lies(StrEnum):
    """Where a card lies."""

    APART = "apart"
    """In a deck or a hand, which the table knows and the app does not."""
    ATTACHED = "attached"
    """On an operator."""
    LAID = "laid"
    """On its STRATEGY position."""
    DISCARDED = "discarded"

    @property
    def words(self) -> str:
        """Where it lies, as players say it."""
        return IN_HAND if self is Lies.APART else self.value


@dataclass(frozen=True, slots=True)
class Operator(Bounded):
    """An operator: its printed VALUES, its counters, and what this TURN did to it.

    ``place`` is its FIELDPOSITION, counted from 1 along its row, and ``None`` in the SAVEZONE. ``moved`` counts its
    MOVEs this TURN, ``medics`` the MEDICs that it was given. ``held`` are the keys of the modifiers that keep it up to
    the end of the TURN, because their conditions held in an attack.
    """

    key: str
    name: str
    squad: str
    ap: Annotated[int, Bounds(0, 20, "AP VALUE")]
    ep: Annotated[int, Bounds(0, 20, "EP VALUE")]
    dp: Annotated[int, Bounds(1, 40, "DP VALUE")]
    mp: Annotated[int, Bounds(0, 20, "MP VALUE")]
    team: str = ""
    points: Annotated[int, Bounds(0, 999, "squad points")] = 0
    skills: tuple[Modifier, ...] = ()
    place: Annotated[int | None, Bounds(1, MOST_PLACES, "position")] = None
    state: State = State.NORMAL
    hits: Annotated[int, Bounds(0, MOST_COUNTED, "hit counter")] = 0
    objective: Annotated[int, Bounds(0, MOST_COUNTED, "objective counter")] = 0
    moved: Annotated[int, Bounds(0, MOST_MOVED, "MOVEs this TURN")] = 0
    medics: Annotated[int, Bounds(0, MOST_MEDICS, "MEDICs on it")] = 0
    bonus: Annotated[Bonus, "BONUS ACTION"] = Bonus.NONE
    held: Annotated[frozenset[str], Holds.KEYS] = frozenset()
    destroyed_by: str = ""

    @property
    def side(self) -> str:
        """The key of its squad."""
        return self.squad

    @property
    def standing(self) -> bool:
        """Whether it is still in the game."""
        return self.state is not State.OUT

    @property
    def face_up(self) -> bool:
        """Whether its card shows its face."""
        return self.state in (State.NORMAL, State.EXHAUSTED)

    @property
    def active(self) -> bool:
        """Whether it is on the field with its face up: its SKILL counts, and it can be attacked."""
        return self.place is not None and self.face_up

    @property
    def saved(self) -> bool:
        """Whether it is in the SAVEZONE."""
        return self.place is None and self.standing


@dataclass(frozen=True, slots=True)
class Position(Bounded):
    """A FIELDPOSITION of a squad's row, with the value of its OBJECTIVE and how far that is."""

    key: str
    name: str
    squad: str
    place: Annotated[int, Bounds(1, MOST_PLACES)]
    objective: Annotated[int, Bounds(1, MOST_COUNTED, "value of the objective")]
    aim: Annotated[Aim, "how far the objective is"] = Aim.OPEN

    @property
    def side(self) -> str:
        """The key of its squad."""
        return self.squad

    @property
    def standing(self) -> bool:
        """A position stays."""
        return True


@dataclass(frozen=True, slots=True)
class Card:
    """A card, where it lies, and the operator that bears it."""

    key: str
    name: str
    squad: str
    kind: Kind
    modifiers: tuple[Modifier, ...] = ()
    lies: Lies = Lies.APART
    bearer: str | None = None

    def __post_init__(self) -> None:
        """Refuse a card that lies where its kind cannot."""
        if self.lies is Lies.ATTACHED and self.bearer is None:
            raise ValueError(
                f"{self.name} would be attached to nobody: put it elsewhere first, or attach it to an operator"
            )
        if self.lies is not Lies.ATTACHED and self.bearer is not None:
            raise ValueError(f"{self.name} is on an operator, so it is attached")
        if self.lies is Lies.ATTACHED and self.kind in (Kind.STRATEGY, Kind.EFFECT):
            raise ValueError(f"{self.name} is no card that is attached to operators")
        if self.modifiers and self.kind is Kind.EFFECT:
            raise ValueError(f"{self.name} is an EFFECT card: what it does is set right by hand")
        if self.kind is Kind.STRATEGY:
            check_without_range(self.modifiers)
        if self.lies is Lies.LAID and self.kind is not Kind.STRATEGY:
            raise ValueError(f"{self.name} is no STRATEGY card, so it is not laid")

    @property
    def side(self) -> str:
        """The key of its squad."""
        return self.squad

    @property
    def standing(self) -> bool:
        """Cards come and go without being destroyed."""
        return True

    def without(self, gone: frozenset[str]) -> Card:
        """It as it is when operators are gone, by their keys: in nobody's hands."""
        return replace(self, lies=Lies.APART, bearer=None) if self.bearer in gone else self
