"""What a unit does in its activation besides attacking, as far as it changes what is stored."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.asks import Declared, Option
from rules.changes import difference
from rules.game import Outcome
from rules.gods_gloom.questions import actors, pressed
from rules.gods_gloom.sheet import Battle, Unit
from rules.gods_gloom.wounds import cancelled, gaining_boost
from rules.guards import refuse
from rules.questions import Answers, AnyQuestion, Question
from rules.remaking import remade
from rules.table import Table


class Doing(StrEnum):
    """The actions that change a unit's tokens, and all the others."""

    FOCUS = "Focus"
    """Gain a Boost token."""
    RALLY = "Rally"
    """Morale tokens back to the characteristic."""
    CLEANSE = "Cleanse"
    """Weak and Slow go."""
    OTHER = "something else"
    """It moves or waits, or does what only the board shows."""


LEADS_TO = {
    Doing.FOCUS: "a Boost token",
    Doing.RALLY: "all its Morale tokens",
    Doing.CLEANSE: "Weak and Slow go",
    Doing.OTHER: "activated, nothing else",
}


@dataclass(frozen=True, slots=True)
class Action:
    """A unit is activated and does this."""

    actor: str
    doing: Doing


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit that has lost a melee pays a Morale token to stand its ground (MEL.60)."""

    actor: str


def act(declared: Declared[Battle, Action], table: Table) -> Outcome:
    """Activate a unit; ``Illegal`` when it has been activated this round."""
    battle, action = declared.battle, declared.declaration
    unit = battle.unit(action.actor)
    refuse(actors(battle)[unit.key])
    done = _done(battle, unit, action.doing)
    told = "; ".join((f"{unit.name}: {action.doing}", *cancelled(unit, done)))
    return Outcome(f"{told}.", difference(battle, _next(battle, remade(done, activated=True))))


def stand(declared: Declared[Battle, Stand], table: Table) -> Outcome:
    """Pay the Morale token; ``Illegal`` without one, and for a unit that has not just lost a melee."""
    battle = declared.battle
    unit = battle.unit(declared.declaration.actor)
    refuse(pressed(battle)[unit.key])
    after = _next(battle, remade(unit, morale_tokens=unit.morale_tokens - 1))
    return Outcome(f"{unit.name}: Stand ground, 1 Morale less.", difference(battle, after))


def questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """What the unit does."""
    unit = battle.unit(str(answers.get("actor")))
    focused = cancelled(unit, gaining_boost(unit, battle.settings.opposites))
    leads_to = {**LEADS_TO, Doing.FOCUS: ", ".join(focused) or LEADS_TO[Doing.FOCUS]}
    options = tuple(Option(doing.value, doing.value, leads_to[doing]) for doing in Doing)
    return (Question("doing", "Action", options, Doing.FOCUS.value),)


def _next(battle: Battle, unit: Unit) -> Battle:
    """The battle after a unit has acted, when nobody can stand its ground any more."""
    return remade(battle.having(unit), loser=None)


def _done(battle: Battle, unit: Unit, doing: Doing) -> Unit:
    if doing is Doing.FOCUS:
        return gaining_boost(unit, battle.settings.opposites)
    if doing is Doing.RALLY:
        return remade(unit, morale_tokens=unit.morale)
    return remade(unit, weak=False, slow=False) if doing is Doing.CLEANSE else unit
