"""The end of a round, the end of the battle, and Soulshards (SCO)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.changes import difference
from rules.game import Answers, Asked, Count, Declared, Illegal, Outcome
from rules.gods_gloom.score import with_soulshards
from rules.gods_gloom.sheet import Army, Battle
from rules.records import BadRecord, from_json
from rules.table import Table

MOST_SHARDS = 20
LAST_ROUND = 99


@dataclass(frozen=True, slots=True)
class EndRound:
    """A round ends, and these armies gain so many Soulshards."""

    gained: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EndBattle:
    """The last round is over; these armies gain so many Soulshards at the end of the match."""

    gained: tuple[tuple[str, int], ...] = ()


def end_round(declared: Declared[Battle, EndRound], table: Table) -> Outcome:
    """Count the Soulshards and let every unit act again; tokens stay."""
    battle = declared.battle
    if why := why_not(battle):
        raise Illegal(why)
    if battle.round == LAST_ROUND:
        raise Illegal("There are no more rounds.")
    armies = _gaining(battle, declared.declaration.gained)
    units = (replace(unit, activated=False, shot=False) for unit in battle.units)
    after = replace(battle.having(*armies, *units), round=battle.round + 1)
    return Outcome(f"Round {battle.round} ends: {_count(after)}.", difference(battle, after))


def end_battle(declared: Declared[Battle, EndBattle], table: Table) -> Outcome:
    """Count the Soulshards for the last time; the most win."""
    battle = declared.battle
    if why := why_not(battle):
        raise Illegal(why)
    after = replace(battle.having(*_gaining(battle, declared.declaration.gained)), over=True)
    best = max(army.soulshards for army in after.armies)
    winners = [army.name for army in after.armies if army.soulshards == best]
    won = f"{winners[0]} wins" if len(winners) == 1 else "nobody wins alone"
    return Outcome(f"The battle ends: {_count(after)}, {won}.", difference(battle, after))


def why_not(battle: Battle) -> str:
    """Why neither a round nor the battle can end; empty when they can."""
    if not battle.started:
        return "The battle has not started."
    return "The battle is over." if battle.over else ""


def questions(battle: Battle, answers: Answers) -> tuple[Asked, ...]:
    """How many Soulshards each army gains."""
    return tuple(Count(a.key, f"Soulshards gained by {a.name}", -MOST_SHARDS, MOST_SHARDS, 0) for a in battle.armies)


def make_round(answers: Answers) -> EndRound:
    """The end of a round that the answers make."""
    return EndRound(_gained(answers))


def make_battle(answers: Answers) -> EndBattle:
    """The end of the battle that the answers make."""
    return EndBattle(_gained(answers))


def _gained(answers: Answers) -> tuple[tuple[str, int], ...]:
    return tuple(
        (name, from_json(int, number, name)) for name, number in answers.items() if name not in ("actor", "target")
    )


def _gaining(battle: Battle, gained: tuple[tuple[str, int], ...]) -> tuple[Army, ...]:
    for _, shards in gained:
        if not -MOST_SHARDS <= shards <= MOST_SHARDS:
            raise Illegal(f"An army gains {-MOST_SHARDS} to {MOST_SHARDS} Soulshards at once, not {shards}.")
    armies = {key: battle.army(key) for key, _ in gained}
    if len(armies) < len(gained):
        raise BadRecord("An army gains its Soulshards once.")
    return tuple(with_soulshards(armies[key], armies[key].soulshards + shards) for key, shards in gained)


def _count(battle: Battle) -> str:
    return ", ".join(
        f"{army.name} {army.soulshards} Soulshard{'' if army.soulshards == 1 else 's'}" for army in battle.armies
    )
