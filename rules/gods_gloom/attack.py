"""An attack of one unit, from declaration to outcome (ATC; MEL; RNG)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Choice, Declared
from rules.changes import difference
from rules.game import Outcome
from rules.gods_gloom.aftermath import aftermath
from rules.gods_gloom.allowed import check
from rules.gods_gloom.attack_test import AttackTest, Inflicted, attack_test
from rules.gods_gloom.conditions import harassed
from rules.gods_gloom.declaration import Attack as Attack
from rules.gods_gloom.force import attackers, defenders
from rules.gods_gloom.modifiers import CHARGE, OVERLOAD, OVERLOADED, has
from rules.gods_gloom.momentum import gains, moved
from rules.gods_gloom.sheet import Battle, Kind, Unit
from rules.remaking import remade
from rules.table import Table
from rules.words import counted

SAVE, SPEND = "save it", "spend it"


@dataclass(frozen=True, slots=True)
class AttackOutcome(Outcome):
    """The end of an attack: the wounds of both units, the key of the winner of a melee, the keys of the destroyed."""

    on_defender: int = 0
    on_attacker: int = 0
    winner: str | None = None
    destroyed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoostSpent(Choice[Battle, Attack, str]):
    """Whether the defender spends its Boost on the roll (ATC.10)."""

    LABEL = "ATC.10 defender's Boost"
    SENTENCE = "Does {target} spend its Boost on this roll?"


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the unit cannot make it."""
    before, attack = declared.battle, declared.declaration
    check(before, attack)
    target = before.unit(attack.target)
    boosted = target.boost and table.choose(BoostSpent(target.army, (SAVE, SPEND))) == SPEND
    test = attack_test_of(before, attack, boosted)
    _note_pools(before, attack, boosted, test, table)
    inflicted = table.play(attack_test, test)

    spent = spent_units(before, attack, boosted)
    end = aftermath(*spent, attack, inflicted, before.settings.opposites)
    for step, told in end.steps:
        table.note(step, told)
    fought = remade(_paid(before.having(end.attacker, end.target), attack, inflicted), loser=end.loser)
    after = moved(fought, gains(before, attack, end.winner, end.slain), table)
    return AttackOutcome(
        _headline(before, attack, inflicted, end.remarks),
        difference(before, after),
        on_defender=inflicted.on_defender,
        on_attacker=inflicted.on_attacker,
        winner=end.winner,
        destroyed=tuple(unit.key for unit in (end.target, end.attacker) if not unit.standing),
    )


def attack_test_of(battle: Battle, attack: Attack, boosted: bool) -> AttackTest:
    """The Attack Test of an attack; ``boosted`` when the defender spends its Boost."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    weak = battle.settings.weak
    army, enemy = battle.army(attacker.army), battle.army(target.army)
    return AttackTest(
        attack.kind,
        attackers(attacker, army, attack.modifiers, attack.boost, weak, attack.kind),
        defenders(target, enemy, attack.target_modifiers, boosted, weak, attack.kind),
        sum(modifier.wounds for modifier in attack.modifiers),
    )


def spent_units(battle: Battle, attack: Attack, boosted: bool) -> tuple[Unit, Unit]:
    """The attacker and the target without the tokens that the attack uses up, and the attack marked as made."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    melee = attack.kind is Kind.MELEE
    return remade(
        attacker,
        weak=False,
        boost=attacker.boost and not attack.boost,
        morale_tokens=harassed(attacker, attack.target_modifiers),
        effects=attacker.effects | ({OVERLOADED} if has(attack.modifiers, OVERLOAD) else set()),
        activated=attacker.activated or melee,
        shot=attacker.shot or not melee,
    ), remade(target, weak=False, boost=target.boost and not boosted, morale_tokens=harassed(target, attack.modifiers))


def _note_pools(battle: Battle, attack: Attack, boosted: bool, test: AttackTest, table: Table) -> None:
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    weak = battle.settings.weak
    parts = (
        ("Offence", attacker, attacker.offence, attack.modifiers, attack.boost, test.attacker),
        ("Guard", target, target.guard, attack.target_modifiers, boosted, test.defender),
    )
    for name, unit, base, modifiers, boost, force in parts:
        tokens = [*(["Boost +1 red, +1 blue"] if boost else [])]
        tokens += [f"Weak -{weak} red, -{weak} blue"] if unit.weak else []
        tokens += ["no red dice at range"] if unit is target and attack.kind is Kind.RANGED else []
        terms = [f"{name} {base}", *(f"{modifier.name} {modifier}" for modifier in modifiers), *tokens]
        table.note(f"ATC.10 {unit.name}", f"{'; '.join(terms)} = {force.dice}")


def _paid(battle: Battle, attack: Attack, inflicted: Inflicted) -> Battle:
    """The battle after both players have paid their Seals, and a Charge has been made."""
    army = battle.army(battle.unit(attack.actor).army)
    enemy = battle.army(battle.unit(attack.target).army)
    paid = sum(m.seals for m in attack.modifiers) + inflicted.attackers_seals
    enemy_paid = sum(m.seals for m in attack.target_modifiers) + inflicted.defenders_seals
    charged = army.charged or (attack.kind is Kind.MELEE and has(attack.modifiers, CHARGE))
    return battle.having(
        remade(army, seals=army.seals - paid, charged=charged), remade(enemy, seals=enemy.seals - enemy_paid)
    )


def _headline(battle: Battle, attack: Attack, inflicted: Inflicted, told: tuple[str, ...]) -> str:
    attacker, target = battle.unit(attack.actor).name, battle.unit(attack.target).name
    wounds = "no wound" if not inflicted.on_defender else counted(inflicted.on_defender, "wound")
    if attack.kind is Kind.RANGED:
        return f"{'; '.join([f'{attacker} at range against {target}: {wounds}', *told])}."
    return f"{'; '.join([f'{attacker} against {target}: {wounds}, {inflicted.on_attacker} back', *told])}."
