"""What comes after a hit or an attack: cards exposed, damage, locks acquired, a charge lost (xwing-data2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.asks import Choice, Declared, Option
from rules.changes import Change, apply, merged
from rules.table import Table
from rules.x_wing.damage import destruction_after, wound_changes, wounds_of
from rules.x_wing.declaration import Attack
from rules.x_wing.exposing import exposed, has_facedown, random_facedown, roll_harm, why_not_drawn
from rules.x_wing.number_of_dice import CLOAKED
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Effect, Ship, Weapon
from rules.x_wing.tokens import is_ionized
from rules.x_wing.wounds import Wounds

YES, NO = "yes", "no"

LOSE_A_CHARGE = ("wampa", "wampa-battleofyavin")
"""Pilots by their ids that lose a charge after they defended."""


@dataclass(frozen=True, slots=True)
class IsNear(Choice[Battle, Attack, str]):
    """Whether a ship is near enough to the defender for what the weapon ``does``, which the players measure."""

    LABEL = "after the hit: range 0-1"

    ship: str
    does: str

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Which ship, and what comes of it."""
        battle = declared.battle
        names = battle.ship(self.ship).name, battle.ship(declared.declaration.target).name
        return "Is {} at range 0-1 of {}? Then it {}.".format(*names, self.does)

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """Which ship it is, and what comes of it."""
        name = declared.battle.ship(self.ship).name
        return Option(value, f"yes, {name} {self.does}" if value == YES else f"no, {name} is farther away")


@dataclass(frozen=True, slots=True)
class ChargeSpent(Choice[Battle, Attack, str]):
    """Whether a charge is spent to harm the ships around the defender."""

    LABEL = "after the hit: a charge"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """What it is for."""
        name = declared.battle.ship(declared.declaration.target).name
        return f"Spend a charge, so that ships at range 0-1 of {name} suffer what an attack die shows?"


@dataclass(frozen=True, slots=True)
class Locks(Choice[Battle, Attack, str]):
    """Whether a friendly ship at range 1-3 of the defender acquires a lock on it."""

    LABEL = "after the hit: lock"

    ship: str

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Which ship, and where it has to be."""
        battle = declared.battle
        names = battle.ship(self.ship).name, battle.ship(declared.declaration.target).name
        return "Does {0} acquire a lock on {1}? It has to be at range 1-3 of {1}.".format(*names)

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """Which ship it is."""
        name = declared.battle.ship(self.ship).name
        return Option(value, f"yes, {name} acquires it" if value == YES else f"no, {name} does not")


@dataclass(frozen=True, slots=True)
class LocksAfter(Choice[Battle, Attack, str]):
    """Whether the attacker acquires a lock on the defender."""

    LABEL = "after the attack: lock"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who locks whom, and what becomes of another lock."""
        battle, attack = declared.battle, declared.declaration
        attacker, target = battle.ship(attack.actor), battle.ship(attack.target)
        other = " The lock that it has goes." if attacker.lock else ""
        return f"Does {attacker.name} acquire a lock on {target.name}?{other}"

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """What it does."""
        return Option(value, "yes, it acquires the lock" if value == YES else "no lock")


def after_hit(battle: Battle, attack: Attack, weapon: Weapon, table: Table) -> tuple[Change, ...]:
    """What the weapon of an attack that hit does to several ships."""
    if weapon.effect is Effect.CONCUSSION:
        return _exposures(battle, attack, table)
    if weapon.effect is Effect.BORON:
        return _harm(battle, attack, weapon.key, table)
    if weapon.effect is Effect.TRACERS:
        return tuple(_locks(battle, attack, table))
    return ()


def after_defending(battle: Battle, attack: Attack, table: Table) -> tuple[Change, ...]:
    """The charge that some pilots lose when they have defended, hit or not."""
    defender = battle.ship(attack.target)
    if defender.pilot not in LOSE_A_CHARGE or not defender.charges:
        return ()
    table.note("6a after you defend", f"{defender.name} loses a charge")
    return (Change(defender.key, "charges", defender.charges, defender.charges - 1),)


