"""An attack as one ship of it, or beside it, sees it: what cards of that ship may depend on."""

from __future__ import annotations

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
    def foe(self) -> Ship:
        """The enemy of the owner in this attack."""
        return self.defender if self.attacking else self.attacker

    @property
    def friend(self) -> Ship:
        """The ship on the owner's side in this attack, which may be the owner itself."""
        return self.attacker if self.attacking else self.defender
