"""Which modifiers count, for whom and why; and the current numbers of an operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TypeAlias

from rules.airsoft_squads.field import in_range, team_mate
from rules.airsoft_squads.modifiers import (
    ATTACKERS,
    TARGETS,
    Modifier,
    Operation,
    Reach,
    Reckoning,
    Stat,
    While,
    reckoned,
)
from rules.airsoft_squads.pieces import Lies, Operator
from rules.airsoft_squads.sheet import Battle

MOVE_COSTS = {Stat.EP: 1, Stat.DP: 3}
"""What a MOVE takes from the mover to the end of the TURN (Actions)."""

MEDIC_GIVES = 3
"""The DP that a MEDIC gives (Actions)."""


class Step(StrEnum):
    """The Modify sequence, in its order (Modify)."""

    SUPPRESSION = "1 suppression"
    SKILL = "2 skill"
    TEAMWORK = "3 teamwork"
    STRATEGY = "4 strategy card"
    CARD = "5 card"
    DICE = "6 dice"


@dataclass(frozen=True, slots=True)
class Effect:
    """A modifier that counts for an operator: in which step, what it comes from, and of which squad."""

    modifier: Modifier
    step: Step
    source: str
    squad: str

    @property
    def named(self) -> str:
        """What the modifier comes from, in words."""
        return f"{self.modifier.name} ({self.source})"

    @property
    def in_words(self) -> str:
        """What the modifier does, and what it comes from."""
        return f"{self.modifier.effect}: {self.named}"


VALUES = {Stat.AP: "ap", Stat.EP: "ep", Stat.DP: "dp", Stat.MP: "mp"}
BASES = {Stat.ATTACK_DICE: 1, Stat.DEFENCE_DICE: 1, Stat.CRITICAL: 6}
"""What an attack starts from besides the VALUES (Modify, step 6)."""


def base(operator: Operator, stat: Stat) -> int:
    """The printed VALUE of an operator, or what every attack starts from."""
    return BASES[stat] if stat in BASES else int(getattr(operator, VALUES[stat]))


def effects_on(battle: Battle, operator: Operator, sides: tuple[While, ...]) -> Iterator[Effect]:
    """The modifiers that count for an operator by what it does, whatever their conditions.

    Nothing counts for operators that are not on the field with their face up.
    """
    if operator.active:
        yield from _skills(battle, operator, sides)
        yield from _teamwork(battle, operator, sides)
        yield from _strategy_cards(battle, operator, sides)
        yield from _attached_cards(battle, operator, sides)


def effects_of_attack(battle: Battle, attacker: Operator, target: Operator) -> tuple[Effect, ...]:
    """Everything that may count in an attack, exactly in this order, whatever the conditions (Modify, steps 2 to 5)."""

    def of_both(step: OfStep) -> Iterator[Effect]:
        yield from _in_attack(battle, step, attacker, (While.ATTACKER, While.ALWAYS), ATTACKERS)
        yield from _in_attack(battle, step, target, (While.TARGET, While.ALWAYS), TARGETS)

    return (*of_both(_skills), *of_both(_teamwork), *of_both(_strategy_cards), *of_both(_attached_cards))


def lasting(operator: Operator) -> Iterator[Effect]:
    """What the MOVEs and MEDICs of this TURN make of an operator."""
    for stat, cost in MOVE_COSTS.items():
        if operator.moved:
            yield _own(operator, "MOVE", stat, Operation.SUBTRACT, cost * operator.moved)
    if operator.medics:
        yield _own(operator, "MEDIC", Stat.DP, Operation.ADD, MEDIC_GIVES * operator.medics)


def kept_up_by(battle: Battle, operator: Operator) -> Iterator[Effect]:
    """The effects whose conditions held as an operator was attacked, and keep it up to the end of the TURN."""
    if operator.held:
        attacked = effects_on(battle, operator, (While.TARGET,))
        yield from (effect for effect in attacked if effect.modifier.key in operator.held)


def current(battle: Battle, operator: Operator, stat: Stat) -> int:
    """What an operator has now: its VALUE with everything that counts outside of attacks (Basic rules)."""
    return total(battle, operator, stat, in_force(battle, operator))


def in_force(battle: Battle, operator: Operator) -> tuple[Effect, ...]:
    """Everything that counts for an operator outside of attacks."""
    always = effects_on(battle, operator, (While.ALWAYS,))
    return (*always, *kept_up_by(battle, operator), *lasting(operator))


def total(battle: Battle, operator: Operator, stat: Stat, effects: Iterable[Effect]) -> int:
    """What some effects make of one of an operator's numbers; not limited to 0 (RULINGS)."""
    return of_operator(operator, stat, effects).total(battle.settings.rounding)


