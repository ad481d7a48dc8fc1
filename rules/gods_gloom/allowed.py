"""Whether the rules allow a declared attack (ARP; MEL.10; RNG.10)."""

from __future__ import annotations

from rules.game import Illegal
from rules.gods_gloom.conditions import why_not_attackers, why_not_defenders
from rules.gods_gloom.declaration import Attack, why_not_kind
from rules.gods_gloom.force import dice
from rules.gods_gloom.formations import why_not_together
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.sheet import Battle, Unit
from rules.guards import refuse, why_not_an_enemy, why_not_now
from rules.words import counted

MOST_ROWS = 20


def check(battle: Battle, attack: Attack) -> None:
    """Raise ``Illegal`` with a sentence when the attack cannot be made."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    refuse(why_not_now(battle, attacker))
    refuse(why_not_kind(attacker, attack.kind))
    refuse(why_not_an_enemy(attacker, target))
    if attack.boost and not attacker.boost:
        raise Illegal(f"{attacker.name} cannot spend a Boost token.")
    for unit, modifiers in ((attacker, attack.modifiers), (target, attack.target_modifiers)):
        _check_rows(battle, unit, modifiers)
    _check_conditions(attack, attacker, target)
    _check_pools(battle, attack)


def _check_rows(battle: Battle, unit: Unit, modifiers: tuple[Modifier, ...]) -> None:
    if len(modifiers) > MOST_ROWS:
        raise Illegal(f"{len(modifiers)} modifiers of {unit.name}: at most {MOST_ROWS} can be entered.")
    names = [(modifier.name, modifier.typed) for modifier in modifiers]
    twice = next((name for name, typed in names if names.count((name, typed)) > 1), "")
    if twice:
        raise Illegal(f"“{twice}” of {unit.name} is there twice. Give each modifier a name of its own.")
    price, army = sum(modifier.seals for modifier in modifiers), battle.army(unit.army)
    if price > army.seals:
        raise Illegal(f"{army.name} has {counted(army.seals, 'Command Seal')} and would pay {price}.")


def _check_conditions(attack: Attack, attacker: Unit, target: Unit) -> None:
    refuse(why_not_together(attacker, attack.modifiers, attack.target_modifiers))
    refuse(why_not_together(target, attack.target_modifiers, attack.modifiers))
    for modifier in attack.modifiers:
        refuse(why_not_attackers(modifier.known, attack, attacker, target))
    for modifier in attack.target_modifiers:
        if modifier.wounds:
            raise Illegal(f"“{modifier.name}” of {target.name}: only the attacker inflicts Direct Wounds.")
        refuse(why_not_defenders(modifier.known, attack, target))


def _check_pools(battle: Battle, attack: Attack) -> None:
    """Refuse pools beyond what can be rolled, the defender's with the Boost that it may spend."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    weak = battle.settings.weak
    dice(attacker.offence, attacker, attack.modifiers, attack.boost, weak)
    dice(target.guard, target, attack.target_modifiers, target.boost, weak)
