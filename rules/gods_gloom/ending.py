"""The end of a round or of the battle, and Soulshards (SCO)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.changes import difference
from rules.game import Answers, Asked, Count, Declared, Illegal, Option, Outcome, Question
from rules.gods_gloom.score import with_soulshards
from rules.gods_gloom.sheet import Army, Battle
from rules.records import BadRecord, from_json
from rules.table import Table
from rules.words import counted

MOST_SHARDS = 20
LAST_ROUND = 99
NO_YES = (Option(False, "no"), Option(True, "yes"))


@dataclass(frozen=True, slots=True)
class EndRound:
    """A round ends, these armies gain so many Soulshards, and perhaps the battle ends with it."""

    gained: tuple[tuple[str, int], ...] = ()
    last: bool = False


def end_round(declared: Declared[Battle, EndRound], table: Table) -> Outcome:
    """Count the Soulshards and let every unit act again, or end the battle; tokens stay.

    The most Soulshards win; a tie is nobody's. ``Illegal`` when there is no round to end.
    """
    battle, ending = declared.battle, declared.declaration
    if why := why_not(battle):
        raise Illegal(why)
    gained = battle.having(*_gaining(battle, ending.gained))
    if ending.last:
        after = replace(gained, over=True)
        return Outcome(f"The battle ends: {_count(after)}, {_won(after)}.", difference(battle, after))
    if battle.round == LAST_ROUND:
        raise Illegal("There are no more rounds: this was the last.")
    units = (replace(unit, activated=False, shot=False) for unit in battle.units)
    after = replace(gained.having(*units), round=battle.round + 1, loser=None)
    return Outcome(f"Round {battle.round} ends: {_count(after)}.", difference(battle, after))


def why_not(battle: Battle) -> str:
    """Why no round can end; empty when it can."""
    if not battle.started:
        return "The battle has not started."
    return "The battle is over." if battle.over else ""


def questions(battle: Battle, answers: Answers) -> tuple[Asked, ...]:
    """How many Soulshards each army gains, and whether it was the last round."""
    return (
        *(Count(a.key, f"Soulshards gained by {a.name}", -MOST_SHARDS, MOST_SHARDS, 0) for a in battle.armies),
        Question("last", "Last round of the battle", NO_YES, False),
    )


def make(answers: Answers) -> EndRound:
    """The end of a round that the answers make; ``BadRecord`` where they do not fit."""
    gained = (
        (name, from_json(int, number, name))
        for name, number in answers.items()
        if name not in ("actor", "target", "last")
    )
    return EndRound(tuple(gained), from_json(bool, answers.get("last", False), "last"))


def _gaining(battle: Battle, gained: tuple[tuple[str, int], ...]) -> tuple[Army, ...]:
    for _, shards in gained:
        if not -MOST_SHARDS <= shards <= MOST_SHARDS:
            raise Illegal(f"An army gains {-MOST_SHARDS} to {MOST_SHARDS} Soulshards at once, not {shards}.")
    armies = {key: battle.army(key) for key, _ in gained}
    if len(armies) < len(gained):
        raise BadRecord("An army gains its Soulshards once.")
    return tuple(with_soulshards(armies[key], armies[key].soulshards + shards) for key, shards in gained)


def _count(battle: Battle) -> str:
    return ", ".join(f"{army.name} {counted(army.soulshards, 'Soulshard')}" for army in battle.armies)


def _won(battle: Battle) -> str:
    best = max(army.soulshards for army in battle.armies)
    winners = [army.name for army in battle.armies if army.soulshards == best]
    return f"{winners[0]} wins" if len(winners) == 1 else "nobody wins alone"
