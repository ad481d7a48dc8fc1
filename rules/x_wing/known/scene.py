"""An attack as one ship of it, or beside it, sees it: what cards of that ship may depend on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.x_wing.declaration import Attack
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship, Weapon
from rules.x_wing.upgrade import Upgrade


@dataclass(frozen=True, slots=True)
class Scene:
    """An attack that is declared, or about to be, and the ship whose card is looked at."""

    battle: Battle
    attack: Attack
    weapon: Weapon
    attacker: Ship
    defender: Ship
    owner: Ship
    attacking: bool
    """Whether the card is used on the attacker's side."""
    card: Upgrade | None = None
    """The upgrade that is looked at; a pilot is none."""

    @property
    def side(self) -> Iterator[Ship]:
        """The ships of the owner's side that are on the board."""
        return (ship for ship in self.battle.ships if ship.standing and ship.squad == self.owner.squad)

    @property
    def others(self) -> Iterator[Ship]:
        """Those of them that are not the owner."""
        return (ship for ship in self.side if ship.key != self.owner.key)

    @property
    def enemies(self) -> Iterator[Ship]:
        """The ships of other sides that are on the board."""
        return (ship for ship in self.battle.ships if ship.standing and ship.squad != self.owner.squad)

    @property
    def foe(self) -> Ship:
        """The enemy of the owner in this attack."""
        return self.defender if self.attacking else self.attacker

    @property
    def friend(self) -> Ship:
        """The ship on the owner's side in this attack, which may be the owner itself."""
        return self.attacker if self.attacking else self.defender
