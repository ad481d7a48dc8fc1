"""Conditions of cards that the app sees in what is declared and in the sheets: each is true or false of a scene."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, ge, gt, lt
from typing import TypeAlias

from rules.x_wing.declaration import Obstruction
from rules.x_wing.known.payers import is_networked
from rules.x_wing.known.scene import Scene
from rules.x_wing.range_bonus import has_attacker_bonus, has_defender_bonus
from rules.x_wing.ship import TURRETS, Arc, Ship, Size
from rules.x_wing.tokens import GREEN, ORANGE, RED, is_ionized, is_tractored

Condition: TypeAlias = Callable[[Scene], bool]

Who: TypeAlias = Callable[[Scene], Ship]
"""A ship of a scene: the owner of the card, its enemy, or the ship on the owner's side in this attack."""

SIZES = tuple(Size)

owner: Who = attrgetter("owner")
foe: Who = attrgetter("foe")
friend: Who = attrgetter("friend")


def no(condition: Condition) -> Condition:
    """What is true where a condition is not."""
    return lambda scene: not condition(scene)


def either(*conditions: Condition) -> Condition:
    """One of these is true."""
    return lambda scene: any(holds(scene) for holds in conditions)


def primary(scene: Scene) -> bool:
    """The attack is primary."""
    return not scene.weapon.special


special = no(primary)


def ordnance(scene: Scene) -> bool:
    """The weapon has the missile icon."""
    return scene.weapon.ordnance


no_ordnance = no(ordnance)


def of_arc(*arcs: Arc) -> Condition:
    """The weapon fires in one of these arcs."""
    return lambda scene: scene.weapon.arc in arcs


front, rear, turret = of_arc(Arc.FRONT), of_arc(Arc.REAR), of_arc(*TURRETS)
"""A double turret is two single ones."""
not_front = no(of_arc(Arc.FRONT, Arc.BULLSEYE))
primary_or_turret = either(primary, turret)


def primary_where_attacking(scene: Scene) -> bool:
    """The owner defends, or attacks with a primary weapon."""
    return primary(scene) or scene.owner.key == scene.defender.key


def target_in(*arcs: Arc) -> Condition:
    """The defender is in one of these arcs of the attacker."""
    return lambda scene: scene.attack.arc in arcs


bullseye = target_in(Arc.BULLSEYE)
out_of_bullseye = no(bullseye)


def at(*ranges: int) -> Condition:
    """The attack range is one of these."""
    return lambda scene: scene.attack.range in ranges


def attacker_bonus(scene: Scene) -> bool:
    """The attacker has the bonus of range 1."""
    return has_attacker_bonus(scene.attack.range, scene.weapon)


def defender_bonus(scene: Scene) -> bool:
    """The defender has the bonus of range 3."""
    return has_defender_bonus(scene.attack.range, scene.weapon, scene.attacker)


def obstructed(scene: Scene) -> bool:
    """An obstacle obstructs the attack."""
    return scene.attack.obstruction is not Obstruction.CLEAR


def bonus(scene: Scene) -> bool:
    """It is a bonus attack."""
    return scene.attack.bonus


def second(scene: Scene) -> bool:
    """The battle follows 2.5."""
    return scene.battle.is_second


first = no(second)
"""The battle follows 2.0."""


def has(*tracks: str, who: Who = owner) -> Condition:
    """A ship has one of these on its sheet."""
    return lambda scene: any(getattr(who(scene), track) for track in tracks)


not_jammed = no(has("jam"))
stressed, evading, focused = has("stress"), has("evade"), has("focus")
calculating, strained, disarmed = has("calculate"), has("strain"), has("disarm")
unstressed, unstrained = no(stressed), no(strained)
shielded, reinforced, has_charges = has("shields"), has("reinforce_fore", "reinforce_aft"), has("charges")
unshielded = no(shielded)
with_red, with_red_or_orange = has(*RED), has(*RED, *ORANGE)
"""A token on the owner's sheet, so no lock on it."""
foe_stressed, foe_strained, foe_with_green = has("stress", who=foe), has("strain", who=foe), has(*GREEN, who=foe)
foe_without_green = no(foe_with_green)


