"""What is declared in an attack, and whether the rules allow it (attack, step 1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.game import Illegal
from rules.guards import refuse, why_not_under_way
from rules.words import counted
from rules.x_wing.abilities import Ability
from rules.x_wing.allowing import fires_disarmed, may_attack_friends, why_not_disarmed
from rules.x_wing.dice import ATTACK
from rules.x_wing.sheet import Battle, Phase, Ruleset
from rules.x_wing.ship import TURRETS, Arc, Needs, Ship, Status, Weapon
from rules.x_wing.token_effects import as_it_engages
from rules.x_wing.weapon_costs import more_dice, price, repeats

NEEDED = {
    Needs.LOCK: "a lock",
    Needs.FOCUS: "a focus token",
    Needs.CALCULATE: "a calculate token",
    Needs.CALCULATE_OR_LOCK: "a calculate token or a lock",
    Needs.ANY: "a focus token, a calculate token or a lock",
}
"""Requirements of weapons as players say them."""

BY_A_LOCK = (Needs.LOCK, Needs.CALCULATE_OR_LOCK, Needs.ANY)
"""Requirements that a lock on the target meets."""

RANGE_0 = "In 2.0 a ship cannot attack at range 0."
"""Why a weapon that does not list range 0 has no target there."""


class Obstruction(StrEnum):
    """What lies between the ships."""

    CLEAR = "nothing"
    OBSTACLE = "an obstacle"
    GAS_CLOUD = "a gas cloud"
    """2.0 only: the defender may change a blank to an evade besides."""


class Facing(StrEnum):
    """In which full arc of the defender the attacker is."""

    FRONT = "its full front arc"
    REAR = "its full rear arc"
    BOTH = "both"
    """Flanking: no reinforce token is active."""


@dataclass(frozen=True, slots=True)
class Attack:
    """What is declared: who attacks whom with which weapon, what was measured, and the abilities of both.

    ``arc`` is where the target is, ``range`` is measured inside it. A ``bonus`` attack comes on top of the one that a
    ship makes when it engages. ``outside_front`` tells that the attacker is outside the defender's front arc, where the
    weapon asks for it, and ``more_dice`` are those for which the weapon's charges are spent. ``allowed`` tells that a
    card allows what range, arc or requirement refuse, ``by_card`` that what else the card of the weapon does is asked.
    """

    actor: str
    target: str
    weapon: str
    range: int
    arc: Arc = Arc.FRONT
    obstruction: Obstruction = Obstruction.CLEAR
    facing: Facing = Facing.FRONT
    outside_front: bool = False
    more_dice: int = 0
    bonus: bool = False
    allowed: bool = False
    by_card: bool = False
    attacker_abilities: tuple[Ability, ...] = ()
    defender_abilities: tuple[Ability, ...] = ()

    @property
    def is_outside_front(self) -> bool:
        """Whether the attacker is outside the defender's front arc, as it is in its full rear arc alone."""
        return self.outside_front or self.facing is Facing.REAR

    def roller(self, kind: str) -> str:
        """The ship that rolls this kind of dice."""
        return self.actor if kind == ATTACK else self.target


def check(battle: Battle, attack: Attack) -> Weapon:
    """The weapon of an attack; ``Illegal`` with a sentence when the attack cannot be made."""
    attacker = battle.ship(attack.actor)
    refuse(why_not_bonus(battle, attacker) if attack.bonus else why_not_attack(battle, attacker))
    refuse(why_not_target(battle, attacker, battle.ship(attack.target)))
    weapon = next((weapon for weapon in attacker.weapons if weapon.key == attack.weapon), None)
    if weapon is None:
        raise Illegal(f"{attacker.name} has no such weapon.")
    refuse("" if attack.allowed else why_not_declared(battle, attack, weapon))
    refuse(why_not_paid(attacker_of(battle, attack), weapon, attack.target, bonus=attack.bonus))
    most = dice_for_charges(battle, attack, weapon)
    if not 0 <= attack.more_dice <= most:
        raise Illegal(f"{weapon.name} can add {counted(most, 'die')} for charges here, not {attack.more_dice}.")
    if attack.by_card and not weapon.more:
        raise Illegal(f"The app knows all that the card of {weapon.name} does.")
    if attack.obstruction is Obstruction.GAS_CLOUD and battle.settings.ruleset is not Ruleset.FIRST:
        raise Illegal("In 2.5 a gas cloud is an obstacle like any other.")
    return weapon


