"""Ships and their weapons, as the rules see them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from rules.bounds import Bounded, Bounds
from rules.changes import NAMED
from rules.sheets import Holds
from rules.sheets import Status as Status
from rules.x_wing.upgrade import Upgrade


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


TURRETS = (Arc.SINGLE_TURRET, Arc.DOUBLE_TURRET)


class Needs(StrEnum):
    """The requirement of a weapon, which is not spent."""

    NOTHING = "nothing"
    LOCK = "lock"
    """A lock on the defender."""
    FOCUS = "focus"
    CALCULATE = "calculate"
    CALCULATE_OR_LOCK = "calculate or lock"
    ANY = "focus, calculate or lock"


class Effect(StrEnum):
    """What a weapon does besides damage (xwing-data2)."""

    NONE = "none"
    HIT_TO_CRIT = "one hit to a crit"
    """The attacker changes one hit to a crit."""
    PLASMA = "plasma"
    """Crits are cancelled before hits; a defender that is hit loses a shield."""
    HOMING = "homing"
    """The defender may suffer one hit damage instead of the dice."""
    TAMED = "crits become hits"
    """All crits become hits once the attack dice are modified."""
    HOMING_CRIT = "homing, crit"
    """The same with one crit damage."""
    BULLSEYE_DIE = "one more die in the bullseye"
    """Half of what Autoblasters do, which is all that earlier records know of them."""
    AUTOBLASTERS = "autoblasters"
    """One more die in the bullseye; from outside the defender's front arc evades cancel no crits."""
    ION = "ion"
    """One result is a hit damage, each other one an ion token."""
    JAM = "jam"
    """Each result is a jam token instead of damage."""
    TRACTOR = "tractor"
    """Each result is a tractor token instead of damage."""
    MAG_PULSE = "mag-pulse"
    """A hit is one crit damage, a deplete and a jam token, whatever the results."""
    SHIELD_LOST = "a hit costs a shield"
    """A defender that is hit loses a shield."""
    CONCUSSION = "concussion"
    """After a hit each ship at range 0-1 of the defender exposes a damage card."""
    BORON = "boron"
    """After a hit a charge may be spent: ships at range 0-1 with no more agility roll an attack die and suffer it."""
    CLUSTER = "cluster"
    """A bonus attack on another ship at range 0-1 of the defender, without the lock."""
    SATURATION = "saturation"
    """The same for one charge, and one charge for one more die in the front arc."""
    BARRAGE = "barrage"
    """In the bullseye charges may be spent to reroll as many dice."""
    PODS = "charges for dice"
    """One charge for one more die in the front arc, in the bullseye up to two for as many."""
    SEEKER = "charges for hits"
    """Up to two charges may be spent, each for one focus result that becomes a hit."""
    SHELLS = "calculate for a crit"
    """A calculate token may be spent to change one focus result to a crit."""
    SYNCED = "synced"
    """No range bonus for the defender while the attacker has a calculate token."""
    FOCUS_TO_CRIT = "focus or hit to a crit"
    """The attacker changes one focus result or hit to a crit."""
    FOCUS_MORE = "a focus in the bullseye"
    """In the bullseye the attacker may add a focus result."""
    UNMODIFIED = "dice not modified"
    """Nobody modifies the attack dice."""
    LOCK_ONLY = "only a lock modifies"
    """Only the attacker's lock modifies the attack dice."""
    FORESIGHT = "only a focus to a hit"
    """The attacker may change one focus result to a hit; nothing else modifies the attack dice."""
    TRACERS = "locks, no damage"
    """After a hit each friendly ship at range 1-3 of the defender may lock it; there is no damage."""
    ION_BATTERY = "ion battery"
    """A hit is one crit damage, and each result an ion token."""
    TURBOLASER = "three hits more"
    """Three hits are added when it hits."""
    TARGETING = "a lock after the attack"
    """After the attack the attacker may lock the defender."""
    DRILL = "hits to crits at range 0"
    """At range 0 all hits become crits once the attack dice are modified."""


REPEATING = (Effect.CLUSTER, Effect.SATURATION)
"""The weapons whose attack grants a bonus attack with the same weapon on another ship."""


Counted: TypeAlias = Annotated[int, Bounds(0, 99)]

ATTACKED = f"attacked_ships{NAMED}"
"""What the track of a ship that it attacked this round begins with; the key of that follows."""

FLEEING = "fleeing"
"""What took a ship off the board that was not destroyed."""


