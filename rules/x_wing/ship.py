"""Ships and their weapons, as the rules see them (dossier, A1, A7 to A9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.checks import within


class Size(StrEnum):
    """The size of a ship's base."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"


class Arc(StrEnum):
    """Where a weapon fires, and where a target is."""

    FRONT = "front"
    BULLSEYE = "bullseye"
    REAR = "rear"
    LEFT = "left"
    RIGHT = "right"
    FULL_FRONT = "full front"
    FULL_REAR = "full rear"
    SINGLE_TURRET = "single turret"
    DOUBLE_TURRET = "double turret"


class Needs(StrEnum):
    """The requirement of a weapon, which is not spent."""

    NOTHING = "nothing"
    LOCK = "lock"
    """A lock on the defender."""
    FOCUS = "focus"
    CALCULATE = "calculate"


class Effect(StrEnum):
    """What a weapon does besides damage (dossier, A8)."""

    NONE = "none"
    HIT_TO_CRIT = "one hit to a crit"
    """The attacker may change one hit to a crit."""
    PLASMA = "plasma"
    """Crits are cancelled before hits; a defender that is hit loses a shield."""
    HOMING = "homing"
    """The defender may suffer one hit damage instead of the dice."""
    TAMED = "crits become hits"
    """All crits become hits once the attack dice are modified."""
    BULLSEYE_DIE = "one more die in the bullseye"
    ION = "ion"
    """One result is a hit damage, each other one an ion token."""
    JAM = "jam"
    """Each result is a jam token instead of damage."""
    TRACTOR = "tractor"
    """Each result is a tractor token instead of damage."""


class Status(StrEnum):
    """Whether a ship is on the board."""

    ACTIVE = "active"
    DESTROYED = "destroyed"
    """It stays until all ships of the engaging initiative have engaged."""
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: its arc, dice, nearest and farthest range, requirement, and the charges that it costs."""

    key: str
    name: str
    arc: Arc = Arc.FRONT
    dice: int = 3
    nearest: int = 1
    farthest: int = 3
    special: bool = False
    ordnance: bool = False
    """It has the missile icon: no range bonus on either side."""
    needs: Needs = Needs.NOTHING
    cost: int = 0
    charges: int = 0
    most_charges: int = 0
    recovers: int = 0
    effect: Effect = Effect.NONE

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        within("the dice of a weapon", self.dice, 0, 12)
        within("the nearest range", self.nearest, 0, 5)
        within("the farthest range", self.farthest, self.nearest, 5)
        within("the charges that an attack costs", self.cost, 0, 9)
        within("the charges of a weapon", self.charges, 0, self.most_charges)
        within("the most charges of a weapon", self.most_charges, 0, 9)
        within("charges that come back", self.recovers, -9, 9)


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship with its pilot: values, what is left of them, tokens, and what it has done this round.

    ``hull`` and ``most_shields`` are its full values, upgrades included; ``unseen`` counts its facedown damage cards
    whose titles nobody knows (the others are in its squad's deck); ``lock`` is the key of the ship that it has locked.
    """

    key: str
    name: str
    squad: str
    type: str = ""
    size: Size = Size.SMALL
    initiative: int = 1
    agility: int = 2
    hull: int = 3
    most_shields: int = 0
    shields: int = 0
    most_force: int = 0
    force: int = 0
    recovers_force: int = 0
    most_charges: int = 0
    charges: int = 0
    recovers_charges: int = 0
    cost: int = 0
    weapons: tuple[Weapon, ...] = ()
    upgrades: tuple[str, ...] = ()
    """Their names, to be reminded of."""
    unseen: int = 0
    focus: int = 0
    calculate: int = 0
    evade: int = 0
    reinforce_fore: int = 0
    reinforce_aft: int = 0
    lock: str | None = None
    strain: int = 0
    deplete: int = 0
    disarm: int = 0
    cloak: int = 0
    tractor: int = 0
    ion: int = 0
    jam: int = 0
    stress: int = 0
    status: Status = Status.ACTIVE
    destroyed_by: str = ""
    engaged: bool = False
    attacked: bool = False
    bonus_attacked: bool = False

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        within("initiative", self.initiative, 0, 8)
        within("agility", self.agility, 0, 9)
        within("hull", self.hull, 1, 99)
        within("most shields", self.most_shields, 0, 99)
        within("shields", self.shields, 0, self.most_shields)
        within("force", self.force, 0, self.most_force)
        within("charges", self.charges, 0, self.most_charges)
        within("cost", self.cost, 0, 999)
        within("cloak", self.cloak, 0, 1)
        within("force that comes back", self.recovers_force, -9, 9)
        within("charges that come back", self.recovers_charges, -9, 9)
        for name in COUNTED:
            within(name, getattr(self, name), 0, 99)

    @property
    def side(self) -> str:
        """The key of its squad."""
        return self.squad

    @property
    def standing(self) -> bool:
        """Whether it is on the board; a destroyed ship is until it is removed."""
        return self.status is not Status.REMOVED


COUNTED = (
    *("most_force", "most_charges", "unseen", "focus", "calculate", "evade"),
    *("reinforce_fore", "reinforce_aft", "strain", "deplete", "disarm", "tractor", "ion", "jam", "stress"),
)
