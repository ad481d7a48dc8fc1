"""What follows from an attack, before its dice and as they fall: both pools and exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules.asks import Chance, Declared, Likely, Outlook
from rules.distributions import together
from rules.gods_gloom.aftermath import BLOODLUST, DEATH_CURSE, DEMORALIZING
from rules.gods_gloom.allowed import check
from rules.gods_gloom.asks import PoolReroll, SingleDie, UnitsDice
from rules.gods_gloom.attack import BoostSpent, attack_test_of
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.ends import Ends, ends_of
from rules.gods_gloom.force import Force
from rules.gods_gloom.lying import is_boosted, ways_to_lie
from rules.gods_gloom.sheet import Battle, Kind, Unit
from rules.gods_gloom.wounds import BRITTLE_BONES, DECIMATED
from rules.odds import percent
from rules.outlooks import losses, on_average
from rules.sums import Part, Sum
from rules.table import Moment
from rules.words import counted, noun


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The pools, and what both units may lose; ``Illegal`` when the attack cannot be made."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    test = attack_test_of(battle, attack, boosted=False)
    sentence = f"Weak takes {battle.settings.weak} of each colour." if attacker.weak or target.weak else ""
    sums = _sum(attacker, test.attacker), _sum(target, test.defender)
    told = _told(ends_of(battle, attack, boosted=False), attack.kind)
    return replace(told, sentence=sentence, sums=sums, more=tuple(_more(battle, attack)))


def prospect(declared: Declared[Battle, Attack]) -> Outlook:
    """What a card shows of the outlook, which takes half of the time."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    return _told(ends_of(battle, attack, boosted=False), attack.kind)


def odds_at(moment: Moment[Battle, Attack], option: int | str | None) -> Outlook | None:
    """The odds at the Boost and as dice lie and are rerolled; nothing once both units have all their successes."""
    if not isinstance(moment.ask, BoostSpent | UnitsDice | PoolReroll | SingleDie):
        return None
    battle, attack, replies = moment.declared.battle, moment.declared.declaration, moment.after(option)
    boosted = is_boosted(replies)
    return _told(ends_of(battle, attack, boosted, ways_to_lie(moment.declared, replies)), attack.kind)


def _told(ends: Ends, kind: Kind) -> Outlook:
    """What both units may lose, and who wins a melee."""
    attacker, target = ends.attacker, ends.target
    lost, back = ends.chances(lambda end: end.lost), ends.chances(lambda end: end.back)
    main = _main(ends, kind)
    wounds = target.current_health - DECIMATED
    decimated = ends.chance(lambda end: end.lost == wounds > 0)
    return Outlook(
        "",
        f"Decimated {percent(decimated)}" if decimated else "",
        main,
        on_average(lost, "Health"),
        (
            *losses(target, "Health", lost, target.current_health, main),
            *losses(attacker, "Health", back, attacker.current_health),
        ),
        table=_table(ends, kind),
    )


def _main(ends: Ends, kind: Kind) -> Likely:
    """That a melee is won, or that a unit is destroyed at range."""
    if kind is Kind.MELEE:
        return Likely("defeats", ends.target.name, ends.chance(lambda end: end.won))
    health = ends.target.current_health
    return Likely("destroys", ends.target.name, ends.chance(lambda end: end.lost == health))


def _sum(unit: Unit, force: Force) -> Sum:
    """The dice that a unit rolls, and what is added to them without a roll."""
    auto = [counted(count, name) for count, name in ((force.hits, "Auto-Hit"), (force.blocks, "Auto-Block")) if count]
    parts = Part("red", force.dice.red, colour="red"), Part("blue", force.dice.blue, colour="blue")
    of = " + ".join([noun(force.dice.red + force.dice.blue, "die"), *auto])
    words = f"Dice of {unit.name}: {', '.join([str(force.dice), *auto])}."
    return Sum(unit.key, unit.name, parts, of, words)


def _more(battle: Battle, attack: Attack) -> Iterator[str]:
    """What the odds rest on, and what the units' traits do by themselves."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    test = attack_test_of(battle, attack, boosted=False)
    if target.boost:
        ends = ends_of(battle, attack, boosted=True)
        main, lost = _main(ends, attack.kind), on_average(ends.chances(lambda end: end.lost), "Health")
        defeated = "defeated" if attack.kind is Kind.MELEE else "destroyed"
        yield f"With its Boost: {target.name} {defeated} {percent(main.chance)}, {lost} lost."
    if test.attacker.seals or test.defender.seals:
        yield "Usual play: no Pool Reroll."
    if test.attacker.singles or test.defender.singles:
        yield "Usual play: failed single dice are rerolled."
    melee = attack.kind is Kind.MELEE
    if shaken := attacker.trait_number(DEMORALIZING):
        yield f"{DEMORALIZING}: a wound takes {shaken} Morale from {target.name}."
    if melee and BLOODLUST in attacker.trait_names:
        yield f"{BLOODLUST}: a wound gives {attacker.name} a Boost at the end."
    for unit, other in ((attacker, target), (target, attacker)):
        if melee and DEATH_CURSE in unit.trait_names:
            yield f"{DEATH_CURSE}: destroying {unit.name} gives {other.name} 1 wound and Weak."
        if unit.has_effect(BRITTLE_BONES):
            yield f"{BRITTLE_BONES}: each time 1 wound more for {unit.name}."


def _table(ends: Ends, kind: Kind) -> tuple[Chance, ...]:
    """The chance of all losses of both units together."""
    cases, whole = ends.cases
    joint = together(((end.lost, end.back), ways) for end, ways in cases.items())
    return tuple(Chance(_wounds(ends, lost, kind), Fraction(joint[lost], whole)) for lost in sorted(joint))


def _wounds(ends: Ends, lost: tuple[int, int], kind: Kind) -> str:
    there = _wound(ends.target, lost[0])
    return there if kind is Kind.RANGED and not lost[1] else f"{there}, {_wound(ends.attacker, lost[1])}"


def _wound(unit: Unit, lost: int) -> str:
    return f"{unit.name}: {'destroyed' if lost >= unit.current_health else f'{lost} lost' if lost else 'none lost'}"
