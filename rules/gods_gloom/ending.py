"""The end of a round or of the battle, and Soulshards (SCO)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.changes import apply, difference
from rules.ending import next_round
from rules.game import Illegal, Outcome
from rules.gods_gloom.score import score, with_soulshards
from rules.gods_gloom.sheet import Army, Battle
from rules.guards import refuse, why_not_under_way
from rules.questions import NO_YES, PIECES, Answers, AnyQuestion, Count, Question
from rules.records import BadRecord, from_json
from rules.remaking import remade
from rules.scores import leading
from rules.table import Table
from rules.words import counted

MOST_SHARDS = 20


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
    refuse(why_not_under_way(battle))
    gained = battle.having(*_gaining(battle, ending.gained))
    if ending.last:
        after = remade(gained, over=True)
        return Outcome(f"The battle ends: {_count(after)}, {_won(after)}.", difference(battle, after))
    following = next_round(battle)
    units = (remade(unit, activated=False, shot=False) for unit in battle.units)
    after = apply(remade(gained.having(*units), loser=None), (following,))
    return Outcome(f"Round {battle.round} ends: {_count(after)}.", difference(battle, after))


def questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """How many Soulshards each army gains, and whether it was the last round."""
    return (
        *(Count(a.key, f"Soulshards gained by {a.name}", -MOST_SHARDS, MOST_SHARDS, 0) for a in battle.armies),
        Question("last", "Last round of the battle", NO_YES, False),
    )


def make(answers: Answers) -> EndRound:
    """The end of a round that the answers make; ``BadRecord`` where they do not fit."""
    gained = ((name, from_json(int, number, name)) for name, number in answers.items() if name not in (*PIECES, "last"))
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


def winners(battle: Battle) -> tuple[str, ...]:
    """The keys of the armies with the most Soulshards (SCO)."""
    return leading(score(battle))


def _won(battle: Battle) -> str:
    won = winners(battle)
    return f"{battle.army(won[0]).name} wins" if len(won) == 1 else "nobody wins alone"