def after_attack(battle: Battle, attack: Attack, weapon: Weapon, table: Table) -> tuple[Change, ...]:
    """What the weapon does after an attack, hit or not: the attacker may lock the defender with a Targeting Battery."""
    attacker = battle.ship(attack.actor)
    targets = weapon.effect is Effect.TARGETING and battle.ship(attack.target).standing
    if not targets or not _can_lock(battle, attacker, attack.target):
        return ()
    usual = (NO, YES) if attacker.lock else (YES, NO)
    if table.choose(LocksAfter(attacker.squad, usual)) == NO:
        return ()
    return (_lock(attacker, attack.target, "after the attack", table),)


def _exposures(battle: Battle, attack: Attack, table: Table) -> tuple[Change, ...]:
    """Each ship at range 0-1 of the defender exposes one of its damage cards."""
    destroyer = battle.ship(attack.actor)
    changes: tuple[Change, ...] = ()
    for ship in battle.ships:
        if not ship.standing or not has_facedown(battle, ship):
            continue
        if _is_near(ship, attack, destroyer, "exposes a damage card", table):
            changes += _exposure(apply(battle, merged(changes)), ship.key, destroyer.name, table)
    return changes


def _is_near(ship: Ship, attack: Attack, attacker: Ship, does: str, table: Table) -> bool:
    """Whether a ship is near the defender, as the defender itself usually is."""
    usual = (YES, NO) if ship.key == attack.target else (NO, YES)
    return table.choose(IsNear(attacker.squad, usual, ship.key, does)) == YES


def _exposure(battle: Battle, key: str, destroyer: str, table: Table) -> tuple[Change, ...]:
    ship = battle.ship(key)
    if reason := why_not_drawn(battle, ship):
        table.note("after the hit: exposed", f"{ship.name}: {reason}")
        return ()
    title, wounds = exposed(battle, ship, random_facedown(battle, ship, table), table)
    table.note("after the hit: exposed", f"{ship.name}: {title}")
    return _wounded(battle, ship, wounds, destroyer)


def _wounded(battle: Battle, ship: Ship, wounds: Wounds, destroyer: str) -> tuple[Change, ...]:
    changes = wound_changes(battle, ship, wounds)
    return (*changes, *destruction_after(battle, changes, ship, wounds, destroyer))


def _harm(battle: Battle, attack: Attack, key: str, table: Table) -> tuple[Change, ...]:
    """For one more charge each ship near the defender that has no more agility rolls an attack die and suffers it."""
    attacker, most = battle.ship(attack.actor), agility(battle.ship(attack.target))
    (left,) = (weapon.charges for weapon in attacker.weapons if weapon.key == key)
    if not left or table.choose(ChargeSpent(attacker.squad, (YES, NO))) == NO:
        return ()
    changes: tuple[Change, ...] = (Change(key, "charges", left, left - 1),)
    for ship in battle.ships:
        if not ship.standing or agility(ship) > most:
            continue
        if _is_near(ship, attack, attacker, "rolls an attack die and suffers what it shows", table):
            now = apply(battle, merged(changes))
            wounds = roll_harm(wounds_of(now, now.ship(ship.key)), table, ship.key)
            changes += _wounded(now, now.ship(ship.key), wounds, attacker.name)
    return changes


def agility(ship: Ship) -> int:
    """The agility of a ship, which a cloak raises."""
    return ship.agility + CLOAKED * bool(ship.cloak)


def _locks(battle: Battle, attack: Attack, table: Table) -> Iterator[Change]:
    """Each friendly ship may acquire a lock; a jam token that waits takes it. In 2.5 an ionized ship acquires none."""
    squad = battle.ship(attack.actor).squad
    for ship in battle.ships:
        if ship.squad != squad or not _can_lock(battle, ship, attack.target):
            continue
        if table.choose(Locks(squad, (NO, YES), ship.key)) == NO:
            continue
        yield _lock(ship, attack.target, "after the hit", table)


def _lock(ship: Ship, target: str, when: str, table: Table) -> Change:
    """A ship acquires a lock, unless a jam token takes it."""
    if ship.jam:
        table.note(f"{when}: jam", f"takes the lock of {ship.name}")
        return Change(ship.key, "jam", ship.jam, ship.jam - 1)
    return Change(ship.key, "lock", ship.lock, target)


def _can_lock(battle: Battle, ship: Ship, target: str) -> bool:
    return ship.standing and ship.lock != target and not (battle.is_second and is_ionized(ship))
