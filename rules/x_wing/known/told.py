"""What the sheet answers of the questions that cards ask: weapons, charges, and whose pilots and cards they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.x_wing.known.conditions import obstructed
from rules.x_wing.known.limited import is_limited
from rules.x_wing.known.scene import Scene
from rules.x_wing.ship import Effect
from rules.x_wing.weapon_kinds import CANNONS, MISSILES, TORPEDOES, id_of
from rules.x_wing.weapon_terms import TERMS

Told: TypeAlias = Callable[[Scene], bool | str | None]
"""True or false, what is left to ask where the sheet tells a part, or ``None`` where only the players know."""

Seen: TypeAlias = Callable[[Scene], tuple[int, int]]
"""Of the ships for which a card acts once each, how many the sheet shows: for sure, and at most."""

DEDICATED = "dedicated"


def weapon_among(ids: frozenset[str]) -> Told:
    """Whether the weapon is one of these upgrades; a primary weapon is none, and one without an id may be any."""

    def told(scene: Scene) -> bool | None:
        if not scene.weapon.special:
            return False
        xws = id_of(scene.attacker, scene.weapon)
        return True if xws in ids else False if xws in TERMS else None

    return told


torpedo, missile_or_cannon, cannon = map(weapon_among, (TORPEDOES, MISSILES | CANNONS, CANNONS))
torpedo_or_missile = weapon_among(TORPEDOES | MISSILES)


def primary_torpedo_or_missile(scene: Scene) -> bool | str | None:
    """Whether the weapon is primary, a torpedo or a missile."""
    return torpedo_or_missile(scene) if scene.weapon.special else True


def granted_after_missiles(scene: Scene) -> bool | None:
    """That it is not the cannon attack that follows one with missiles: another weapon, or nothing came before."""
    return False if not scene.attacker.attacked or cannon(scene) is False else None


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


def modifying_is_seen(scene: Scene) -> bool | None:
    """That the dice tell, once they lie there, whether the attacker modified attack dice.

    No text was found that tells whether it does so with a weapon whose crits all become hits.
    """
    return None if scene.weapon.effect is Effect.TAMED else True


def foe_not_attacked(scene: Scene) -> bool | None:
    """Whether the owner has not attacked the enemy ship this round; set by hand, nobody knows whom it attacked."""
    ship = scene.owner
    is_known = bool(ship.attacked_ships) or not (ship.attacked or ship.bonus_attacked)
    return scene.foe.key not in ship.attacked_ships if is_known else None


def foe_hunted(scene: Scene) -> bool | None:
    """Whether the enemy ship is Hunted, where it is known which one is; with that one destroyed it is another."""
    hunted = {ship.key for ship in scene.enemies if ship.hunted and not ship.destroyed_by}
    return scene.foe.key in hunted if hunted else None


def attacker_not_limited(otherwise: str) -> Told:
    """Whether the attacker is not limited, and then what is asked ``otherwise``."""

    def told(scene: Scene) -> bool | str | None:
        limited = is_limited(scene.attacker)
        return None if limited is None else False if limited else otherwise

    return told


def friend_limited_or_dedicated(otherwise: str) -> Told:
    """Whether the ship on the owner's side is limited or has that upgrade, and then what is asked ``otherwise``."""

    def told(scene: Scene) -> bool | str | None:
        ship, cards = scene.friend, {card.xws for card in scene.friend.upgrades}
        limited = is_limited(ship)
        if limited or DEDICATED in cards:
            return otherwise
        return None if limited is None or "" in cards else False

    return told
