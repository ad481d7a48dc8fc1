"""An attack of one unit, from declaration to outcome (ATC, MEL, RNG)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.changes import difference
from rules.game import Declared, Outcome
from rules.gods_gloom.attack_test import AttackTest, Inflicted, attack_test
from rules.gods_gloom.declaration import Attack as Attack
from rules.gods_gloom.declaration import check
from rules.gods_gloom.force import Force, attackers, defenders
from rules.gods_gloom.melee import lose, winner_of
from rules.gods_gloom.modifiers import CHARGE, Modifier, has
from rules.gods_gloom.momentum import gains, moved
from rules.gods_gloom.sheet import Battle, Kind, RedBlue, Unit
from rules.gods_gloom.wounds import checked, fate, wounded
from rules.table import Table

SAVE, SPEND = "save it", "spend it"


@dataclass(frozen=True, slots=True)
class AttackOutcome(Outcome):
    """The end of an attack: the wounds of both units, the key of the winner of a melee, the keys of the destroyed."""

    on_defender: int = 0
    on_attacker: int = 0
    winner: str | None = None
    destroyed: tuple[str, ...] = ()


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the unit cannot make it."""
    before, attack = declared.battle, declared.declaration
    check(before, attack)
    target = before.unit(attack.target)
    boosted = target.boost and table.choose("ATC.10 defender's Boost", target.army, (SAVE, SPEND)) == SPEND
    test = attack_test_of(before, attack, boosted)
    _note_pools(before, attack, boosted, test, table)
    inflicted = table.play(attack_test, test)

    battle = _inflict(_spend(before, attack, boosted, inflicted), attack, inflicted)
    fates = (
        *fate(battle.unit(attack.target), inflicted.on_defender),
        *fate(battle.unit(attack.actor), inflicted.on_attacker),
    )
    if fates:
        table.note("ATC.60 Status Check", ", ".join(fates))
    winner = None
    if attack.kind is Kind.MELEE:
        winner = winner_of(battle, attack, inflicted)
        battle, lost = lose(battle, attack, winner)
        fates += lost
        table.note("MEL.50 winner", battle.unit(winner).name if winner else "nobody")
    after = moved(battle, gains(before, battle, attack, winner), table)
    return AttackOutcome(
        _headline(before, attack, inflicted, fates),
        difference(before, after),
        on_defender=inflicted.on_defender,
        on_attacker=inflicted.on_attacker,
        winner=winner,
        destroyed=tuple(key for key in (attack.target, attack.actor) if not after.unit(key).standing),
    )


def attack_test_of(battle: Battle, attack: Attack, boosted: bool) -> AttackTest:
    """The Attack Test of an attack; ``boosted`` when the defender spends its Boost."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    weak = battle.settings.weak
    army, enemy = battle.army(attacker.army), battle.army(target.army)
    return AttackTest(
        attack.kind,
        attackers(attacker, army, attack.modifiers, attack.boost, weak),
        defenders(target, enemy, attack.target_modifiers, boosted, weak, attack.kind),
        sum(modifier.wounds for modifier in attack.modifiers),
    )


def _note_pools(battle: Battle, attack: Attack, boosted: bool, test: AttackTest, table: Table) -> None:
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    parts = (
        ("Offence", attacker, attacker.offence, attack.modifiers, attack.boost, test.attacker),
        ("Guard", target, target.guard, attack.target_modifiers, boosted, test.defender),
    )
    for name, unit, base, modifiers, boost, force in parts:
        table.note(f"ATC.10 {unit.name}", _pool(name, unit, base, modifiers, boost, force))


def _pool(name: str, unit: Unit, base: RedBlue, modifiers: tuple[Modifier, ...], boost: bool, force: Force) -> str:
    tokens = [token for token, there in (("Boost", boost), ("Weak", unit.weak)) if there]
    terms = [f"{name} {base}", *(f"{modifier.name} {modifier}" for modifier in modifiers), *tokens]
    return f"{'; '.join(terms)} = {force.dice}"


def _spend(battle: Battle, attack: Attack, boosted: bool, inflicted: Inflicted) -> Battle:
    """The tokens that were used, the Seals that were paid, and the attack marked as made."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    melee = attack.kind is Kind.MELEE
    attacker = replace(
        attacker,
        weak=False,
        boost=attacker.boost and not attack.boost,
        activated=attacker.activated or melee,
        shot=attacker.shot or not melee,
    )
    target = replace(target, weak=False, boost=target.boost and not boosted)
    army, enemy = battle.army(attacker.army), battle.army(target.army)
    paid = sum(m.seals for m in attack.modifiers) + inflicted.attackers_seals
    enemy_paid = sum(m.seals for m in attack.target_modifiers) + inflicted.defenders_seals
    charged = army.charged or (melee and has(attack.modifiers, CHARGE))
    return battle.having(
        attacker,
        target,
        replace(army, seals=army.seals - paid, charged=charged),
        replace(enemy, seals=enemy.seals - enemy_paid),
    )


def _inflict(battle: Battle, attack: Attack, inflicted: Inflicted) -> Battle:
    """All wounds on both units first, then the status check of both (ATC.60)."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    attacker, target = wounded(attacker, inflicted.on_attacker), wounded(target, inflicted.on_defender)
    opposites = battle.settings.opposites
    return battle.having(
        checked(attacker, inflicted.on_attacker, target.name, opposites),
        checked(target, inflicted.on_defender, attacker.name, opposites),
    )


def _headline(battle: Battle, attack: Attack, inflicted: Inflicted, fates: tuple[str, ...]) -> str:
    attacker, target = battle.unit(attack.actor).name, battle.unit(attack.target).name
    wounds = "no wound" if not inflicted.on_defender else _wounds(inflicted.on_defender)
    if attack.kind is Kind.RANGED:
        return f"{'; '.join([f'{attacker} at range against {target}: {wounds}', *fates])}."
    return f"{'; '.join([f'{attacker} against {target}: {wounds}, {inflicted.on_attacker} back', *fates])}."


def _wounds(count: int) -> str:
    return "1 wound" if count == 1 else f"{count} wounds"
