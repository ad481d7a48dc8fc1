"""What follows from a declared attack before its dice: both pools and exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from rules.game import Chance, Declared, Outlook
from rules.gods_gloom.attack import attack_test_of
from rules.gods_gloom.attack_test import Inflicted
from rules.gods_gloom.declaration import Attack, check
from rules.gods_gloom.force import Force
from rules.gods_gloom.odds import wounds_odds
from rules.gods_gloom.sheet import Battle, Kind, Unit
from rules.odds import percent

MOST_BARS = 8


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The pools, what is likely, and how likely the wounds of both units are; ``Illegal`` when it cannot be made."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    test = attack_test_of(battle, attack, boosted=False)
    chances = wounds_odds(test)
    sentence = f"{_rolls(attacker, test.attacker)}; {_rolls(target, test.defender)}."
    if attacker.weak or target.weak:
        sentence += f" Weak takes {battle.settings.weak} of each colour (ruling)."
    if target.boost:
        sentence += f" {target.name} can spend its Boost, which the odds leave out."
    if any(force.seals or force.singles for force in (test.attacker, test.defender)):
        sentence += " The odds are those without rerolls."
    melee = attack.kind is Kind.MELEE
    return Outlook(sentence, _line(attacker, target, chances, melee), _bars(attacker, target, chances, melee))


def _rolls(unit: Unit, force: Force) -> str:
    auto = [f"{n} {what}" for n, what in ((force.hits, "Auto-Hits"), (force.blocks, "Auto-Blocks")) if n]
    return f"{unit.name} rolls {', '.join([str(force.dice), *auto])}"


def _line(attacker: Unit, target: Unit, chances: Mapping[Inflicted, Fraction], melee: bool) -> str:
    def total(holds: Callable[[Inflicted], bool]) -> Fraction:
        return sum((chance for inflicted, chance in chances.items() if holds(inflicted)), Fraction(0))

    parts = [
        (f"{target.name} destroyed", total(lambda i: i.on_defender >= target.current_health)),
        (f"{target.name} Decimated", total(lambda i: 0 < i.on_defender == target.current_health - 1)),
    ]
    if melee:
        parts += [
            (f"{attacker.name} destroyed", total(lambda i: i.on_attacker >= attacker.current_health)),
            (f"{attacker.name} wins", total(lambda i: _wins(attacker, target, i))),
        ]
    return ", ".join(f"{label} {percent(chance)}" for label, chance in parts if chance) or "no wound likely to matter"


def _wins(attacker: Unit, target: Unit, inflicted: Inflicted) -> bool:
    dies, kills = inflicted.on_attacker >= attacker.current_health, inflicted.on_defender >= target.current_health
    return not dies and (kills or inflicted.on_defender > inflicted.on_attacker)


def _bars(attacker: Unit, target: Unit, chances: Mapping[Inflicted, Fraction], melee: bool) -> tuple[Chance, ...]:
    """The likeliest wounds of both units together, as far as their health goes, and the rest in one bar."""
    joint: dict[tuple[int, int], Fraction] = {}
    for inflicted, chance in chances.items():
        key = min(inflicted.on_defender, target.current_health), min(inflicted.on_attacker, attacker.current_health)
        joint[key] = joint.get(key, Fraction(0)) + chance
    likely = sorted(joint, key=lambda key: -joint[key])
    shown = likely if len(likely) <= MOST_BARS else likely[: MOST_BARS - 1]
    bars = [Chance(_wounds(attacker, target, key, melee), joint[key]) for key in sorted(shown)]
    rest = sum((joint[key] for key in likely if key not in shown), Fraction(0))
    return (*bars, *([Chance("anything else", rest)] if rest else []))


def _wounds(attacker: Unit, target: Unit, wounds: tuple[int, int], melee: bool) -> str:
    there = _wound(target, wounds[0])
    return f"{there}; {_wound(attacker, wounds[1])}" if melee else there


def _wound(unit: Unit, wounds: int) -> str:
    return f"{unit.name} {'out' if wounds >= unit.current_health else f'-{wounds}' if wounds else '0'}"
