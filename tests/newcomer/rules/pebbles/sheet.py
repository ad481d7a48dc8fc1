"""What a battle of Pebbles is: two teams, their throwers, and what the players agreed on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules.bounds import Bounded, Bounds, check_bounds
from rules.checks import found, unique


@dataclass(frozen=True, slots=True)
class Thrower(Bounded):
    """Somebody with pebbles, who is in as long as any strength is left."""

    key: str
    name: str
    team: str
    pebbles: Annotated[int, Bounds(1, 6, "pebbles a throw")] = 2
    strength: Annotated[int, Bounds(0, 9)] = 3
    threw: Annotated[bool, "has thrown"] = False

    @property
    def side(self) -> str:
        """The key of the team."""
        return self.team

    @property
    def standing(self) -> bool:
        """Whether the thrower is in."""
        return self.strength > 0


@dataclass(frozen=True, slots=True)
class Team:
    """One player's side, with a point for each of the others that is out."""

    key: str
    name: str
    score: int = 0


@dataclass(frozen=True, slots=True)
class Settings(Bounded):
    """What the players agree on: the lowest face that hits."""

    hits: Annotated[int, Bounds(2, 6, "a pebble hits from")] = 5


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of Pebbles."""

    teams: tuple[Team, ...]
    throwers: tuple[Thrower, ...]
    settings: Settings = Settings()
    round: Annotated[int, Bounds(1, 99)] = 1
    started: bool = True
    over: bool = False
    key: str = "battle"

    def __post_init__(self) -> None:
        """Refuse impossible numbers, and keys that are not unique."""
        check_bounds(self)
        unique([self.key, *(part.key for part in (*self.teams, *self.throwers))])

    @property
    def sides(self) -> tuple[Team, ...]:
        """The teams."""
        return self.teams

    @property
    def pieces(self) -> tuple[Thrower, ...]:
        """The throwers."""
        return self.throwers

    def thrower(self, key: str) -> Thrower:
        """The thrower with that key; ``Illegal`` if there is none."""
        return found(self.throwers, key, "thrower")
