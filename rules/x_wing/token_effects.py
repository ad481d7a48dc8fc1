"""What jam and ion tokens cost a ship, and the ion tokens that come before it engages (2.5; official answers)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.asks import Choice, Declared, Option, Side
from rules.remaking import remade
from rules.table import Table
from rules.words import listed
from rules.x_wing.cards import Title
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.tokens import NAMES, green, is_ionized

LOCK = "lock"


@dataclass(frozen=True, slots=True)
class JamRemoves(Choice[Battle, object, str]):
    """What a jam token takes from the ship that gains it."""

    LABEL = "jam removes"
    IN_ANY_ORDER = True

    def sentence(self, declared: Declared[Battle, object]) -> str:
        """What it may take."""
        return "A jam token removes a green token or a lock. Which one?"

    def option(self, declared: Declared[Battle, object], value: str) -> Option:
        """The token by its name."""
        return self.end(declared, (value,))

    @property
    def row(self) -> str:
        """All jam tokens that the ship gains at once."""
        return self.LABEL

    def row_sentence(self, declared: Declared[Battle, object], choices: int) -> str:
        """How many they are."""
        return f"{choices} jam tokens each remove a green token or a lock. Which ones?"

    def end(self, declared: Declared[Battle, object], taken: Sequence[str]) -> Option:
        """All the tokens by their names."""
        return Option(taken[-1], listed(sorted(NAMES.get(token, token) for token in taken)))


def jammed(ship: Ship, gained: int, by: Side, table: Table) -> Ship:
    """The ship after jam tokens that it gains.

    For each the jamming player chooses a green token or the lock; a jam token that finds neither stays.
    """
    for taken in range(gained):
        options = (*green(ship), *([LOCK] if ship.lock else []))
        if not options:
            return remade(ship, jam=ship.jam + gained - taken)
        lost = table.choose(JamRemoves(by, options))
        left: dict[str, Any] = {lost: None if lost == LOCK else getattr(ship, lost) - 1}
        ship = remade(ship, **left)
    return ship


def ionized(battle: Battle, ship: Ship) -> Ship:
    """The ship with what ionizing costs it: in 2.5 the lock that it holds."""
    return remade(ship, lock=None) if battle.is_second and is_ionized(ship) else ship


def as_it_engages(battle: Battle, ship: Ship) -> Ship:
    """The ship when it engages: each Disabled Power Regulator gives it an ion token before."""
    ion = battle.faceup_of(ship.key, Title.DISABLED_POWER_REGULATOR)
    return ionized(battle, remade(ship, ion=ship.ion + ion)) if ion else ship


def note_ionized(before: Ship, after: Ship, table: Table) -> None:
    """Note that a ship lost its lock."""
    if before.lock and not after.lock:
        table.note("ionized", f"{after.name} loses its lock")
