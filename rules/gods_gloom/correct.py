"""Setting a unit or the armies right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.asks import Declared
from rules.changes import Change, apply, difference, merged
from rules.correction import Follows, Settled, destroyed_or_back, edited_by_hand
from rules.game import Illegal, Outcome
from rules.gods_gloom.sheet import Army, Battle, Unit
from rules.questions import Answers, AnyQuestion, Row, Rows, choice_of, count_of
from rules.records import BadRecord, from_json
from rules.table import Table
from rules.words import capitalised

FLAGS = {
    "weak": "Weak",
    "boost": "Boost",
    "slow": "Slow",
    "fast": "Fast",
    "activated": "Activated this round",
    "shot": "Ranged attack made",
}
ARMY = ("seals", "momentum", "soulshards")
"""What an army has."""


@dataclass(frozen=True, slots=True)
class ArmiesCorrection:
    """What the armies should show, each by its key, what of it, and the number."""

    values: tuple[tuple[str, str, int], ...]


def settle(battle: Battle, key: str, said: Sequence[Change], table: Table) -> Settled:
    """A unit without health is destroyed, and one that gets some back stands again; ``Illegal`` for impossible ones."""
    try:
        now = apply(battle, said)
    except ValueError as problem:
        raise Illegal(f"{battle.unit(key).name}: {problem}.") from problem
    return Settled(merged((*said, *_fate(now.unit(key)))))


def upgraded(data: object) -> object:
    """A correction that was stored with a field for each of its values."""
    if not isinstance(data, Mapping) or "values" in data:
        return data
    return {"actor": data.get("actor"), "values": [[name, value] for name, value in data.items() if name != "actor"]}


def correct_armies(declared: Declared[Battle, ArmiesCorrection], table: Table) -> Outcome:
    """Set Command Seals, Momentum and Soulshards right.

    ``Illegal`` before the start, when nobody has points, and when an army cannot show them or does already.
    """
    battle = declared.battle
    if not battle.started:
        raise Illegal("The battle has not started.")
    wanted: dict[str, dict[str, int]] = {army.key: {} for army in battle.armies}
    for key, track, number in declared.declaration.values:
        if track not in ARMY:
            raise Illegal(f"An army has no “{track}”.")
        wanted[battle.army(key).key][track] = number
    try:
        after = replace(battle, armies=tuple(_with(army, wanted[army.key]) for army in battle.armies))
    except ValueError as problem:
        raise Illegal(f"{capitalised(str(problem))}.") from problem
    changes = difference(battle, after)
    if not changes:
        raise Illegal("The armies show that already.")
    return Outcome("The armies are corrected by hand.", changes)


def questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """What can be set right, showing what the unit has now."""
    unit = battle.unit(str(answers.get("actor")))
    effects = tuple(sorted(unit.effects))
    return (
        count_of(unit, "current_health"),
        count_of(unit, "morale_tokens"),
        *(choice_of(unit, flag, label) for flag, label in FLAGS.items()),
        Rows("effects", "Effects", (), tuple(Row(name) for name in effects), effects, help="lasting, by their names"),
    )


def army_questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """What the armies have now."""
    return tuple(
        replace(count, name=f"{army.key}.{count.name}", label=f"{army.name}: {count.label}")
        for army in battle.armies
        for count in (count_of(army, track) for track in ARMY)
    )


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


def _fate(unit: Unit) -> Iterator[Change]:
    return destroyed_or_back(unit, unit.current_health)


follows: Follows[Battle] = edited_by_hand(lambda battle: battle.units, "current_health", _fate)
"""A unit that an edit leaves without health is destroyed, and one that gets some back stands again."""
