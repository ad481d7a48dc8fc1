"""Ships, pilots and upgrades as rows (xwing-data2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.x_wing.ship import Arc, Needs, Size


@dataclass(frozen=True, slots=True)
class Stats:
    """The printed values of a ship: attacks as pairs of arc and dice, agility, hull, shields."""

    attacks: tuple[tuple[Arc, int], ...] = ()
    agility: int = 0
    hull: int = 0
    shields: int = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """Force or charges: how many, and how many come back in the End Phase."""

    value: int = 0
    recovers: int = 0


@dataclass(frozen=True, slots=True)
class PilotRow:
    """A pilot; ``stats`` are its own where it has any, ``loadout`` the ids of a standard loadout.

    ``cost`` is ``None`` for a card that cannot be bought, ``ability`` the name of what its type of ship can do.
    """

    xws: str
    name: str
    ship: str
    faction: str
    initiative: int = 0
    cost: int | None = None
    force: Pool = Pool()
    charges: Pool = Pool()
    stats: Stats | None = None
    loadout: tuple[str, ...] = ()
    ability: str = ""


@dataclass(frozen=True, slots=True)
class ShipRow:
    """A type of ship in one faction; huge ones have energy."""

    xws: str
    name: str
    faction: str
    size: Size
    stats: Stats
    energy: Pool = Pool()


@dataclass(frozen=True, slots=True)
class Header:
    """What the text of a weapon tells before its effect: the requirement, and the charges or energy that it costs.

    ``bonus_only`` are weapons for bonus attacks, ``more`` those whose text goes on.
    """

    needs: Needs = Needs.NOTHING
    charges: int = 0
    energy: int = 0
    bonus_only: bool = False
    more: bool = False


@dataclass(frozen=True, slots=True)
class UpgradeWeapon:
    """The attack of an upgrade; without a ``header`` where its data tells no requirement and no cost."""

    arc: Arc
    dice: int
    nearest: int
    farthest: int
    ordnance: bool = False
    header: Header | None = None


@dataclass(frozen=True, slots=True)
class UpgradeRow:
    """An upgrade: its slots, what it costs, its weapon, charges and Force, and how it changes the ship.

    ``costs`` are pairs of what the cost depends on and the cost; ``by`` names that value (size, initiative, agility).
    """

    xws: str
    name: str
    slots: tuple[str, ...] = ()
    cost: int = 0
    by: str = ""
    costs: tuple[tuple[str, int], ...] = ()
    weapon: UpgradeWeapon | None = None
    charges: Pool = Pool()
    force: Pool = Pool()
    attacks: tuple[tuple[Arc, int], ...] = ()
    agility: int = 0
    hull: int = 0
    shields: int = 0
    energy: int = 0


@dataclass(frozen=True, slots=True)
class ShipData:
    """Everything that is known, by ids; a pilot by its own id or by faction and id."""

    ships: Mapping[tuple[str, str], ShipRow] = field(default_factory=dict)
    pilots: Mapping[str, PilotRow] = field(default_factory=dict)
    upgrades: Mapping[str, UpgradeRow] = field(default_factory=dict)


def ship_data(ships: Iterable[ShipRow], pilots: Iterable[PilotRow], upgrades: Iterable[UpgradeRow]) -> ShipData:
    """The rows by their ids."""
    return ShipData(
        {(row.faction, row.xws): row for row in ships},
        {row.xws: row for row in pilots},
        {row.xws: row for row in upgrades},
    )