def is_bare(battle: Battle, attack: Attack) -> bool:
    """Whether it is an attack at range 0 of 2.5, in which the attacker adds and modifies nothing."""
    return battle.is_second and attack.range == 0


def dice_for_charges(battle: Battle, attack: Attack, weapon: Weapon) -> int:
    """How many attack dice can be added for charges of the weapon."""
    if is_bare(battle, attack):
        return 0
    return more_dice(weapon, attack.target, attack.arc, bonus=attack.bonus)


def why_not_declared(battle: Battle, attack: Attack, weapon: Weapon) -> str:
    """Why the weapon of an attack cannot be chosen, unless a card allows it; empty when it can."""
    firing = attacker_of(battle, attack)
    return why_not_chosen(battle, firing, weapon, attack.target, attack.range, attack.arc, bonus=attack.bonus)


def attacker_of(battle: Battle, attack: Attack) -> Ship:
    """The attacker as it attacks, after what its damage cards do before it engages; in a bonus attack it does not."""
    ship = battle.ship(attack.actor)
    return ship if attack.bonus else as_it_engages(battle, ship)


def why_not_now(battle: Battle, ship: Ship) -> str:
    """Why a ship can do nothing at all; empty when it can."""
    return why_not_under_way(battle) or ("" if ship.standing else f"{ship.name} is no longer on the board.")


def why_not_engage(battle: Battle, ship: Ship) -> str:
    """Why a ship cannot engage now; empty when it can.

    A destroyed ship still engages with its initiative (rules reference, destroyed ships).
    """
    if reason := why_not_now(battle, ship):
        return reason
    if battle.phase is not Phase.ENGAGEMENT:
        return f"Ships engage in the Engagement Phase. It is the {battle.phase} Phase."
    if ship.engaged:
        return f"{ship.name} has engaged this round."
    if ship.initiative != battle.initiative:
        return f"Ships of initiative {battle.initiative} engage now. {ship.name} has {ship.initiative}."
    return ""


def why_not_attack(battle: Battle, ship: Ship) -> str:
    """Why a ship cannot make its attack now; empty when it can."""
    return why_not_engage(battle, ship) or why_not_armed(ship)


def why_not_bonus(battle: Battle, ship: Ship) -> str:
    """Why a ship cannot make a bonus attack now; empty when it can.

    It has one a round, besides those that its weapons grant themselves.
    """
    if reason := why_not_now(battle, ship):
        return reason
    if ship.bonus_attacked and not any(weapon.granted for weapon in ship.weapons):
        return made_bonus(ship)
    return why_not_armed(ship)


def made_bonus(ship: Ship) -> str:
    """Why a ship has no other bonus attack than those that its weapons grant."""
    return f"{ship.name} has made its bonus attack this round."


def why_not_armed(ship: Ship) -> str:
    """Why a ship cannot attack at all; empty when it can."""
    if ship.disarm and not fires_disarmed(ship):
        return f"{ship.name} is disarmed."
    if ship.cloak:
        return f"{ship.name} is cloaked and cannot attack."
    return "" if ship.weapons else f"{ship.name} has no weapon."


def why_not_target(battle: Battle, attacker: Ship, target: Ship) -> str:
    """Why a ship cannot be the defender; empty when it can."""
    if target.squad == attacker.squad and (target.key == attacker.key or not may_attack_friends(attacker)):
        return f"{target.name} is on the same side."
    return "" if target.status is not Status.REMOVED else f"{target.name} is no longer on the board."


