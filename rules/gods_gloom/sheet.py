"""The sheets of Gods Gloom: units, armies, the settings and the battle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from rules.bounds import Bounded, Bounds, check_bounds
from rules.checks import found, known, unique
from rules.gods_gloom.traits import read
from rules.remaking import remade
from rules.sheets import Status

LONGEST_EFFECT = 40
"""Nobody's limit but the app's, as the bounds below: the text names none."""

Dice: TypeAlias = Annotated[int, Bounds(0, 12)]


class Kind(StrEnum):
    """The two kinds of attack."""

    MELEE = "melee"
    RANGED = "ranged"


class Opposites(StrEnum):
    """Setting: what becomes of a Weak and a Boost token on one unit."""

    CANCEL = "cancel"
    """The token that comes takes the other away, and neither stays."""
    BOTH = "both"
    """Both stay, and both apply."""


@dataclass(frozen=True, slots=True)
class RedBlue:
    """A number of dice of each colour."""

    red: int = 0
    blue: int = 0

    def __str__(self) -> str:
        return f"{self.red} red, {self.blue} blue"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its characteristics, what is left of it, its tokens, and what it has done this round.

    ``morale`` is the characteristic and ``morale_tokens`` what is left of it; ``health`` and ``current_health``
    likewise. ``traits`` are names with commas between them, ``effects`` the names of what lasts on the unit.
    """

    key: str
    name: str
    army: str
    offence_red: Dice = 0
    offence_blue: Dice = 0
    guard_red: Dice = 0
    guard_blue: Dice = 0
    morale: Annotated[int, Bounds(0, 10)] = 3
    speed: Annotated[int, Bounds(0, 10)] = 2
    health: Annotated[int, Bounds(1, 20)] = 4
    current_health: Annotated[int, Bounds(0, 20, "Health", most_is="health")] = 4
    cost: Annotated[int, Bounds(0, 9999)] = 0
    traits: str = ""
    effects: frozenset[str] = frozenset()
    morale_tokens: Annotated[int, Bounds(0, 10, "Morale tokens", most_is="morale")] = 3
    weak: bool = False
    boost: bool = False
    slow: bool = False
    fast: bool = False
    activated: Annotated[bool, "activated this round"] = False
    shot: Annotated[bool, "ranged attack made"] = False
    """It has made its ranged attack of this round."""
    status: Status = Status.ACTIVE
    destroyed_by: str = ""

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        check_bounds(self)
        for effect in self.effects:
            if not 0 < len(effect) <= LONGEST_EFFECT:
                raise ValueError(f"an effect needs a name of 1 to {LONGEST_EFFECT} letters")

    @property
    def side(self) -> str:
        """The key of its army."""
        return self.army

    @property
    def standing(self) -> bool:
        """Whether the unit is on the board; one without health is destroyed."""
        return self.status is Status.ACTIVE and self.current_health > 0

    @property
    def offence(self) -> RedBlue:
        """Offence, the dice of a unit that attacks."""
        return RedBlue(self.offence_red, self.offence_blue)

    @property
    def guard(self) -> RedBlue:
        """Guard, the dice of a unit that is attacked."""
        return RedBlue(self.guard_red, self.guard_blue)

    @property
    def trait_names(self) -> tuple[str, ...]:
        """Its traits, one by one, without their numbers."""
        return tuple(trait.name for trait in read(self.traits))

    def trait_number(self, name: str) -> int:
        """The number of a trait such as Overload[2]; 0 without it."""
        return next((trait.number for trait in read(self.traits) if trait.name == name), 0)

    def has_effect(self, name: str) -> bool:
        """Whether an effect of that name lasts on it, in capitals or small letters."""
        return name.casefold() in {effect.casefold() for effect in self.effects}


@dataclass(frozen=True, slots=True)
class Army(Bounded):
    """One player's side: Command Seals, the slider's spaces on its side of the Momentum track, Soulshards.

    The score is the Soulshards; it is kept beside them as the score of every game is.
    """

    key: str
    name: str
    seals: Annotated[int, Bounds(0, 99, "Command Seals")] = 0
    momentum: Annotated[int, Bounds(0, 2, "Momentum")] = 0
    charged: Annotated[bool, "has made its first Charge"] = False
    """It has made its first Charge of the game."""
    soulshards: Annotated[int, Bounds(-99, 999, "Soulshards")] = 0
    score: int = 0


@dataclass(frozen=True, slots=True)
class Settings(Bounded):
    """What the text does not give, as the players of a battle agree on it.

    ``weak``: dice of each colour that Weak costs; ``charge``: red dice that a Charge adds; ``flanking``: blue dice that
    a flanked defender loses; ``cover``: blue dice that cover adds to a defender.
    """

    weak: Annotated[int, Bounds(0, 5, "dice of each colour that Weak costs")] = 1
    charge: Annotated[int, Bounds(0, 5, "red dice that a Charge adds")] = 1
    flanking: Annotated[int, Bounds(0, 5, "blue dice that a flanked unit loses")] = 1
    cover: Annotated[int, Bounds(0, 5, "blue dice that cover adds")] = 0
    opposites: Opposites = Opposites.CANCEL


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as the rules see it; ``loser`` is the key of the unit that has lost the melee just fought."""

    armies: tuple[Army, ...]
    units: tuple[Unit, ...]
    settings: Settings = Settings()
    loser: str | None = None
    round: Annotated[int, Bounds(1, 99)] = 1
    started: bool = True
    over: bool = False
    key: str = "battle"

    def __post_init__(self) -> None:
        """Refuse keys that are not unique or lead nowhere, and a slider in two places."""
        check_bounds(self)
        unique([self.key, *(army.key for army in self.armies), *(unit.key for unit in self.units)])
        known((unit.army for unit in self.units), self.armies, "army")
        known((self.loser,), self.units, "unit")
        if sum(army.momentum > 0 for army in self.armies) > 1:
            raise ValueError("the momentum slider is on one side only")

    @property
    def sides(self) -> tuple[Army, ...]:
        """The armies."""
        return self.armies

    @property
    def pieces(self) -> tuple[Unit, ...]:
        """Everything that has a card: the units."""
        return self.units

    def unit(self, key: str) -> Unit:
        """The unit with that key; ``Illegal`` if there is none."""
        return found(self.units, key, "unit")

    def army(self, key: str) -> Army:
        """The army with that key; ``Illegal`` if there is none."""
        return found(self.armies, key, "army")

    def having(self, *changed: Unit | Army) -> Battle:
        """The battle with these units and armies in place of those with the same keys."""
        new = {part.key: part for part in changed}
        units = tuple(part if isinstance(part := new.get(u.key, u), Unit) else u for u in self.units)
        armies = tuple(part if isinstance(part := new.get(a.key, a), Army) else a for a in self.armies)
        return remade(self, units=units, armies=armies)
