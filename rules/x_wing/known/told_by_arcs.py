"""What was measured for an attack answers of the questions that cards ask: arcs of both ships, and their range.

In which full arc of the defender the attacker is, is only known where the defender is reinforced.
"""

from __future__ import annotations

from rules.x_wing.declaration import Facing
from rules.x_wing.known.scene import Scene
from rules.x_wing.known.told import Told
from rules.x_wing.ship import TURRETS, Arc

AHEAD, BEHIND = (Arc.FRONT, Arc.BULLSEYE), (Arc.REAR, Arc.FULL_REAR)
TARGET_AHEAD = "the defender is in its front arc"


def _facing(scene: Scene) -> Facing | None:
    defender = scene.defender
    return scene.attack.facing if defender.reinforce_fore or defender.reinforce_aft else None


def target_behind(scene: Scene) -> bool | None:
    """Whether the defender is in the attacker's rear arc."""
    return True if scene.attack.arc is Arc.REAR else False if scene.attack.arc in AHEAD else None


def target_ahead(scene: Scene) -> bool | None:
    """Whether the defender is in the attacker's front arc, which nobody was asked where a turret fires."""
    arc = scene.attack.arc
    return None if arc in TURRETS else arc in AHEAD


def target_ahead_or_behind(scene: Scene) -> bool | None:
    """Whether the defender is in the attacker's front or rear arc."""
    return scene.attack.arc is Arc.REAR or target_ahead(scene)


def turret_to_a_side(scene: Scene) -> bool | None:
    """Whether the turret that fires points to the left or right: not with the defender in the bullseye."""
    return False if scene.attack.arc is Arc.BULLSEYE else None


def in_full_rear_arc(scene: Scene) -> bool | None:
    """Whether the attacker is in the defender's full rear arc."""
    facing = _facing(scene)
    return None if facing is None else facing is not Facing.FRONT


def in_full_front_arc(scene: Scene) -> bool | None:
    """Whether the attacker is in the defender's full front arc."""
    facing = _facing(scene)
    return None if facing is None else facing is not Facing.REAR


def attacker_ahead(scene: Scene) -> bool | None:
    """That the attacker is not in the defender's front arc, as it is outside that or in its full rear arc alone."""
    return False if scene.attack.is_outside_front else None


def attacker_behind(scene: Scene) -> bool | None:
    """That the attacker is not in the defender's rear arc, as it is in its full front arc alone."""
    return False if _facing(scene) is Facing.FRONT else None


def owner_ahead_of_foe(scene: Scene) -> bool | None:
    """Whether the owner is in the front arc of the enemy ship."""
    return attacker_ahead(scene) if scene.attacking else True if scene.attack.arc in AHEAD else None


def owner_behind_foe(scene: Scene) -> bool | None:
    """That the owner is not behind the enemy ship."""
    return attacker_behind(scene) if scene.attacking else False if scene.attack.arc in AHEAD else None


def in_arc_of_reinforce(scene: Scene) -> bool | None:
    """That the defender is in the full arc of a reinforce token of the attacker."""
    ship, arc = scene.attacker, scene.attack.arc
    ahead, behind = ship.reinforce_fore and arc in (*AHEAD, Arc.FULL_FRONT), ship.reinforce_aft and arc in BEHIND
    return True if ahead or behind else None


def ahead_of_attacking_owner(scene: Scene) -> bool | None:
    """That the defender is in the owner's front arc, where the owner attacks."""
    return True if scene.owner.key == scene.attacker.key and scene.attack.arc in AHEAD else None


def in_own_turret(scene: Scene) -> bool | None:
    """That the enemy ship is in the owner's turret arc, where the owner attacks with a turret."""
    return True if scene.attacking and scene.weapon.arc in TURRETS else None


def at_most(distance: int, *, by_owner: bool = False) -> Told:
    """That the ships are so near, by the range of the attack; it tells of others than the owner only that."""

    def told(scene: Scene) -> bool | None:
        near = scene.attack.range <= distance and not (by_owner and scene.owner.key != scene.attacker.key)
        return near or None

    return told
