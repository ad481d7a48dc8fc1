"""Setting a unit or the armies right by hand, when the table and the app disagree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.changes import difference
from rules.following import Following, fallen_or_back, following, why_not_back
from rules.game import Answers, Asked, Count, Declared, Illegal, Option, Outcome, Question, Row, Rows
from rules.gods_gloom.score import LEAST, MOST
from rules.gods_gloom.sheet import Army, Battle, Status, Unit
from rules.records import BadRecord, from_json
from rules.table import Table

NO_YES = (Option(False, "no"), Option(True, "yes"))
FLAGS = {
    "weak": "Weak",
    "boost": "Boost",
    "slow": "Slow",
    "fast": "Fast",
    "activated": "Activated this round",
    "shot": "Ranged attack made",
}
ARMY = {"seals": ("Command Seals", 0, 99), "momentum": ("Momentum", 0, 2), "soulshards": ("Soulshards", LEAST, MOST)}
"""What an army has: its name, fewest and most."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a unit should show; ``effects`` are the names of its lasting effects."""

    actor: str
    current_health: int
    morale_tokens: int
    weak: bool = False
    boost: bool = False
    slow: bool = False
    fast: bool = False
    activated: bool = False
    shot: bool = False
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ArmiesCorrection:
    """What the armies should show, each by its key, what of it, and the number."""

    values: tuple[tuple[str, str, int], ...]


def correct(declared: Declared[Battle, Correction], table: Table) -> Outcome:
    """Set a unit right; ``Illegal`` when it cannot show this or shows it already.

    A unit without health is destroyed, and one that gets some back stands again.
    """
    battle, wanted = declared.battle, declared.declaration
    unit = battle.unit(wanted.actor)
    try:
        after = replace(
            unit,
            current_health=wanted.current_health,
            morale_tokens=wanted.morale_tokens,
            effects=frozenset(wanted.effects),
            **{flag: getattr(wanted, flag) for flag in FLAGS},
        )
    except ValueError as problem:
        raise Illegal(f"{unit.name}: {problem}.") from problem
    changes = difference(battle, battle.having(_standing(after)))
    if not changes:
        raise Illegal(f"{unit.name} shows that already.")
    return Outcome(f"{unit.name} is corrected by hand.", changes)


def correct_armies(declared: Declared[Battle, ArmiesCorrection], table: Table) -> Outcome:
    """Set Command Seals, Momentum and Soulshards right; ``Illegal`` when an army cannot show them or does already."""
    battle = declared.battle
    wanted: dict[str, dict[str, int]] = {army.key: {} for army in battle.armies}
    for key, track, number in declared.declaration.values:
        if track not in ARMY:
            raise Illegal(f"An army has no “{track}”.")
        wanted[battle.army(key).key][track] = number
    try:
        after = replace(battle, armies=tuple(_with(army, wanted[army.key]) for army in battle.armies))
    except ValueError as problem:
        raise Illegal(f"{str(problem).capitalize()}.") from problem
    changes = difference(battle, after)
    if not changes:
        raise Illegal("The armies show that already.")
    return Outcome("The armies are corrected by hand.", changes)


def follows(before: Battle, edited: Battle) -> Following:
    """A unit that an edit leaves without health is destroyed, and one that gets some back stands again.

    ``Illegal`` when it puts a unit without health back on the board.
    """
    if reason := why_not_back(before.units, edited.units, "current_health", "Health"):
        raise Illegal(reason)
    units = fallen_or_back(before.units, edited.units, "current_health")
    return following(before, edited, difference(edited, edited.having(*map(_standing, units))))


def questions(battle: Battle, answers: Answers) -> tuple[Asked, ...]:
    """What can be set right, showing what the unit has now."""
    unit = battle.unit(str(answers.get("actor")))
    effects = tuple(sorted(unit.effects))
    return (
        Count("current_health", "Health", 0, unit.health, unit.current_health),
        Count("morale_tokens", "Morale tokens", 0, unit.morale, unit.morale_tokens),
        *(Question(flag, label, NO_YES, getattr(unit, flag)) for flag, label in FLAGS.items()),
        Rows("effects", "Effects", (), tuple(Row(name) for name in effects), effects, help="lasting, by their names"),
    )


def army_questions(battle: Battle, answers: Answers) -> tuple[Asked, ...]:
    """What the armies have now."""
    return tuple(
        Count(f"{army.key}.{track}", f"{army.name}: {label}", least, most, getattr(army, track))
        for army in battle.armies
        for track, (label, least, most) in ARMY.items()
    )


def make(answers: Answers) -> Correction:
    """The correction that the answers make; ``BadRecord`` where they do not fit."""
    rows = answers.get("effects", [])
    if not isinstance(rows, list):
        raise BadRecord("effects should be a list.")
    names = [row.get("name") if isinstance(row, dict) else row for row in rows]
    given = {name: answer for name, answer in answers.items() if name != "target"}
    correction: Correction = from_json(Correction, {**given, "effects": names}, "correction")
    return correction


def make_armies(answers: Answers) -> ArmiesCorrection:
    """The correction of the armies that the answers make; ``BadRecord`` where they do not fit."""
    values: list[Any] = []
    for name, number in answers.items():
        key, _, track = name.rpartition(".")
        if track not in ARMY:
            raise BadRecord(f"An army has no “{name}”.")
        values.append([key, track, number])
    made: ArmiesCorrection = from_json(ArmiesCorrection, {"values": values}, "correction")
    return made


def _with(army: Army, shown: dict[str, int]) -> Army:
    return replace(army, **shown, score=shown.get("soulshards", army.soulshards))  # type: ignore[arg-type]


def _standing(unit: Unit) -> Unit:
    if not unit.current_health and unit.status is Status.ACTIVE:
        return replace(unit, status=Status.DESTROYED, destroyed_by="a correction")
    if unit.current_health and unit.status is Status.DESTROYED:
        return replace(unit, status=Status.ACTIVE, destroyed_by="")
    return unit