def why_not_weapon(
    battle: Battle, ship: Ship, weapon: Weapon, target: str, distance: int, arc: Arc, *, bonus: bool = False
) -> str:
    """Why an attack cannot be made with a weapon: range, arc, requirement, cost; empty when it can."""
    return why_not_chosen(battle, ship, weapon, target, distance, arc, bonus=bonus) or why_not_paid(
        ship, weapon, target, bonus=bonus
    )


def why_not_chosen(
    battle: Battle, ship: Ship, weapon: Weapon, target: str, distance: int, arc: Arc, *, bonus: bool = False
) -> str:
    """Why a weapon cannot be chosen unless a card allows it: disarmed, range, arc, requirement; empty when it can."""
    if reason := why_not_disarmed(ship, weapon, target):
        return reason
    listed = weapon.special and weapon.nearest == 0
    if distance == 0 and not battle.is_second and not listed:
        return RANGE_0
    if distance == 0 and weapon.special and not listed:
        return f"{weapon.name} cannot attack at range 0."
    if distance and not weapon.nearest <= distance <= weapon.farthest:
        return f"{weapon.name} reaches range {reach(weapon)}. The target is at range {distance}."
    if not covers(weapon.arc, arc):
        return f"{weapon.name} fires in the {weapon.arc} arc. The target is in the {arc} arc."
    if weapon.bonus_only and not bonus:
        return f"{weapon.name} is for bonus attacks only."
    if bonus and weapon.grants and not weapon.granted:
        return f"{weapon.name} has made its {counted(weapon.grants, 'bonus attack')} this round."
    if bonus and ship.bonus_attacked and not weapon.grants:
        return made_bonus(ship)
    return "" if repeats(weapon, target, bonus=bonus) else why_not_needed(ship, weapon, target)


def why_not_paid(ship: Ship, weapon: Weapon, target: str, *, bonus: bool) -> str:
    """Why what a weapon costs cannot be paid; empty when it can."""
    cost = price(weapon, target, bonus=bonus)
    if weapon.charges < cost.charges:
        return f"{weapon.name} costs {counted(cost.charges, 'charge')} and has {weapon.charges}."
    for track, called in (("energy", "energy"), ("force", "Force")):
        if (has := getattr(ship, track)) < (needed := getattr(cost, track)):
            return f"{weapon.name} costs {needed} {called} and {ship.name} has {has}."
    return ""


def why_not_needed(ship: Ship, weapon: Weapon, target: str) -> str:
    """Why a weapon's requirement is not met; empty when it is. The requirement is not spent."""
    locked, focused, calculates = ship.lock == target, ship.focus > 0, ship.calculate > 0
    met = {
        Needs.NOTHING: True,
        Needs.LOCK: locked,
        Needs.FOCUS: focused,
        Needs.CALCULATE: calculates,
        Needs.CALCULATE_OR_LOCK: calculates or locked,
        Needs.ANY: focused or calculates or locked,
    }
    if met[weapon.needs]:
        return ""
    on_it = " on the target" if weapon.needs in BY_A_LOCK else ""
    return f"{weapon.name} needs {NEEDED[weapon.needs]}{on_it}."


def reach(weapon: Weapon) -> str:
    """The ranges of a weapon in words."""
    if weapon.nearest == weapon.farthest:
        return str(weapon.nearest)
    return f"{weapon.nearest}-{weapon.farthest}"


AROUND = {
    Arc.FRONT: (Arc.FULL_FRONT,),
    Arc.BULLSEYE: (Arc.FRONT, Arc.FULL_FRONT, *TURRETS),
    Arc.REAR: (Arc.FULL_REAR,),
}
"""The arcs that hold all of another arc; a turret does where it points forward, which the players see."""


def covers(weapon: Arc, target: Arc) -> bool:
    """Whether a weapon's arc covers a target in an arc; what is in the bullseye is in the front arc (2.5)."""
    return weapon is target or weapon in AROUND.get(target, ())