def foe_may_be_bare(scene: Scene) -> bool:
    """The attacker may have spent all its green tokens on its dice: evade and reinforce tokens by cards for them."""
    ship, cards = scene.attacker, {card.xws for card in scene.attacker.upgrades}
    kept = ship.evade + ship.reinforce_fore + ship.reinforce_aft
    return kept <= ("landocalrissian-crew" in cards) + ("r2c4" in cards and ship.evade > 0)


def charge_spent(scene: Scene) -> bool:
    """A charge of the owner is spent."""
    return scene.owner.charges < scene.owner.most_charges


def locking(scene: Scene) -> bool:
    """The owner has a lock on the enemy ship."""
    return scene.owner.lock == scene.foe.key


def locked(scene: Scene) -> bool:
    """Some ship has a lock on the enemy ship."""
    return any(ship.standing and ship.lock == scene.foe.key for ship in scene.battle.ships)


foe_with_red_or_orange = either(locked, has(*RED, *ORANGE, who=foe))
"""A lock on the enemy ship is a red token of it."""


def only_by_own_lock(scene: Scene) -> bool:
    """The only red or orange token of the enemy ship is the lock that the ship on the owner's side has on it."""
    foe, own = scene.foe, scene.friend
    others = (ship for ship in scene.battle.ships if ship.standing and ship.key != own.key)
    tokens = any(getattr(foe, track) for track in (*RED, *ORANGE))
    return own.lock == foe.key and not tokens and all(ship.lock != foe.key for ship in others)


def friend_locks(scene: Scene) -> bool:
    """Some ship of the owner's side has a lock on the enemy ship."""
    return any(ship.lock == scene.foe.key for ship in scene.side)


def one_red_or_orange(scene: Scene) -> bool:
    """Whether the owner has exactly one red token, or exactly one orange one; a lock on it is left out."""
    return any(sum(getattr(scene.owner, track) for track in tracks) == 1 for tracks in (RED, ORANGE))


def networked(scene: Scene) -> bool:
    """No upgrade of the owner takes it out of the network."""
    return is_networked(scene.owner)


def not_locked_by_foe(scene: Scene) -> bool:
    """The enemy ship has no lock on the owner."""
    return scene.foe.lock != scene.owner.key


def damage_at_most(cards: int, who: Who = owner) -> Condition:
    """A ship has at most so many damage cards."""
    return lambda scene: scene.battle.damage(who(scene)) <= cards


def not_critically_damaged(scene: Scene) -> bool:
    """No damage card of the owner lies faceup."""
    return not scene.battle.faceup(scene.owner)


damaged, friend_damaged, foe_damaged = (no(damage_at_most(0, who)) for who in (owner, friend, foe))


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


def may_roll(evades: int) -> Condition:
    """The defender may roll so many evades, with a die for range and one for an obstacle."""
    return lambda scene: evades <= scene.defender.agility + 2


def foe_standard(scene: Scene) -> bool:
    """The enemy ship is not huge."""
    return scene.foe.size is not Size.HUGE


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


def initiative(who: Who, compares: Callable[[int, int], bool]) -> Condition:
    """The initiative of a ship beside that of the owner."""
    return lambda scene: compares(who(scene).initiative, scene.owner.initiative)


foe_initiative_lower, foe_initiative_higher = initiative(foe, lt), initiative(foe, gt)
foe_initiative_not_lower, friend_initiative_lower = initiative(foe, ge), initiative(friend, lt)


def friend_initiative_at_most(most: int) -> Condition:
    """The initiative of the ship on the owner's side in this attack is at most that."""
    return lambda scene: scene.friend.initiative <= most
