"""What follows from an attack before its dice: who pays and rolls what, and the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from rules.asks import Ask, Chance, Declared, Outlook
from rules.distributions import chance_of, mean
from rules.odds import percent
from rules.troops_and_supplies.allowed import why_not_answer
from rules.troops_and_supplies.attack import Attack, CallIn, checked_attack, checked_call_in, exchange_of, force
from rules.troops_and_supplies.exchange import DECLINE, Counterattack, Exchange, Force, Left
from rules.troops_and_supplies.odds import exchange_odds
from rules.troops_and_supplies.sheet import Battle, Unit

MOST_BARS = 10
"""The most bars that are shown; what is less likely is taken together."""


def attack_outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The outlook of an attack, with both strengths jointly if it can be answered; ``Illegal`` if it cannot be made."""
    battle = declared.battle
    attacker, target = checked_attack(battle, declared.declaration)
    wanted = exchange_of(battle, attacker, target)
    chances = exchange_odds(wanted)
    sentence = f"{_dice(attacker, attacker, target)} {_answer(attacker, target)}"
    line = _fate(target, chances, lambda left: left.target)
    if wanted.answers is None:
        return Outlook(sentence, line, _target_bars(chances))
    line += f"; if it counterattacks, {_fate(attacker, chances, lambda left: left.attacker)}"
    return Outlook(sentence, line, _joint_bars(chances))


def call_in_outlook(declared: Declared[Battle, CallIn]) -> Outlook:
    """The outlook of an attack that is called in; ``Illegal`` if it cannot be."""
    spotter, target, fires = checked_call_in(declared.battle, declared.declaration)
    chances = exchange_odds(Exchange(force(fires), force(target)))
    sentence = f"{_dice(fires, fires, target)} {spotter.name} spends nothing, and {target.name} cannot counterattack."
    return Outlook(sentence, _fate(target, chances, lambda left: left.target), _target_bars(chances))


def answer_odds(declared: Declared[Battle, Attack], ask: Ask, dice: int | str) -> Outlook | None:
    """The odds of a counterattack with so many dice, once the losses of the attack are known."""
    if not isinstance(ask, Counterattack) or dice == DECLINE:
        return None
    battle, attack = declared.battle, declared.declaration
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    chances = exchange_odds(Exchange(Force(int(dice), target.battle_die), force(attacker)))
    return Outlook("", _fate(attacker, chances, lambda left: left.target))


def _dice(pays: Unit, attacker: Unit, target: Unit) -> str:
    return (
        f"{attacker.strength} d{attacker.battle_die} against {target.strength} d{target.battle_die}. "
        f"{pays.name} spends {pays.ammunition_cost} of {pays.supplies} Supply Tokens."
    )


def _answer(attacker: Unit, target: Unit) -> str:
    reason = why_not_answer(attacker, target)
    return f"No counterattack: {reason}" if reason else f"{target.name} can counterattack if it survives."


def _fate(unit: Unit, chances: Mapping[Left, Fraction], left: Callable[[Left], int]) -> str:
    lost = mean(chances, lambda outcome: unit.strength - left(outcome))
    gone = chance_of(chances, lambda outcome: not left(outcome))
    fate = f"destroyed {percent(gone)}" if gone else "cannot be destroyed"
    return f"{unit.name} loses {float(lost):.1f} of {unit.strength} on average, {fate}"


def _target_bars(chances: Mapping[Left, Fraction]) -> tuple[Chance, ...]:
    ordered = sorted(chances.items(), key=lambda item: -item[0].target)
    return tuple(Chance(_left(outcome.target), chance) for outcome, chance in ordered)


def _joint_bars(chances: Mapping[Left, Fraction]) -> tuple[Chance, ...]:
    likely = sorted(chances.items(), key=lambda item: -item[1])
    shown, rest = likely[:MOST_BARS], likely[MOST_BARS:]
    bars = [
        Chance(f"target {_strength(left.target)}, attacker {_strength(left.attacker)}", chance)
        for left, chance in sorted(shown, key=lambda item: (-item[0].target, -item[0].attacker))
    ]
    if rest:
        bars.append(Chance("anything else", sum((chance for _, chance in rest), Fraction(0))))
    return tuple(bars)


def _strength(strength: int) -> str:
    return str(strength) if strength else "destroyed"


def _left(strength: int) -> str:
    return f"{strength} left" if strength else "destroyed"
