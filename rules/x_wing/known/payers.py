"""Who pays for a card in its owner's place: charges of an upgrade, or the token or lock of another ship."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from rules.x_wing.known.scene import Scene
from rules.x_wing.ship import TURRETS, Ship, Weapon
from rules.x_wing.upgrade import Upgrade
from rules.x_wing.weapon_kinds import TORPEDOES, ids_in

Payer: TypeAlias = Ship | Weapon | Upgrade

INDEPENDENT = "independentcalculations"
"""The upgrade of a ship that has no network: it neither pays with the tokens of others nor with its own for them."""


class Payment(NamedTuple):
    """One way to pay: who pays, and what is asked of that; the players keep what nobody here pays.

    Without ``asks`` that is what the card asks.
    """

    by: Payer | None
    asks: str | None = ""


Payers: TypeAlias = Callable[[Scene], Iterator[Payment]]
"""Every way to pay; without any the card cannot be used."""

PLAYERS = Payment(None, None)

ILLICIT = ids_in("""
    babufrik cloakingdevice contrabandcybernetics falsetranspondercodes feedbackemitter-battleoverendor
    hotshottailblaster overtunedmodulators quickreleaselocks riggedcargochute
""")
"""Illicit upgrades that have charges, by their ids (xwing-data2)."""

WOLF_PACK = ids_in("""
    plokoon plokoon-delta7baethersprite axe-siegeofcoruscant contrail-siegeofcoruscant jag-siegeofcoruscant
    kickback-siegeofcoruscant klick-siegeofcoruscant oddball-siegeofcoruscant wolffe-siegeofcoruscant
""")
"""The pilots whose locks Wolf Pack spends, by their ids (xwing-data2)."""


def charged_among(ids: frozenset[str]) -> Payers:
    """Each of these upgrades of the owner on which, or on whose weapon, a charge lies that does not come back."""

    def payers(scene: Scene) -> Iterator[Payment]:
        ship = scene.owner
        holders = [_holder(ship, card) for card in ship.upgrades if card.xws in ids]
        charged = [holder for holder in holders if holder.charges > 0 and holder.recovers == 0]
        yield from map(Payment, charged)
        if not charged and _has_unknown(ship):
            yield PLAYERS

    return payers


torpedo_charged, illicit_charged = charged_among(TORPEDOES), charged_among(ILLICIT)


def weapon(scene: Scene) -> Iterator[Payment]:
    """The weapon of the attack; of one whose charges nobody keeps here the players do."""
    yield Payment(scene.weapon) if scene.weapon.most_charges else PLAYERS


def another_locks(scene: Scene) -> Iterator[Payment]:
    """Each other ship of the owner's side with a lock on the enemy ship."""
    yield from map(Payment, (ship for ship in scene.others if ship.lock == scene.foe.key))


def wolf_pack_locks(scene: Scene) -> Iterator[Payment]:
    """Each ship with such a pilot that has a lock on the enemy ship; a pilot without an id may be one."""
    for ship in scene.side:
        if ship.lock == scene.foe.key and (ship.pilot in WOLF_PACK or not ship.pilot):
            yield Payment(ship, "" if ship.pilot else f"{ship.name} is Plo Koon or was born for this")


def friend_calculates(scene: Scene) -> Iterator[Payment]:
    """Each ship of the owner's side with a calculate token; the defender is in the firing arc of the attacker."""
    for ship in scene.side:
        if ship.calculate:
            sees = ship.key == scene.defender.key
            yield Payment(ship, "" if sees else f"{ship.name} is in the enemy ship's firing arc")


def is_networked(ship: Ship) -> bool:
    """Whether no upgrade of a ship takes it out of the network of those that pay for one another."""
    return all(card.xws != INDEPENDENT for card in ship.upgrades)


def near_calculates(scene: Scene) -> Iterator[Payment]:
    """Each other ship of the owner's side with a calculate token; with its own the owner pays anyway."""
    for ship in scene.others:
        if ship.calculate and is_networked(ship):
            yield Payment(ship, f"{ship.name} is at range 0-1")


def another_focused(scene: Scene) -> Iterator[Payment]:
    """Each other ship of the owner's side with a focus token and a turret."""
    for ship in scene.others:
        if ship.focus and any(each.arc in TURRETS for each in ship.weapons):
            yield Payment(ship, f"the enemy ship is in the turret arc of {ship.name}")


def _holder(ship: Ship, card: Upgrade) -> Weapon | Upgrade:
    """On what the charges of an upgrade lie: on the weapon that it is, or on itself."""
    return next((each for each in ship.weapons if each.name == card.name), card)


def _has_unknown(ship: Ship) -> bool:
    """Whether it has a special weapon that is no upgrade, or an upgrade without an id or with charges nobody keeps."""
    names = {card.name for card in ship.upgrades if card.xws}
    return any(each.special and each.name not in names for each in ship.weapons) or any(
        not card.xws for card in ship.upgrades
    )