@dataclass(frozen=True, slots=True)
class Weapon(Bounded):
    """A weapon: its arc, dice, nearest and farthest range, requirement, and what it costs.

    ``more`` marks a weapon whose card does more than is known here; ``fired_at`` is the key of the ship that it
    attacked this round, where that grants a bonus attack on another one. Of the bonus attacks a round that the card of
    a huge ship ``grants``, the first ``free`` ones cost no energy, and ``fired`` were made.
    """

    key: str
    name: str
    arc: Arc = Arc.FRONT
    dice: Annotated[int, Bounds(0, 12, "attack dice")] = 3
    nearest: Annotated[int, Bounds(0, 5, "nearest range")] = 1
    farthest: Annotated[int, Bounds(0, 5, "farthest range", least_is="nearest")] = 3
    special: Annotated[bool, "special weapon"] = False
    ordnance: Annotated[bool, "no range bonus"] = False
    """It has the missile icon: no range bonus on either side."""
    needs: Needs = Needs.NOTHING
    cost: Annotated[int, Bounds(0, 9, "charges an attack costs")] = 0
    charges: Annotated[int, Bounds(0, 9, "charges left", most_is="most_charges")] = 0
    most_charges: Annotated[int, Bounds(0, 9, "charges")] = 0
    recovers: Annotated[int, Bounds(-9, 9, "charges that come back")] = 0
    effect: Effect = Effect.NONE
    energy_cost: Annotated[int, Bounds(0, 9, "energy an attack costs")] = 0
    force_cost: Annotated[int, Bounds(0, 9, "Force a bonus attack costs")] = 0
    bonus_only: Annotated[bool, "for bonus attacks only"] = False
    more: Annotated[bool, "its card does more than is known"] = False
    fired_at: str | None = None
    grants: Annotated[int, Bounds(0, 9, "bonus attacks a round that it grants")] = 0
    free: Annotated[int, Bounds(0, 9, "of them without energy")] = 0
    fired: Annotated[int, Bounds(0, 99, "of them made this round")] = 0

    @property
    def granted(self) -> int:
        """How many of the bonus attacks that it grants are left this round."""
        return max(0, self.grants - self.fired)


@dataclass(frozen=True, slots=True)
class Ship(Bounded):
    """A ship with its pilot: values, what is left of them, tokens, and what it has done this round.

    ``hull`` and ``most_shields`` are its full values, upgrades included; ``unseen`` counts its facedown damage cards
    whose titles nobody knows (the others are in its squad's deck); ``lock`` is the key of the ship that it has locked.
    """

    key: str
    name: str
    squad: str
    type: str = ""
    size: Size = Size.SMALL
    initiative: Annotated[int, Bounds(0, 8)] = 1
    agility: Annotated[int, Bounds(0, 9)] = 2
    hull: Annotated[int, Bounds(1, 99)] = 3
    most_shields: Annotated[int, Bounds(0, 99, "shields")] = 0
    shields: Annotated[int, Bounds(0, 99, "shields left", most_is="most_shields")] = 0
    most_force: Annotated[int, Bounds(0, 99, "Force")] = 0
    force: Annotated[int, Bounds(0, 99, "Force left", most_is="most_force")] = 0
    recovers_force: Annotated[int, Bounds(-9, 9, "Force that comes back")] = 0
    most_charges: Annotated[int, Bounds(0, 99, "charges")] = 0
    charges: Annotated[int, Bounds(0, 99, "charges left", most_is="most_charges")] = 0
    recovers_charges: Annotated[int, Bounds(-9, 9, "charges that come back")] = 0
    most_energy: Annotated[int, Bounds(0, 99, "energy")] = 0
    energy: Annotated[int, Bounds(0, 99, "energy left", most_is="most_energy")] = 0
    recovers_energy: Annotated[int, Bounds(-9, 9, "energy that comes back")] = 0
    cost: Annotated[int, Bounds(0, 999, "points")] = 0
    weapons: tuple[Weapon, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    pilot: str = ""
    """The id of its pilot (XWS), by which the pilot's abilities are known."""
    ability: str = ""
    """The name of what its type of ship can do by itself."""
    unseen: Annotated[int, Bounds(0, 99, "facedown damage cards that nobody saw")] = 0
    focus: Counted = 0
    calculate: Counted = 0
    evade: Counted = 0
    reinforce_fore: Counted = 0
    reinforce_aft: Counted = 0
    lock: str | None = None
    strain: Counted = 0
    deplete: Counted = 0
    disarm: Counted = 0
    cloak: Annotated[int, Bounds(0, 1)] = 0
    tractor: Counted = 0
    ion: Counted = 0
    jam: Counted = 0
    stress: Counted = 0
    status: Status = Status.ACTIVE
    destroyed_by: str = ""
    engaged: Annotated[bool, "has engaged this round"] = False
    attacked: Annotated[bool, "has attacked this round"] = False
    bonus_attacked: Annotated[bool, "has made its bonus attack this round"] = False
    attacked_ships: Annotated[frozenset[str], Holds.KEYS] = frozenset()
    """The keys of the ships that it attacked this round, where a card depends on that."""
    hunted: Annotated[bool, "is Hunted"] = False
    """It has that condition of Agent Kallus."""
    used: str = ""
    """The ids of its cards that can be used once a round and were, with spaces between them."""

    @property
    def side(self) -> str:
        """The key of its squad."""
        return self.squad

    @property
    def parts(self) -> tuple[Weapon | Upgrade, ...]:
        """Its weapons and its upgrades, on all of which charges may lie."""
        return (*self.weapons, *self.upgrades)

    @property
    def other_upgrades(self) -> tuple[Upgrade, ...]:
        """Its upgrades that are no weapons."""
        weapons = {weapon.name for weapon in self.weapons}
        return tuple(upgrade for upgrade in self.upgrades if upgrade.name not in weapons)

    @property
    def other_cards(self) -> tuple[str, ...]:
        """The names of what it carries and can do besides its weapons and what its pilot says."""
        return (*([self.ability] if self.ability else []), *(upgrade.name for upgrade in self.other_upgrades))

    @property
    def standing(self) -> bool:
        """Whether it is on the board; a destroyed ship is until it is removed."""
        return self.status is not Status.REMOVED

    @property
    def fled(self) -> bool:
        """Whether it left the board without being destroyed."""
        return self.status is Status.REMOVED and self.destroyed_by == FLEEING
