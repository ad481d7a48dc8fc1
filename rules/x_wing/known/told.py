"""What the sheet answers of the questions that cards ask: true or false, or ``None`` where only the players know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.x_wing.known.conditions import obstructed
from rules.x_wing.known.scene import Scene
from rules.x_wing.ship import Ship, Weapon
from rules.x_wing.upgrade import Upgrade
from rules.x_wing.weapon_kinds import CANNONS, MISSILES, TORPEDOES, id_of, ids_in
from rules.x_wing.weapon_terms import TERMS

Told: TypeAlias = Callable[[Scene], bool | None]


ILLICIT = ids_in("""
    babufrik cloakingdevice contrabandcybernetics falsetranspondercodes feedbackemitter-battleoverendor
    hotshottailblaster overtunedmodulators quickreleaselocks riggedcargochute
""")
"""Illicit upgrades that have charges, by their ids (xwing-data2)."""


def weapon_among(ids: frozenset[str]) -> Told:
    """Whether the weapon is one of these upgrades; a primary weapon is none, and one without an id may be any."""

    def told(scene: Scene) -> bool | None:
        if not scene.weapon.special:
            return False
        xws = id_of(scene.attacker, scene.weapon)
        return True if xws in ids else False if xws in TERMS else None

    return told


torpedo, missile_or_cannon = weapon_among(TORPEDOES), weapon_among(MISSILES | CANNONS)


def charged_among(ids: frozenset[str]) -> Told:
    """Whether a charge that does not come back lies on one of these upgrades of the owner, or on its weapon."""

    def told(scene: Scene) -> bool | None:
        ship = scene.owner
        if any(card.xws in ids and _is_charged(_holder(ship, card)) for card in ship.upgrades):
            return True
        return None if _has_unknown(ship) else False

    return told


torpedo_charged, illicit_charged = charged_among(TORPEDOES), charged_among(ILLICIT)


def charge_active(scene: Scene) -> bool | None:
    """Whether the charge of the card is active, where its charges are kept."""
    return scene.card.charges > 0 if scene.card and scene.card.most_charges else None


def charge_unspent(scene: Scene) -> bool | None:
    """That the owner spent no charge: its charges are all there."""
    ship = scene.owner
    return False if ship.most_charges and ship.charges == ship.most_charges else None


def obstacle(scene: Scene) -> bool | None:
    """Whether an obstacle obstructs the attack; it may be at range 0 of the defender besides."""
    return obstructed(scene) or None


def _holder(ship: Ship, card: Upgrade) -> Weapon | Upgrade:
    """On what the charges of an upgrade lie: on the weapon that it is, or on itself."""
    return next((weapon for weapon in ship.weapons if weapon.name == card.name), card)


def _is_charged(holder: Weapon | Upgrade) -> bool:
    return holder.charges > 0 and holder.recovers == 0


def _has_unknown(ship: Ship) -> bool:
    """Whether it has a special weapon that is no upgrade, or an upgrade without an id or with charges nobody keeps."""
    names = {card.name for card in ship.upgrades if card.xws}
    return any(weapon.special and weapon.name not in names for weapon in ship.weapons) or any(
        not card.xws for card in ship.upgrades
    )
