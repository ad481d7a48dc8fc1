"""What follows from a declared attack before its dice: both pools and exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.asks import Ask, Chance, Declared, Outlook
from rules.distributions import chance_of, mapped
from rules.gods_gloom.aftermath import BLOODLUST, DEATH_CURSE, DEMORALIZING, Aftermath, aftermath
from rules.gods_gloom.allowed import check
from rules.gods_gloom.asks import REROLL, PoolReroll
from rules.gods_gloom.attack import SPEND, BoostSpent, attack_test_of, spent_units
from rules.gods_gloom.attack_test import Inflicted
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.force import Force
from rules.gods_gloom.odds import Ways, blue_blocks, red_hits, wounds_odds
from rules.gods_gloom.sheet import Battle, Kind, Unit
from rules.gods_gloom.wounds import BRITTLE_BONES, DECIMATED
from rules.odds import percent
from rules.words import counted

MOST_BARS = 8


@dataclass(frozen=True, slots=True)
class Ends:
    """Both units before an attack, and how likely each end of it is."""

    attacker: Unit
    target: Unit
    chances: Mapping[Aftermath, Fraction]

    def chance(self, holds: Callable[[Aftermath], bool]) -> Fraction:
        """The chance of all ends that hold."""
        return chance_of(self.chances, holds)


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The pools, what is likely, and how likely the wounds of both units are; ``Illegal`` when it cannot be made."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    test = attack_test_of(battle, attack, boosted=False)
    ends = ends_of(battle, attack, boosted=False)
    sentence = f"{_rolls(attacker, test.attacker)}; {_rolls(target, test.defender)}."
    if attacker.weak or target.weak:
        sentence += f" Weak takes {battle.settings.weak} of each colour (ruling)."
    return Outlook(sentence, line(ends, attack.kind), _bars(ends, attack.kind), tuple(_more(battle, attack)))


def odds_after(declared: Declared[Battle, Attack], ask: Ask, option: int | str) -> Outlook | None:
    """What the defender's Boost leads to, or what a whole pool shows on average when it is rolled again."""
    if isinstance(ask, BoostSpent):
        ends = ends_of(declared.battle, declared.declaration, boosted=option == SPEND)
        return Outlook("", line(ends, declared.declaration.kind))
    if isinstance(ask, PoolReroll) and option == REROLL:
        hits, blocks = _mean(red_hits(sum(ask.fallen.red))), _mean(blue_blocks(sum(ask.fallen.blue)))
        return Outlook("", f"{hits:.1f} Hits and {blocks:.1f} Blocks on average")
    return None


def _mean(ways: Ways) -> float:
    return sum(number * rolls for number, rolls in ways.items()) / sum(ways.values())


def ends_of(battle: Battle, attack: Attack, boosted: bool) -> Ends:
    """How an attack can end when everybody plays as usual; ``boosted`` when the defender spends its Boost.

    Wounds beyond the health of a unit lead to the same end.
    """
    spent = attacker, target = spent_units(battle, attack, boosted)

    def suffered(inflicted: Inflicted) -> tuple[int, int]:
        return min(inflicted.on_defender, target.current_health), min(inflicted.on_attacker, attacker.current_health)

    def end(wounds: tuple[int, int]) -> Aftermath:
        return aftermath(*spent, attack, Inflicted(*wounds), battle.settings.opposites)

    joint = mapped(wounds_odds(attack_test_of(battle, attack, boosted)), suffered)
    return Ends(attacker, target, mapped(joint, end))


def line(ends: Ends, kind: Kind) -> str:
    """The chances of what matters most."""
    attacker, target = ends.attacker, ends.target
    parts = [
        (f"{target.name} destroyed", ends.chance(lambda end: not end.target.standing)),
        (f"{target.name} Decimated", ends.chance(lambda end: _decimated(target, end.target))),
        (f"{attacker.name} destroyed", ends.chance(lambda end: not end.attacker.standing)),
    ]
    if kind is Kind.MELEE:
        parts.append((f"{attacker.name} wins", ends.chance(lambda end: end.winner == attacker.key)))
    return ", ".join(f"{label} {percent(chance)}" for label, chance in parts if chance) or "no wound likely to matter"


def _rolls(unit: Unit, force: Force) -> str:
    auto = [counted(count, name) for count, name in ((force.hits, "Auto-Hit"), (force.blocks, "Auto-Block")) if count]
    return f"{unit.name} rolls {', '.join([str(force.dice), *auto])}"


def _decimated(before: Unit, after: Unit) -> bool:
    return after.current_health == DECIMATED < before.current_health


def _more(battle: Battle, attack: Attack) -> Iterator[str]:
    """What the odds rest on, and what the units' traits do by themselves."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    test = attack_test_of(battle, attack, boosted=False)
    if target.boost:
        boosted = line(ends_of(battle, attack, boosted=True), attack.kind)
        yield f"If {target.name} spends its Boost: {boosted}."
    if test.attacker.seals or test.defender.seals:
        yield "The odds are those without Pool Rerolls."
    if test.attacker.singles or test.defender.singles:
        yield "Single dice are rerolled where they fail: red ones of the attacker, blue ones of the defender."
    melee = attack.kind is Kind.MELEE
    if shaken := attacker.trait_number(DEMORALIZING):
        yield f"{DEMORALIZING}: a wound takes {shaken} Morale from {target.name}."
    if melee and BLOODLUST in attacker.trait_names:
        yield f"{BLOODLUST}: a wound gives {attacker.name} a Boost at the end."
    for unit, other in ((attacker, target), (target, attacker)):
        if melee and DEATH_CURSE in unit.trait_names:
            yield f"{DEATH_CURSE}: if {unit.name} is destroyed, {other.name} suffers 1 wound and gains Weak."
        if unit.has_effect(BRITTLE_BONES):
            yield f"{BRITTLE_BONES}: {unit.name} suffers 1 wound more each time."


def _bars(ends: Ends, kind: Kind) -> tuple[Chance, ...]:
    """The likeliest losses of health of both units together, and the rest in one bar."""
    joint = mapped(ends.chances, lambda end: (_lost(ends.target, end.target), _lost(ends.attacker, end.attacker)))
    likely = sorted(joint, key=lambda key: -joint[key])
    shown = likely if len(likely) <= MOST_BARS else likely[: MOST_BARS - 1]
    bars = [Chance(_wounds(ends, key, kind), joint[key]) for key in sorted(shown)]
    rest = chance_of(joint, lambda key: key not in shown)
    return (*bars, *([Chance("anything else", rest)] if rest else []))


def _lost(before: Unit, after: Unit) -> int:
    return before.current_health - after.current_health


def _wounds(ends: Ends, lost: tuple[int, int], kind: Kind) -> str:
    there = _wound(ends.target, lost[0])
    return there if kind is Kind.RANGED and not lost[1] else f"{there}; {_wound(ends.attacker, lost[1])}"


def _wound(unit: Unit, lost: int) -> str:
    return f"{unit.name} {'out' if lost >= unit.current_health else f'-{lost}' if lost else '0'}"
