"""Tokens that a ship gains or loses outside attacks: actions, manoeuvres, effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.asks import Declared, Option, Side
from rules.changes import Change, difference
from rules.game import Illegal, Outcome
from rules.guards import refuse
from rules.questions import Answers, AnyQuestion, Count, Question
from rules.remaking import remade
from rules.table import Table
from rules.x_wing.declaration import why_not_now
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.token_effects import ionized, jammed, note_ionized
from rules.x_wing.tokens import ALL, CLOAK, GREEN, NAMES, is_ionized

MOST = 9


@dataclass(frozen=True, slots=True)
class Tokens:
    """How many tokens of each kind a ship has now, and the ship that it has locked."""

    actor: str
    focus: int = 0
    calculate: int = 0
    evade: int = 0
    reinforce_fore: int = 0
    reinforce_aft: int = 0
    disarm: int = 0
    tractor: int = 0
    jam: int = 0
    strain: int = 0
    deplete: int = 0
    ion: int = 0
    stress: int = 0
    cloak: int = 0
    lock: str | None = None


def set_tokens(declared: Declared[Battle, Tokens], table: Table) -> Outcome:
    """Give a ship the tokens that it has now; a jam token eats each green token or lock that is gained."""
    headline, changes = tokens_set(declared.battle, declared.declaration, table)
    return Outcome(headline, with_scores(declared.battle, changes))


def tokens_set(battle: Battle, tokens: Tokens, table: Table) -> tuple[str, tuple[Change, ...]]:
    """What becomes of a ship's tokens in words, and what that changes besides scores."""
    ship = battle.ship(tokens.actor)
    _check(battle, ship, tokens)
    said: dict[str, Any] = {track: getattr(tokens, track) for track in (*TRACKS, "lock")}
    if (wanted := remade(ship, **said)) == ship:
        raise Illegal(f"{ship.name} has these tokens already.")
    waiting = min(ship.jam, tokens.jam)
    now = _eaten(ship, wanted if waiting == tokens.jam else remade(wanted, jam=waiting), table)
    now = jammed(now, tokens.jam - waiting, _enemy(battle, ship), table)
    lost = tuple(_jammed(battle, ship, tokens, now))
    ended = ionized(battle, now)
    note_ionized(now, ended, table)
    told = ", ".join((*lost, *_told(battle, ship, ended))) or "nothing is left of it"
    return f"{ship.name}: {told}.", difference(ship, ended)


def token_questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """The lock, enemies first, and each kind of token, as they are now."""
    ship = battle.ship(str(answers.get("actor")))
    others = sorted(battle.ships, key=lambda other: other.squad == ship.squad)
    locked = (Option(other.key, other.name) for other in others if other.standing and other.key != ship.key)
    counts = (Count(track, NAMES[track], 0, 1 if track == CLOAK else MOST, getattr(ship, track)) for track in TRACKS)
    return (Question("lock", "Lock on", (Option(None, "nobody"), *locked), ship.lock), *counts)


TRACKS = (*ALL, CLOAK)


def _check(battle: Battle, ship: Ship, tokens: Tokens) -> None:
    refuse(why_not_now(battle, ship))
    for track in TRACKS:
        most = 1 if track == CLOAK else 99
        if not 0 <= getattr(tokens, track) <= most:
            raise Illegal(f"{NAMES[track]} tokens are 0 to {most}. You entered {getattr(tokens, track)}.")
    if tokens.lock is None:
        return
    if tokens.lock == ship.key or not battle.ship(tokens.lock).standing:
        raise Illegal(f"{ship.name} cannot lock that.")
    if tokens.lock != ship.lock and battle.is_second and is_ionized(ship):
        raise Illegal(f"{ship.name} is ionized and cannot acquire locks.")


def _eaten(before: Ship, now: Ship, table: Table) -> Ship:
    """The ship when the jam tokens that were waiting take of what was gained, each one in the order of the rows."""
    for track in (*GREEN, "lock"):
        if lost := min(_gained(before, now, track), now.jam):
            table.note("jam", f"takes {lost} {NAMES.get(track, track)}")
            kept: dict[str, Any] = {track: before.lock if track == "lock" else getattr(now, track) - lost}
            now = remade(now, jam=now.jam - lost, **kept)
    return now


def _gained(before: Ship, now: Ship, track: str) -> int:
    if track == "lock":
        return int(now.lock is not None and now.lock != before.lock)
    return max(0, int(getattr(now, track)) - int(getattr(before, track)))


def _enemy(battle: Battle, ship: Ship) -> Side:
    return next((squad.key for squad in battle.squads if squad.key != ship.squad), ship.squad)


def _jammed(battle: Battle, before: Ship, tokens: Tokens, now: Ship) -> Iterator[str]:
    """What was gained and went to a jam token at once."""
    for track in GREEN:
        kept, gained = getattr(now, track), getattr(tokens, track)
        if max(kept, getattr(before, track)) < gained:
            count = f"{gained - kept} " if kept > getattr(before, track) else ""
            yield f"{count}{NAMES[track]} gained and jammed"
    if tokens.lock not in (None, before.lock, now.lock):
        yield f"{_lock(battle, tokens.lock)} gained and jammed"


def _told(battle: Battle, before: Ship, after: Ship) -> Iterator[str]:
    for track in TRACKS:
        if getattr(before, track) != getattr(after, track):
            yield f"{NAMES[track]} {getattr(after, track)}"
    if before.lock != after.lock:
        yield _lock(battle, after.lock)


def _lock(battle: Battle, key: str | None) -> str:
    return f"a lock on {battle.ship(key).name}" if key else "no lock"