def of_operator(operator: Operator, stat: Stat, effects: Iterable[Effect]) -> Reckoning:
    """One of an operator's numbers with the effects that work on it."""
    return reckoned(base(operator, stat), (effect.modifier for effect in effects if effect.modifier.stat is stat))


OfStep: TypeAlias = Callable[[Battle, Operator, tuple[While, ...]], Iterator[Effect]]
"""What one step of the Modify sequence gives an operator by what it does."""


def _skills(battle: Battle, operator: Operator, sides: tuple[While, ...]) -> Iterator[Effect]:
    for bearer in battle.operators:
        if bearer.skills and bearer.active:
            for skill in bearer.skills:
                if skill.side in sides and _reaches(skill, bearer, operator):
                    yield Effect(skill, Step.SKILL, bearer.name, bearer.squad)


def _teamwork(battle: Battle, operator: Operator, sides: tuple[While, ...]) -> Iterator[Effect]:
    """What TEAMWORK gives, once, as a SKILL of every operator with a team mate in range would."""
    for given in battle.teamwork:
        if given.side not in sides:
            continue
        reaching = (o for o in battle.operators if o.active and _reaches(given, o, operator))
        pairs = ((bearer, mate) for bearer in reaching if (mate := team_mate(battle, bearer)))
        for bearer, mate in islice(pairs, 1):
            who = "" if bearer.key == operator.key else f"{bearer.name} "
            yield Effect(given, Step.TEAMWORK, f"{bearer.team}, {who}with {mate.name}", bearer.squad)


def _strategy_cards(battle: Battle, operator: Operator, sides: tuple[While, ...]) -> Iterator[Effect]:
    """What STRATEGY cards give, once, as a SKILL of every operator of their squad would."""
    for card in battle.cards:
        for given in card.modifiers if card.lies is Lies.LAID else ():
            if given.side in sides:
                own = (o for o in battle.operators if o.squad == card.squad and o.active)
                if any(_reaches(given, bearer, operator) for bearer in own):
                    yield Effect(given, Step.STRATEGY, f"{card.kind} of {battle.squad(card.squad).name}", card.squad)


def _attached_cards(battle: Battle, operator: Operator, sides: tuple[While, ...]) -> Iterator[Effect]:
    carried = {card.bearer: card for card in battle.cards if card.bearer and card.modifiers}
    for bearer in battle.operators if carried else ():
        card = carried.get(bearer.key)
        if card is not None and bearer.active:
            for given in card.modifiers:
                if given.side in sides and _reaches(given, bearer, operator):
                    yield Effect(given, Step.CARD, f"{card.kind} of {bearer.name}", card.squad)


def _in_attack(
    battle: Battle, step: OfStep, operator: Operator, sides: tuple[While, ...], own: tuple[Stat, ...]
) -> Iterator[Effect]:
    if not operator.active:
        return
    for effect in step(battle, operator, sides):
        stat = effect.modifier.stat
        if stat in own or (effect.modifier.side is not While.ALWAYS and stat in (*ATTACKERS, *TARGETS)):
            yield effect


def _reaches(modifier: Modifier, bearer: Operator, operator: Operator) -> bool:
    if (modifier.reach in (Reach.ENEMIES, Reach.ALL_ENEMIES)) is (bearer.squad == operator.squad):
        return False
    if modifier.reach is Reach.ALL_ENEMIES:
        return True
    if modifier.reach is Reach.ITSELF:
        return bearer.key == operator.key
    if modifier.reach is Reach.OTHERS:
        return bearer.key != operator.key
    return in_range(bearer, operator)


def _own(operator: Operator, name: str, stat: Stat, operation: Operation, amount: int) -> Effect:
    key = f"{operator.key} {name} {stat}"
    return Effect(Modifier(key, name, While.ALWAYS, stat, operation, amount), Step.SKILL, operator.name, operator.squad)
