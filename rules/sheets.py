"""What the sheets of every game tell, whatever else they hold."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum, StrEnum
from typing import Any, Protocol, get_type_hints


class Holds(Enum):
    """What is in a set of names that players do not type: ``held: Annotated[frozenset[str], Holds.KEYS]``."""

    KEYS = "keys"
    """Keys of parts of the battle."""


def key_sets(sheet: type[Any]) -> tuple[str, ...]:
    """The fields of a sheet that hold keys of parts of the battle."""
    hints = get_type_hints(sheet, include_extras=True)
    return tuple(name for name, hint in hints.items() if Holds.KEYS in getattr(hint, "__metadata__", ()))


class Status(StrEnum):
    """Whether a piece is on the board."""

    ACTIVE = "active"
    DESTROYED = "destroyed"
    """Where a game removes it later, it stays until then."""
    REMOVED = "removed"


class PieceSheet(Hashable, Protocol):
    """What the sheet of every piece tells, besides its own fields."""

    @property
    def key(self) -> str:
        """Its key in the battle."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def side(self) -> str | None:
        """The key of the side that it belongs to, if any."""

    @property
    def standing(self) -> bool:
        """Whether it is on the board."""


class SideSheet(Hashable, Protocol):
    """What the sheet of every side tells."""

    @property
    def key(self) -> str:
        """Its key in the battle."""

    @property
    def name(self) -> str:
        """Its name."""


class BattleSheet(Hashable, Protocol):
    """What the sheet of every battle tells."""

    @property
    def key(self) -> str:
        """Its own key."""

    @property
    def sides(self) -> tuple[SideSheet, ...]:
        """The sides."""

    @property
    def pieces(self) -> tuple[PieceSheet, ...]:
        """Everything that has a card."""

    @property
    def round(self) -> int:
        """The number of its round."""

    @property
    def started(self) -> bool:
        """Whether it has started."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""
