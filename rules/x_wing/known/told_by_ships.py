"""What the ships on the table answer of the questions that cards ask: who can be near, and how many at most."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.x_wing.known.limited import is_limited
from rules.x_wing.known.scene import Scene
from rules.x_wing.known.told import Told
from rules.x_wing.ship import TURRETS, Arc, Ship
from rules.x_wing.tokens import ORANGE, RED, is_tractored
from rules.x_wing.weapon_kinds import ids_in

VADER = ids_in("darthvader darthvader-battleofyavin darthvader-swz105 darthvader-tieddefender")
MAULER, BACKSTABBER = ids_in("maulermithel maulermithel-battleofyavin"), ids_in("backstabber-battleofyavin")
"""Pilots of one name, by their ids (xwing-data2)."""

NEAR = 1
"""An attack at this range or nearer is one at range 0-1; one farther can still be, outside the attack arc."""


def alone(scene: Scene) -> bool | None:
    """That no other ship of the owner's side is near: there is none."""
    return None if any(scene.others) else True


def with_another(scene: Scene) -> bool | None:
    """Whether another ship of the owner's side can be near."""
    return None if any(scene.others) else False


def with_another_not_limited(scene: Scene) -> bool | None:
    """The same of one that is not limited."""
    return None if any(not is_limited(ship) for ship in scene.others) else False


def with_a_third(scene: Scene) -> bool | None:
    """Whether a ship can be where neither of the attack's own is."""
    return None if _third(scene) else False


def without_a_third(scene: Scene) -> bool | None:
    """That no ship is where neither of the attack's own is."""
    return None if _third(scene) else True


def with_two_of_the_attackers(scene: Scene) -> bool | None:
    """Whether the attacker's side has two ships."""
    return None if sum(ship.squad == scene.attacker.squad for ship in _standing(scene)) > 1 else False


def with_two_enemies(scene: Scene) -> bool | None:
    """Whether there are two enemies of the owner."""
    return None if len([*scene.enemies]) > 1 else False


def with_turret(scene: Scene) -> bool | None:
    """Whether a ship of the owner's side has a turret."""
    return None if any(each.arc in TURRETS for ship in scene.side for each in ship.weapons) else False


def with_another_of(ids: frozenset[str]) -> Told:
    """Whether another ship of the owner's side can be flown by one of these pilots."""
    return lambda scene: None if any(not ship.pilot or ship.pilot in ids for ship in scene.others) else False


with_vader_or_mauler, with_vader_or_backstabber = with_another_of(VADER | MAULER), with_another_of(VADER | BACKSTABBER)


def more_friends_of_the_attacker(scene: Scene) -> bool | None:
    """That more ships of the attacker's side are near the defender than others of that: it alone, of no other."""
    return True if scene.attack.range <= NEAR and len([*scene.enemies]) == 1 else None


def more_friends_of_the_defender(scene: Scene) -> bool | None:
    """Whether the defender has more friends near it than enemies, of whom the attacker is one at range 0-1."""
    return False if len([*scene.others]) <= int(scene.attack.range <= NEAR) else None


def jammed_in_arc(scene: Scene) -> bool | None:
    """Whether a jammed ship is in the attack arc, in which the defender is and the attacker is not."""
    if scene.defender.jam:
        return True
    return None if any(ship.jam for ship in _standing(scene) if ship.key != scene.attacker.key) else False


def others(scene: Scene) -> tuple[int, int]:
    """The other ships of the owner's side."""
    return 0, len([*scene.others])


def enemies(scene: Scene) -> tuple[int, int]:
    """The enemies of the owner at range 0-1, of whom the one in the attack is seen."""
    return int(scene.attack.range <= NEAR), len([*scene.enemies])


def calculating(scene: Scene) -> tuple[int, int]:
    """The ships of the owner's side with a calculate token."""
    return 0, sum(ship.calculate > 0 for ship in scene.side)


def in_arc_with_red_or_orange(scene: Scene) -> tuple[int, int]:
    """The ships in the attack arc with such a token that is no lock: the defender, and others that may be in it."""
    return _in_arc(scene, lambda ship: any(getattr(ship, track) for track in (*RED, *ORANGE)))


def in_arc_tractored(scene: Scene) -> tuple[int, int]:
    """The tractored ships in the attack arc: the defender, and others that may be in it."""
    return _in_arc(scene, is_tractored)


def in_bullseye_of_friends(scene: Scene) -> tuple[int, int]:
    """The ships of the attacker's side with the defender in their bullseye arcs, of which its own is seen."""
    own = int(scene.attack.arc is Arc.BULLSEYE)
    return own, own + len([*scene.others])


def _in_arc(scene: Scene, has: Callable[[Ship], bool]) -> tuple[int, int]:
    return int(has(scene.defender)), sum(has(ship) for ship in _standing(scene) if ship.key != scene.attacker.key)


def _third(scene: Scene) -> bool:
    return any(ship.key not in (scene.attacker.key, scene.defender.key) for ship in _standing(scene))


def _standing(scene: Scene) -> Iterator[Ship]:
    return (ship for ship in scene.battle.ships if ship.standing)
