"""The Modify sequence: what an attack comes to before its dice, step by step (Modify)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.airsoft_squads.conditions import counts, seen
from rules.airsoft_squads.criticals import NEVER, Criticals
from rules.airsoft_squads.effects import Effect, Step, current, effects_of_attack, in_force, lasting, of_operator, total
from rules.airsoft_squads.modifiers import Modifier, Reckoning, Stat, While, reckoned
from rules.airsoft_squads.pieces import Operator
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import Shot
from rules.table import Table

MOST_DICE = 10
"""More dice than any table rolls for one attack."""


@dataclass(frozen=True, slots=True)
class Modified:
    """An attack before its dice: whether it is suppressed, what counts, the shot, and the target's DP.

    ``rounded`` says whether its EP or DP had a half.
    """

    suppressed: bool
    effects: tuple[Effect, ...]
    shot: Shot
    dp: int
    rounded: bool


def counted_before(attacker: Operator, target: Operator) -> tuple[Effect, ...]:
    """What MOVEs and MEDICs make of what an attack begins with: the attacker's DP, the target's EP and DP."""
    of_attacker = (effect for effect in lasting(attacker) if effect.modifier.stat is Stat.DP)
    return (*of_attacker, *lasting(target))


def conditional(battle: Battle, attacker: Operator, target: Operator) -> tuple[Effect, ...]:
    """What counts in an attack only under a condition that the app cannot know before the dice."""
    effects = (e for e in effects_of_attack(battle, attacker, target) if not e.modifier.after_dice)
    return tuple(e for e in effects if e.modifier.condition and seen(e.modifier, attacker, target) is None)


def after_dice(battle: Battle, attacker: Operator, target: Operator) -> tuple[Effect, ...]:
    """What counts in an attack only under a condition that depends on its dice."""
    return tuple(effect for effect in effects_of_attack(battle, attacker, target) if effect.modifier.after_dice)


def is_suppressed(battle: Battle, attacker: Operator) -> bool:
    """Whether the AP VALUE is halved: DP minus the hit counter below the DP VALUE (Modify, step 1)."""
    return dp_left(battle, attacker) < attacker.dp


def dp_left(battle: Battle, attacker: Operator) -> int:
    """The DP of an attacker minus its hit counter."""
    return current(battle, attacker, Stat.DP) - attacker.hits


def modified(
    battle: Battle, attacker: Operator, target: Operator, met: Iterable[str], suppressed: bool | None = None
) -> Modified:
    """Run the Modify sequence over an attack as far as its dice; ``met`` are the conditions that hold.

    ``suppressed`` was settled when the attack began, before any card was played; ``None`` settles it now.
    """
    halved = is_suppressed(battle, attacker) if suppressed is None else suppressed
    holding = frozenset(met)
    effects = tuple(
        effect
        for effect in effects_of_attack(battle, attacker, target)
        if counts(effect.modifier, attacker, target, holding)
    )
    against = (*_attacker_prevails(effects, attacker.squad), *lasting(target))
    return Modified(
        suppressed=halved,
        effects=effects,
        shot=_shot(battle, attacker, target, effects, halved),
        dp=_dp(battle, target, against),
        rounded=any(of_operator(target, stat, against).rounds() for stat in (Stat.EP, Stat.DP)),
    )


def _dp(battle: Battle, target: Operator, against: tuple[Effect, ...]) -> int:
    """The DP that count for HIT, in the attack and right after it, when what counts while one attacks is over."""
    after = (effect for effect in against if effect.modifier.side is not While.ATTACKER)
    return min(total(battle, target, Stat.DP, against), total(battle, target, Stat.DP, after))


def tell_before(table: Table, battle: Battle, attacker: Operator, target: Operator, found: Modified) -> None:
    """Note what an attack begins with and the steps of the sequence before the cards, with their sources."""
    for effect in counted_before(attacker, target):
        table.note("MOVE and MEDIC", effect.in_words)
    table.note(Step.SUPPRESSION, _suppression(battle, attacker, found.suppressed))
    for step in (Step.SKILL, Step.TEAMWORK, Step.STRATEGY):
        _tell(table, found, step)


def tell_cards(table: Table, found: Modified) -> None:
    """Note what the cards give, with their sources."""
    _tell(table, found, Step.CARD)


def _tell(table: Table, found: Modified, step: Step) -> None:
    told = [effect.in_words for effect in found.effects if effect.step is step]
    for line in told or ["none"]:
        table.note(step, line)


def _suppression(battle: Battle, attacker: Operator, suppressed: bool) -> str:
    sources = ", ".join(effect.in_words for effect in in_force(battle, attacker) if effect.modifier.stat is Stat.DP)
    dp = f"DP {current(battle, attacker, Stat.DP)}" + (f" ({sources})" if sources else "")
    compared = f"{dp} minus hit counter {attacker.hits} = {dp_left(battle, attacker)}, DP VALUE {attacker.dp}"
    return f"AP VALUE {attacker.ap} halved: {compared}" if suppressed else f"none: {compared}"


def _shot(battle: Battle, attacker: Operator, target: Operator, effects: tuple[Effect, ...], halved: bool) -> Shot:
    ordered = _attacker_prevails(effects, attacker.squad)
    power = reckoned(attacker.ap, _of(ordered, Stat.AP))
    return Shot(
        by=attacker.squad,
        power=Reckoning(power.start, power.times, power.parts * (2 if halved else 1), power.added),
        evasion=total(battle, target, Stat.EP, (*ordered, *lasting(target))),
        attack_dice=_dice(total(battle, attacker, Stat.ATTACK_DICE, ordered)),
        defence_dice=_dice(total(battle, target, Stat.DEFENCE_DICE, ordered)),
        criticals=_criticals(battle, attacker, ordered),
        settings=battle.settings,
    )


def _criticals(battle: Battle, attacker: Operator, effects: tuple[Effect, ...]) -> Criticals:
    some = tuple(effect for effect in effects if effect.modifier.dice)
    everyone = total(battle, attacker, Stat.CRITICAL, (effect for effect in effects if effect not in some))
    of_some = ((effect.modifier.amount, effect.modifier.dice) for effect in some)
    return Criticals(max(1, min(NEVER, everyone)), tuple(sorted(of_some)))


def _attacker_prevails(effects: tuple[Effect, ...], squad: str) -> tuple[Effect, ...]:
    """The attacker's side last, so that its modifier holds where two fix a number (Basic rules).

    Of a side's faces from which dice are critical the lowest is last: each makes dice critical by itself.
    """

    def prevails(effect: Effect) -> tuple[bool, int]:
        critical = effect.modifier.stat is Stat.CRITICAL
        return effect.squad == squad, -effect.modifier.amount if critical else 0

    return tuple(sorted(effects, key=prevails))


def _of(effects: Iterable[Effect], stat: Stat) -> tuple[Modifier, ...]:
    return tuple(effect.modifier for effect in effects if effect.modifier.stat is stat)


def _dice(number: int) -> int:
    return max(0, min(MOST_DICE, number))
