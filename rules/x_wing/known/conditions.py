"""Conditions of cards that the app sees in what is declared and in the sheets: each is true or false of a scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.x_wing.declaration import Obstruction
from rules.x_wing.known.scene import Scene
from rules.x_wing.ship import Arc, Size
from rules.x_wing.tokens import GREEN, ORANGE, RED, is_ionized, is_tractored

Condition: TypeAlias = Callable[[Scene], bool]

SIZES = tuple(Size)


def primary(scene: Scene) -> bool:
    """The attack is primary."""
    return not scene.weapon.special


def special(scene: Scene) -> bool:
    """The attack is special."""
    return scene.weapon.special


def ordnance(scene: Scene) -> bool:
    """The weapon has the missile icon."""
    return scene.weapon.ordnance


def of_arc(*arcs: Arc) -> Condition:
    """The weapon fires in one of these arcs."""
    return lambda scene: scene.weapon.arc in arcs


front = of_arc(Arc.FRONT)
rear = of_arc(Arc.REAR)
turret = of_arc(Arc.SINGLE_TURRET)


def not_front(scene: Scene) -> bool:
    """The weapon does not fire in the front arc."""
    return scene.weapon.arc not in (Arc.FRONT, Arc.BULLSEYE)


def bullseye(scene: Scene) -> bool:
    """The defender is in the attacker's bullseye arc."""
    return scene.attack.arc is Arc.BULLSEYE


def out_of_bullseye(scene: Scene) -> bool:
    """The defender is not in the attacker's bullseye arc."""
    return not bullseye(scene)


def ahead(scene: Scene) -> bool:
    """The defender is in the attacker's front arc."""
    return scene.attack.arc in (Arc.FRONT, Arc.BULLSEYE)


def target_in(*arcs: Arc) -> Condition:
    """The defender is in one of these arcs of the attacker."""
    return lambda scene: scene.attack.arc in arcs


def at(*ranges: int) -> Condition:
    """The attack range is one of these."""
    return lambda scene: scene.attack.range in ranges


def obstructed(scene: Scene) -> bool:
    """An obstacle obstructs the attack."""
    return scene.attack.obstruction is not Obstruction.CLEAR


def bonus(scene: Scene) -> bool:
    """It is a bonus attack."""
    return scene.attack.bonus


def second(scene: Scene) -> bool:
    """The battle follows 2.5."""
    return scene.battle.is_second


def first(scene: Scene) -> bool:
    """The battle follows 2.0."""
    return not scene.battle.is_second


def has(track: str) -> Condition:
    """The owner has such a token."""
    return lambda scene: getattr(scene.owner, track) > 0


def has_no(track: str) -> Condition:
    """The owner has no such token."""
    return lambda scene: getattr(scene.owner, track) == 0


def foe_has(track: str) -> Condition:
    """The enemy ship has such a token."""
    return lambda scene: getattr(scene.foe, track) > 0


stressed, evading, focused = has("stress"), has("evade"), has("focus")
calculating, strained, disarmed = has("calculate"), has("strain"), has("disarm")
unstressed, unstrained = has_no("stress"), has_no("strain")
shielded, unshielded = has("shields"), has_no("shields")
foe_stressed, foe_strained = foe_has("stress"), foe_has("strain")


def reinforced(scene: Scene) -> bool:
    """The owner is reinforced."""
    return scene.owner.reinforce_fore > 0 or scene.owner.reinforce_aft > 0


def locking(scene: Scene) -> bool:
    """The owner has a lock on the enemy ship."""
    return scene.owner.lock == scene.foe.key


def locked(scene: Scene) -> bool:
    """Some ship has a lock on the enemy ship."""
    return any(ship.standing and ship.lock == scene.foe.key for ship in scene.battle.ships)


def friend_locks(scene: Scene) -> bool:
    """Some ship of the owner's side has a lock on the enemy ship."""
    return any(s.standing and s.squad == scene.owner.squad and s.lock == scene.foe.key for s in scene.battle.ships)


def not_locked_by_foe(scene: Scene) -> bool:
    """The enemy ship has no lock on the owner."""
    return scene.foe.lock != scene.owner.key


def damaged(scene: Scene) -> bool:
    """The owner has a damage card."""
    return scene.battle.damage(scene.owner) > 0


