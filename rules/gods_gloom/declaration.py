"""What is declared in an attack, and whether the rules allow it (ARP, MEL.10, RNG.10)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import Illegal
from rules.gods_gloom.modifiers import OVERLOAD, OVERLOADED, Modifier, has
from rules.gods_gloom.sheet import Battle, Kind, Unit

MOST_ROWS = 20


@dataclass(frozen=True, slots=True)
class Attack:
    """What is declared: who attacks whom in which way, whether a Boost is spent, and the modifiers of both units."""

    actor: str
    target: str
    kind: Kind
    boost: bool = False
    modifiers: tuple[Modifier, ...] = ()
    target_modifiers: tuple[Modifier, ...] = ()


def check(battle: Battle, attack: Attack) -> None:
    """Raise ``Illegal`` with a sentence when the attack cannot be made."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    _refuse(why_not_now(battle, attacker))
    _refuse(why_not_kind(attacker, attack.kind))
    _refuse(why_not_target(attacker, target))
    if attack.boost and not attacker.boost:
        raise Illegal(f"{attacker.name} has no Boost token.")
    if has(attack.modifiers, OVERLOAD) and OVERLOADED in attacker.effects:
        raise Illegal(f"{attacker.name} has used its Overload of this game.")
    for unit, modifiers in ((attacker, attack.modifiers), (target, attack.target_modifiers)):
        _check_rows(battle, unit, modifiers)


def why_not_now(battle: Battle, unit: Unit) -> str:
    """Why a unit can do nothing now; empty when it can."""
    if not battle.started:
        return "The battle has not started."
    if battle.over:
        return "The battle is over."
    return "" if unit.standing else f"{unit.name} is destroyed."


def why_not_attack(battle: Battle, unit: Unit) -> str:
    """Why a unit cannot attack now, in either way; empty when it can."""
    reasons = [why_not_kind(unit, kind) for kind in Kind]
    return why_not_now(battle, unit) or ("" if "" in reasons else reasons[0])


def why_not_kind(unit: Unit, kind: Kind) -> str:
    """Why a unit cannot attack in a way; empty when it can.

    Melee is an action of its activation and needs a Morale token; a ranged attack comes once a round.
    """
    if kind is Kind.RANGED:
        again = unit.shot and "Move and Fire" not in unit.trait_names
        return f"{unit.name} has made its ranged attack this round." if again else ""
    if unit.activated:
        return f"{unit.name} has been activated this round."
    if not unit.morale_tokens and "Blind Rage" not in unit.trait_names:
        return f"{unit.name} has no Morale token, which a melee attack needs."
    return ""


def why_not_target(attacker: Unit, target: Unit) -> str:
    """Why a unit cannot be the target; empty when it can."""
    if target.army == attacker.army:
        return f"{target.name} is on the same side."
    return "" if target.standing else f"{target.name} is destroyed."


def _check_rows(battle: Battle, unit: Unit, modifiers: tuple[Modifier, ...]) -> None:
    if len(modifiers) > MOST_ROWS:
        raise Illegal(f"{unit.name} has {len(modifiers)} modifiers. At most {MOST_ROWS} can be entered.")
    names = [modifier.name for modifier in modifiers]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise Illegal(f"{unit.name} has “{twice}” twice. Give each modifier a name of its own.")
    price, army = sum(modifier.seals for modifier in modifiers), battle.army(unit.army)
    if price > army.seals:
        raise Illegal(f"{army.name} has {_seals(army.seals)} and would pay {price}.")


def _seals(count: int) -> str:
    return "1 Command Seal" if count == 1 else f"{count} Command Seals"


def _refuse(reason: str) -> None:
    if reason:
        raise Illegal(reason)
