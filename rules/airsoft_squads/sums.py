"""The AP and the EP of an attack as sums: the VALUE of an operator and what is added to it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.airsoft_squads.effects import Effect, lasting
from rules.airsoft_squads.modifiers import SIGNS, Operation, Stat
from rules.airsoft_squads.modify import Modified
from rules.airsoft_squads.pieces import Operator
from rules.sums import Part, Sum
from rules.words import with_minus


def sums(attacker: Operator, target: Operator, found: Modified) -> tuple[Sum, Sum]:
    """The AP of the attacker and the EP of its target, before their dice."""
    shot, against = found.shot, (*found.effects, *lasting(target))
    return (
        _sum(attacker, Stat.AP, shot.ap(), found.effects, shot.attack_dice),
        _sum(target, Stat.EP, shot.evasion, against, shot.defence_dice),
    )


def _sum(operator: Operator, stat: Stat, total: int, effects: tuple[Effect, ...], dice: int) -> Sum:
    added = tuple(_added(stat, effects))
    own = Part(operator.name, total - sum(part.amount for part in added))
    of = "+ D6" if dice == 1 else f"+ {dice} D6"
    told = ", ".join((f"{own.name} {own.amount}", *(f"{part.name} {part.amount:+}" for part in added)))
    words = f"{stat} {total} {of}" + (f": {told}" if added else "")
    return Sum(operator.key, stat, (own, *added), of, with_minus(words))


def _added(stat: Stat, effects: tuple[Effect, ...]) -> Iterator[Part]:
    """What is added and subtracted; what multiplies or fixes the VALUE is a part of the operator's own."""
    for modifier in (effect.modifier for effect in effects):
        if modifier.stat is stat and modifier.operation in SIGNS:
            sign = 1 if modifier.operation is Operation.ADD else -1
            yield Part(modifier.name, sign * modifier.amount)