def friend_damaged(scene: Scene) -> bool:
    """The ship of the owner's side in this attack has a damage card."""
    return scene.battle.damage(scene.friend) > 0


def foe_damaged(scene: Scene) -> bool:
    """The enemy ship has a damage card."""
    return scene.battle.damage(scene.foe) > 0


def damage_at_most(cards: int) -> Condition:
    """The owner has at most so many damage cards."""
    return lambda scene: scene.battle.damage(scene.owner) <= cards


def foe_hull_at_most(hull: int) -> Condition:
    """The enemy ship has at most so much hull left."""
    return lambda scene: scene.battle.hull_left(scene.foe) <= hull


def more_initiative_than_damage(scene: Scene) -> bool:
    """The enemy ship's initiative is higher than the owner's count of damage cards."""
    return scene.foe.initiative > scene.battle.damage(scene.owner)


def foe_tractored(scene: Scene) -> bool:
    """The enemy ship is tractored."""
    return is_tractored(scene.foe)


def not_ionized(scene: Scene) -> bool:
    """The owner is not ionized."""
    return not is_ionized(scene.owner)


def foe_without_green(scene: Scene) -> bool:
    """The enemy ship has no green token."""
    return not any(getattr(scene.foe, track) for track in GREEN)


def foe_with_red_or_orange(scene: Scene) -> bool:
    """The enemy ship has a red or an orange token; a lock on it is a red one."""
    return locked(scene) or any(getattr(scene.foe, track) for track in (*RED, *ORANGE))


def with_red_or_orange(scene: Scene) -> bool:
    """The owner has a red or an orange token that is no lock."""
    return any(getattr(scene.owner, track) for track in (*RED, *ORANGE))


def foe_larger(scene: Scene) -> bool:
    """The enemy ship is larger than the owner."""
    return SIZES.index(scene.foe.size) > SIZES.index(scene.owner.size)


def owner_larger(scene: Scene) -> bool:
    """The owner is larger than the ship on its side in this attack."""
    return SIZES.index(scene.owner.size) > SIZES.index(scene.friend.size)


def friend_not_small(scene: Scene) -> bool:
    """The ship on the owner's side in this attack is not small."""
    return scene.friend.size is not Size.SMALL


def friend_small(scene: Scene) -> bool:
    """The ship on the owner's side in this attack is small, or the owner."""
    return scene.friend.size is Size.SMALL or scene.friend.key == scene.owner.key


def foe_initiative_lower(scene: Scene) -> bool:
    """The enemy ship's initiative is lower than the owner's."""
    return scene.foe.initiative < scene.owner.initiative


def foe_initiative_higher(scene: Scene) -> bool:
    """The enemy ship's initiative is higher than the owner's."""
    return scene.foe.initiative > scene.owner.initiative


def foe_initiative_not_lower(scene: Scene) -> bool:
    """The enemy ship's initiative is the owner's or higher."""
    return not foe_initiative_lower(scene)


def friend_initiative_lower(scene: Scene) -> bool:
    """The initiative of the ship on the owner's side in this attack is lower than the owner's."""
    return scene.friend.initiative < scene.owner.initiative


def friend_initiative_at_most(initiative: int) -> Condition:
    """The initiative of the ship on the owner's side in this attack is at most that."""
    return lambda scene: scene.friend.initiative <= initiative


def has_charges(scene: Scene) -> bool:
    """The owner has a charge left."""
    return scene.owner.charges > 0


def charge_spent(scene: Scene) -> bool:
    """A charge of the owner is spent."""
    return scene.owner.charges < scene.owner.most_charges


def primary_or_turret(scene: Scene) -> bool:
    """The attack is primary or in a single turret arc."""
    return primary(scene) or turret(scene)


def primary_where_attacking(scene: Scene) -> bool:
    """The owner defends, or attacks with a primary weapon."""
    return primary(scene) or scene.owner.key == scene.defender.key


def with_red(scene: Scene) -> bool:
    """The owner has a red token on its sheet."""
    return any(getattr(scene.owner, track) for track in RED)


def foe_with_green(scene: Scene) -> bool:
    """The enemy ship has a green token."""
    return not foe_without_green(scene)
