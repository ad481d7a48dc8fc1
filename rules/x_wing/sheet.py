"""The sheet of an X-Wing battle: squads with their damage decks, ships, and where in the round it stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from rules.bounds import Bounded, Bounds, check_bounds
from rules.checks import found, known, unique
from rules.x_wing.cards import Card, Title
from rules.x_wing.ship import Ship


class Ruleset(StrEnum):
    """Setting: which rules the battle follows."""

    FIRST = "2.0"
    """200 points, as the first publisher has the attack."""
    SECOND = "2.5"
    """20 points and loadouts, scenarios, range 0."""


class Plasma(StrEnum):
    """Setting: when what follows a hit comes, as the shield that a ship hit by Plasma Torpedoes loses."""

    BEFORE = "before the damage"
    """At the end of step 4 (rules reference 1.0.4, in the wiki)."""
    AFTER = "after the damage"


class Phase(StrEnum):
    """The phases of a round."""

    PLANNING = "Planning"
    SYSTEM = "System"
    ACTIVATION = "Activation"
    ENGAGEMENT = "Engagement"
    END = "End"


@dataclass(frozen=True, slots=True)
class Squad(Bounded):
    """One player's side: its damage deck, its score, and points that a scenario gave it.

    ``unseen_discarded`` counts discarded damage cards whose titles nobody has seen.
    """

    key: str
    name: str
    score: int = 0
    mission: Annotated[int, Bounds(0, 999, "scenario points")] = 0
    faction: str = ""
    deck: tuple[Card, ...] = ()
    unseen_discarded: Annotated[int, Bounds(0, 99, "discarded damage cards that nobody saw")] = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """What the players of a battle agree on.

    ``chance_engagement`` tells that half points count in 2.5, which they do in that scenario only.
    """

    ruleset: Ruleset = Ruleset.FIRST
    chance_engagement: Annotated[bool, "the scenario is Chance Engagement"] = False
    plasma: Annotated[Plasma, "what follows a hit, as by Plasma Torpedoes"] = Plasma.BEFORE


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as the rules see it; ``initiative`` is the one that engages, ``first`` the key of the first player."""

    squads: tuple[Squad, ...]
    ships: tuple[Ship, ...]
    settings: Settings = Settings()
    round: Annotated[int, Bounds(1, 99)] = 1
    phase: Phase = Phase.ENGAGEMENT
    initiative: Annotated[int | None, Bounds(0, 8, "engaging initiative")] = None
    first: str | None = None
    started: bool = True
    over: bool = False
    key: str = "battle"

    def __post_init__(self) -> None:
        """Refuse keys that are not unique or lead nowhere, and impossible numbers."""
        check_bounds(self)
        parts: list[Squad | Ship] = [*self.squads, *self.ships]
        keys = [self.key, *[part.key for part in parts], *[card.key for squad in self.squads for card in squad.deck]]
        unique([*keys, *[part.key for ship in self.ships for part in ship.parts]])
        known({*[ship.squad for ship in self.ships], self.first}, self.squads, "squad")
        fired_at = {weapon.fired_at for ship in self.ships for weapon in ship.weapons}
        locked = {ship.lock for ship in self.ships}
        lying = [card.ship for squad in self.squads for card in squad.deck if card.ship is not None]
        attacked = {key for ship in self.ships for key in ship.attacked_ships}
        known({*lying} | locked | fired_at | attacked, self.ships, "ship")
        owners = {ship.key: ship.squad for ship in self.ships}
        for squad in self.squads:
            for card in squad.deck if lying else ():
                if card.ship is not None and owners[card.ship] != squad.key:
                    raise ValueError(f"{card.title} of {squad.name} lies on a ship of another squad")
        for ship in self.ships:
            if ship.lock == ship.key:
                raise ValueError(f"{ship.name} cannot lock itself")

    @property
    def sides(self) -> tuple[Squad, ...]:
        """The squads."""
        return self.squads

    @property
    def pieces(self) -> tuple[Ship, ...]:
        """The ships."""
        return self.ships

    @property
    def is_second(self) -> bool:
        """Whether it follows 2.5."""
        return self.settings.ruleset is Ruleset.SECOND

    def ship(self, key: str) -> Ship:
        """The ship with that key; ``Illegal`` if there is none."""
        return found(self.ships, key, "ship")

    def squad(self, key: str) -> Squad:
        """The squad with that key; ``Illegal`` if there is none."""
        return found(self.squads, key, "squad")

    def cards(self, ship: Ship) -> tuple[Card, ...]:
        """The damage cards on a ship whose titles are known."""
        return tuple(card for card in self.squad(ship.squad).deck if card.ship == ship.key)

    def faceup(self, ship: Ship) -> tuple[Card, ...]:
        """The faceup damage cards on a ship."""
        return tuple(card for card in self.cards(ship) if card.faceup)

    def faceup_of(self, key: str, title: Title) -> int:
        """How many damage cards of a title lie faceup on the ship with that key."""
        return sum(card.title is title for card in self.faceup(self.ship(key)))

    def damage(self, ship: Ship) -> int:
        """How many damage cards a ship has, up or down."""
        return ship.unseen + len(self.cards(ship))

    def hull_left(self, ship: Ship) -> int:
        """The hull that its damage cards leave."""
        return max(0, ship.hull - self.damage(ship))
