"""A throw of pebbles (park rules, "Throwing")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.asks import Declared, Roll
from rules.changes import Change
from rules.dice import Pool, d, tally
from rules.game import Outcome, WhyNot
from rules.guards import refuse, why_not_an_enemy, why_not_now
from rules.pebbles.sheet import Battle
from rules.scores import rescored
from rules.table import Table

PEBBLE = d(6, "pebble")


@dataclass(frozen=True, slots=True)
class Throw:
    """One thrower throws at one of the others."""

    actor: str
    target: str


class Pebbles(Roll[Battle, Throw]):
    """The pebbles of one throw."""

    LABEL = "pebbles"


def throw(declared: Declared[Battle, Throw], table: Table) -> Outcome:
    """Throw; each face from the agreed one on costs the target a strength."""
    battle, thrown = declared.battle, declared.declaration
    thrower, target = battle.thrower(thrown.actor), battle.thrower(thrown.target)
    refuse(throwers(battle)[thrower.key] or targets(battle, thrower.key).get(target.key, "Nobody throws at a friend."))
    (faces,) = table.roll(Pebbles((Pool(PEBBLE, thrower.pebbles),)), tally)
    hits = sum(faces[battle.settings.hits - 1 :])
    left = max(0, target.strength - hits)
    changes = (Change(thrower.key, "threw", False, True), Change(target.key, "strength", target.strength, left))
    told = f"{thrower.name} hits {target.name} {hits} times" + ("." if left else ", who is out.")
    return Outcome(told, rescored(battle, changes, score))


def throwers(battle: Battle) -> WhyNot:
    """Who can throw now."""
    return {t.key: why_not_now(battle, t) or ("Has thrown." if t.threw else "") for t in battle.throwers}


def targets(battle: Battle, actor: str) -> WhyNot:
    """Whom a thrower can throw at."""
    thrower = battle.thrower(actor)
    return {t.key: why_not_an_enemy(thrower, t) for t in battle.throwers if t.key != actor}


def score(battle: Battle) -> Mapping[str, int]:
    """A point for each of the others that is out."""
    out = [thrower.team for thrower in battle.throwers if not thrower.standing]
    return {team.key: len(out) - out.count(team.key) for team in battle.teams}
