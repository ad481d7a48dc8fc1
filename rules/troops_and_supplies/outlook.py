"""What follows from an attack, before its dice and at its asks: who pays and rolls what, and the exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rules.asks import Ask, Chance, Declared, Likely, Outlook
from rules.distributions import chance_of, mapped
from rules.outlooks import losses, on_average
from rules.table import Dice, Moment, Reply
from rules.troops_and_supplies.allowed import why_not_answer
from rules.troops_and_supplies.attack import Attack, CallIn, checked_attack, checked_call_in, exchange_of, force
from rules.troops_and_supplies.exchange import BattleDice, Counterattack, CounterattackDice, Exchange, Left
from rules.troops_and_supplies.matching import losses_of
from rules.troops_and_supplies.odds import answer_odds, exchange_odds
from rules.troops_and_supplies.sheet import Battle, Unit
from rules.words import counted


def attack_outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The outlook of an attack, with the losses of both units if it can be answered; ``Illegal`` if it cannot be made.

    The target counterattacks wherever it can.
    """
    battle = declared.battle
    attacker, target = checked_attack(battle, declared.declaration)
    told = _told(attacker, target, exchange_odds(exchange_of(battle, attacker, target)))
    return replace(told, sentence=f"{_dice(attacker, attacker, target)} {_answer(attacker, target)}")


def call_in_outlook(declared: Declared[Battle, CallIn]) -> Outlook:
    """The outlook of an attack that is called in; ``Illegal`` if it cannot be."""
    spotter, target, fires = checked_call_in(declared.battle, declared.declaration)
    told = _told(fires, target, exchange_odds(Exchange(force(fires), force(target))))
    unpaid = f"{spotter.name} spends nothing, and {target.name} cannot counterattack."
    return replace(told, sentence=f"{_dice(fires, fires, target)} {unpaid}")


def attack_odds_at(moment: Moment[Battle, Attack], option: int | str | None) -> Outlook | None:
    """The odds of an attack at any of its asks; at the counterattack, and after it, those of the losses to come."""
    battle, attack = moment.declared.battle, moment.declared.declaration
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    wanted = exchange_of(battle, attacker, target)
    if isinstance(moment.ask, BattleDice):
        return _told(attacker, target, exchange_odds(wanted))
    left = max(0, target.strength - losses_of(*_thrown(moment.replies)))
    return _told(attacker, target, answer_odds(wanted, left, _answering(moment.ask, option)), answering=True)


def _thrown(replies: Sequence[Reply]) -> Iterator[Sequence[int]]:
    """The faces of the attack dice, and those of the defence dice."""
    thrown = next(reply for reply in replies if isinstance(reply, Dice) and reply.label == BattleDice.LABEL)
    return (tuple(map(int, faces)) for faces in thrown.faces)


def _answering(ask: Ask, option: int | str | None) -> int:
    """With how many dice the target answers, as it does usually where nothing else is said."""
    if isinstance(ask, CounterattackDice):
        return ask.pools[0].count
    assert isinstance(ask, Counterattack)
    return ask.options[0] if option is None else int(option)


def call_in_odds_at(moment: Moment[Battle, CallIn], option: int | str | None) -> Outlook | None:
    """The odds of an attack that is called in, which has one ask only: its dice."""
    return replace(call_in_outlook(moment.declared), sentence="")


def _told(attacker: Unit, target: Unit, chances: Mapping[Left, Fraction], *, answering: bool = False) -> Outlook:
    """What both units may lose; what matters is the target until it is the attacker that is answered."""
    lost = mapped(chances, lambda left: target.strength - left.target)
    back = mapped(chances, lambda left: attacker.strength - left.attacker)
    main = _main(attacker, back) if answering else _main(target, lost)
    return Outlook(
        "",
        main=main,
        expected=on_average(back if answering else lost, "strength"),
        losses=(
            *losses(target, "strength", lost, target.strength, None if answering else main),
            *losses(attacker, "strength", back, attacker.strength, main if answering else None),
        ),
        table=_table(chances),
    )


def _main(unit: Unit, lost: Mapping[int, Fraction]) -> Likely:
    """That a unit loses anything; where the least that it may lose is all it has, that it is destroyed."""
    least = min((number for number in lost if number), default=1)
    verb = "destroys" if least == unit.strength else "hurts"
    return Likely(verb, unit.name, chance_of(lost, lambda number: number > 0))


def _dice(pays: Unit, attacker: Unit, target: Unit) -> str:
    return (
        f"{attacker.strength} d{attacker.battle_die} against {target.strength} d{target.battle_die}. "
        f"{pays.name} spends {pays.ammunition_cost} of {counted(pays.supplies, 'Supply Token')}."
    )


def _answer(attacker: Unit, target: Unit) -> str:
    reason = why_not_answer(attacker, target)
    return f"No counterattack: {reason}" if reason else f"{target.name} can counterattack if it survives."


def _table(chances: Mapping[Left, Fraction]) -> tuple[Chance, ...]:
    """The strengths that are left, those of both units together where both may lose."""
    both = len({left.attacker for left in chances}) > 1
    ends = mapped(chances, lambda left: (left.target, left.attacker if both else 0))
    return tuple(Chance(_left(*end) if both else _strength(end[0]), ends[end]) for end in sorted(ends, reverse=True))


def _left(target: int, attacker: int) -> str:
    return f"target {_strength(target)}, attacker {_strength(attacker)}"


def _strength(strength: int) -> str:
    return f"{strength} left" if strength else "destroyed"
