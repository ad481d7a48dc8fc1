"""One sheet for what all ships gain between attacks: the usual tokens one tap each, and a lock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.asks import Declared, Option
from rules.changes import Change
from rules.game import Illegal, Outcome
from rules.guards import refuse, why_not_under_way
from rules.questions import Answers, AnyQuestion, Question, Row, Rows
from rules.records import BadRecord, from_json
from rules.table import Table
from rules.turns import Names, shortened
from rules.words import few, listed
from rules.x_wing.score import with_scores
from rules.x_wing.set_tokens import TRACKS, Tokens, tokens_set
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.tokens import ALL, CLOAK, NAMES, is_ionized

GAINED = tuple(dict.fromkeys(("focus", "evade", "calculate", *(track for track in (*ALL, CLOAK) if track != "jam"))))
"""What can be gained here, the most frequent first; of a jam token the player who jams decides what it takes."""

TRACK_OF = {NAMES[track]: track for track in GAINED}
TOKENS, LOCK = "-tokens", "-lock"
"""What the names of a ship's questions end with, after its key."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What one ship gains: a token of each of some tracks, and a lock on the ship with a key."""

    ship: str
    tokens: tuple[str, ...] = ()
    lock: str | None = None


@dataclass(frozen=True, slots=True)
class Gains:
    """What the ships gain that gain anything."""

    ships: tuple[Gain, ...]


def gains_of(answers: Answers) -> Gains:
    """The declaration that the answers make; ``BadRecord`` if they do not fit."""
    found: dict[str, dict[str, Any]] = {}
    for name, answer in answers.items():
        for end, what in ((TOKENS, "tokens"), (LOCK, "lock")):
            if name.endswith(end) and answer:
                found.setdefault(name.removesuffix(end), {})[what] = answer
    ships = []
    for key, said in found.items():
        named = [row.get("name") for row in said.get("tokens", ())]
        if unknown := [name for name in named if name not in TRACK_OF]:
            raise BadRecord(f"There is no such token as “{unknown[0]}”.")
        ships.append({**said, "ship": key, "tokens": [TRACK_OF[str(name)] for name in named]})
    return from_json(Gains, {"ships": ships}, "Tokens for all")


def gain_questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """What each ship has gained, and after that whom it locks."""
    names, ships = shortened(battle), [ship for ship in battle.ships if ship.standing]
    locking = (ship for ship in ships if not (battle.is_second and is_ionized(ship)))
    return (*map(_tokens, ships), *(_lock(battle, ship, names) for ship in locking))


def gain(declared: Declared[Battle, Gains], table: Table) -> Outcome:
    """Give each ship what it gains, as its own form of tokens does; ``Illegal`` when nobody gains anything."""
    battle = declared.battle
    refuse(why_not_under_way(battle))
    gaining = [one for one in declared.declaration.ships if one.tokens or one.lock]
    if not gaining:
        raise Illegal("Tap what the ships have gained first.")
    keys = {one.ship for one in gaining}
    if len(keys) < len(gaining):
        raise Illegal("Each ship gains once at a time.")
    changes: list[Change] = []
    # What one ship gains changes nothing of another, so that all of it is told of the battle as it was.
    for one in gaining:
        headline, gained = tokens_set(battle, _now(battle.ship(one.ship), one), table)
        table.note("gains", headline)
        changes += gained
    names = shortened(battle)
    told = few([names[ship.key] for ship in battle.ships if ship.key in keys])
    return Outcome(f"{told}: tokens gained.", with_scores(battle, changes))


def _tokens(ship: Ship) -> Rows:
    offered = tuple(Row(NAMES[track]) for track in GAINED if not (track == CLOAK and ship.cloak))
    has = [f"{getattr(ship, track)} {NAMES[track]}" for track in TRACKS if getattr(ship, track)]
    return Rows(f"{ship.key}{TOKENS}", ship.name, (), offered, typed=0, help=f"has {listed(has)}" if has else "")


def _lock(battle: Battle, ship: Ship, names: Names) -> Question:
    """Whom it locks now; a lock that it has stays until it takes another."""
    enemies = (other for other in battle.ships if other.standing and other.squad != ship.squad)
    locks = (Option(other.key, names[other.key]) for other in enemies if other.key != ship.lock)
    stays = Option(None, f"still {names[ship.lock]}" if ship.lock else "nobody")
    return Question(f"{ship.key}{LOCK}", f"{ship.name} locks", (stays, *locks), None)


def _now(ship: Ship, one: Gain) -> Tokens:
    """All tokens of a ship with what it gains."""
    if unknown := [track for track in one.tokens if track not in GAINED]:
        raise Illegal(f"{ship.name} cannot gain “{unknown[0]}” here.")
    has = Tokens(ship.key, lock=one.lock or ship.lock, **{track: getattr(ship, track) for track in TRACKS})
    more: dict[str, Any] = {track: getattr(ship, track) + 1 for track in one.tokens}
    return replace(has, **more)
