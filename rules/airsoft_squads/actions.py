"""What every ACTION ends with: RULEVIOLATION, and the operator EXHAUSTED (Terms; Actions)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.effects import effects_on
from rules.airsoft_squads.modifiers import Stat, While
from rules.airsoft_squads.performance import LOST, all_hit
from rules.airsoft_squads.pieces import Bonus, Operator, State
from rules.airsoft_squads.sheet import Battle, Phase
from rules.asks import Declared, Roll, Side
from rules.changes import Change, apply, merged
from rules.dice import D6, Face, Pool, Tally
from rules.table import Table

VIOLATION = "RULEVIOLATION"


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The reading of one die that has to show a face or more."""

    face: int

    def __call__(self, shown: Tally) -> bool:
        """Whether it does."""
        return any(shown[self.face - 1 :])


@dataclass(frozen=True, slots=True)
class RuleViolation(Roll[Battle, object]):
    """The die of an operator that carries a RULEVIOLATION, which has to show a face or more."""

    SENTENCE = f"{{actor}} ends its ACTION with {VIOLATION} {{needed}}+: below {{needed}} it is OUT."

    actor: str
    needed: int

    @property
    def label(self) -> str:
        """The condition, and what is needed."""
        return f"{VIOLATION} {self.needed}+"

    def owners(self, declared: Declared[Battle, object]) -> tuple[Side, ...]:
        """The squad of the operator."""
        return (declared.battle.operator(self.actor).squad,)

    def worth(self, face: Face) -> int:
        """Whether the operator stays."""
        return int(int(face) >= self.needed)


def violation_of(battle: Battle, operator: Operator) -> int:
    """What an operator has to roll for the RULEVIOLATION that it carries, the highest of several; 0 for none."""
    found = (e.modifier for e in effects_on(battle, operator, (While.ALWAYS,)) if e.modifier.stat is Stat.VIOLATION)
    return max((modifier.amount for modifier in found), default=0)


def ended(battle: Battle, key: str, changes: tuple[Change, ...], table: Table) -> tuple[str, tuple[Change, ...]]:
    """The end of an operator's ACTION after some changes: what became of it in words, and all the changes."""
    before, now = battle.operator(key), apply(battle, changes)
    operator = now.operator(key)
    line, last = _state_after(now, operator, table)
    acted = (Change(battle.key, "acted", battle.acted, operator.squad),)
    if before.state is State.EXHAUSTED:
        acted = (Change(key, "bonus", before.bonus, Bonus.USED),)
    combat = Change(battle.key, "phase", battle.phase, Phase.COMBAT)
    return line, merged((*changes, *all_hit(now, (*last, *acted, combat), LOST, table)))


def _state_after(battle: Battle, operator: Operator, table: Table) -> tuple[str, tuple[Change, ...]]:
    if not operator.face_up:
        return "", ()
    needed = violation_of(battle, operator)
    if needed and not table.roll(RuleViolation((Pool(D6, 1),), operator.key, needed), AtLeast(needed)):
        table.note("OUT", f"{operator.name} is OUT: below {needed}")
        return (
            f"{operator.name} is OUT for a rule violation",
            (
                Change(operator.key, "state", operator.state, State.OUT),
                Change(operator.key, "destroyed_by", operator.destroyed_by, "a rule violation"),
            ),
        )
    return "", (Change(operator.key, "state", operator.state, State.EXHAUSTED),)
