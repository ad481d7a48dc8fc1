"""Ion tokens: what they cost a ship, and those that come before it engages (dossier, A9 and A11)."""

from __future__ import annotations

from dataclasses import replace

from rules.table import Table
from rules.x_wing.cards import Title
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.tokens import is_ionized


def ionized(battle: Battle, ship: Ship) -> Ship:
    """The ship with what ionizing costs it: in 2.5 the lock that it holds."""
    return replace(ship, lock=None) if battle.is_second and is_ionized(ship) else ship


def as_it_engages(battle: Battle, ship: Ship) -> Ship:
    """The ship when it engages: each Disabled Power Regulator gives it an ion token before."""
    ion = sum(card.title is Title.DISABLED_POWER_REGULATOR for card in battle.faceup(ship))
    return ionized(battle, replace(ship, ion=ship.ion + ion)) if ion else ship


def note_ionized(before: Ship, after: Ship, table: Table) -> None:
    """Note that a ship lost its lock."""
    if before.lock and not after.lock:
        table.note("ionized", f"{after.name} loses its lock")
