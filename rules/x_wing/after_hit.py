"""What a weapon does to several ships after it hits: cards that are exposed, locks that are acquired (xwing-data2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.asks import Choice, Declared
from rules.changes import Change, apply, merged
from rules.table import Table
from rules.x_wing.damage import destruction_after, wound_changes
from rules.x_wing.declaration import Attack
from rules.x_wing.exposing import exposed, has_facedown, random_facedown, why_not_drawn
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Effect, Ship, Weapon
from rules.x_wing.tokens import is_ionized

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class IsNear(Choice[Battle, Attack, str]):
    """Whether a ship is near enough to the defender to expose a damage card, which the players measure."""

    ship: str

    @property
    def label(self) -> str:
        """What is asked, and of which ship."""
        return f"6b range 0-1: {self.ship}"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Which ship, and what comes of it."""
        battle = declared.battle
        names = battle.ship(self.ship).name, battle.ship(declared.declaration.target).name
        return "Is {} at range 0-1 of {}? Then it exposes a damage card.".format(*names)


@dataclass(frozen=True, slots=True)
class Locks(Choice[Battle, Attack, str]):
    """Whether a friendly ship at range 1-3 of the defender acquires a lock on it."""

    ship: str

    @property
    def label(self) -> str:
        """What is asked, and of which ship."""
        return f"4 lock: {self.ship}"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Which ship, and where it has to be."""
        battle = declared.battle
        names = battle.ship(self.ship).name, battle.ship(declared.declaration.target).name
        return "Does {0} acquire a lock on {1}? It has to be at range 1-3 of {1}.".format(*names)


def after_hit(battle: Battle, attack: Attack, weapon: Weapon, table: Table) -> tuple[Change, ...]:
    """What the weapon of an attack that hit does to several ships."""
    if weapon.effect is Effect.CONCUSSION:
        return _exposures(battle, attack, table)
    if weapon.effect is Effect.TRACERS:
        return tuple(_locks(battle, attack, table))
    return ()


def _exposures(battle: Battle, attack: Attack, table: Table) -> tuple[Change, ...]:
    """Each ship at range 0-1 of the defender exposes one of its damage cards."""
    destroyer = battle.ship(attack.actor)
    changes: tuple[Change, ...] = ()
    for ship in battle.ships:
        if not ship.standing or not has_facedown(battle, ship):
            continue
        usual = (YES, NO) if ship.key == attack.target else (NO, YES)
        if table.choose(IsNear(destroyer.squad, usual, ship.key)) == YES:
            changes += _exposure(apply(battle, merged(changes)), ship.key, destroyer.name, table)
    return changes


def _exposure(battle: Battle, key: str, destroyer: str, table: Table) -> tuple[Change, ...]:
    ship = battle.ship(key)
    if reason := why_not_drawn(battle, ship):
        table.note("6b exposed", f"{ship.name}: {reason}")
        return ()
    title, wounds = exposed(battle, ship, random_facedown(battle, ship, table), table)
    table.note("6b exposed", f"{ship.name}: {title}")
    changes = wound_changes(battle, ship, wounds)
    return (*changes, *destruction_after(battle, changes, ship, wounds, destroyer))


def _locks(battle: Battle, attack: Attack, table: Table) -> Iterator[Change]:
    """Each friendly ship may acquire a lock, which a jam token that waits takes; an ionized ship of 2.5 acquires none."""
    squad = battle.ship(attack.actor).squad
    for ship in battle.ships:
        if ship.squad != squad or not _can_lock(battle, ship, attack.target):
            continue
        if table.choose(Locks(squad, (NO, YES), ship.key)) == NO:
            continue
        if ship.jam:
            table.note("4 jam", f"takes the lock of {ship.name}")
            yield Change(ship.key, "jam", ship.jam, ship.jam - 1)
        else:
            yield Change(ship.key, "lock", ship.lock, attack.target)


def _can_lock(battle: Battle, ship: Ship, target: str) -> bool:
    return ship.standing and ship.lock != target and not (battle.is_second and is_ionized(ship))
