"""A frame's turn: name a range, roll the pool, assign its dice (rulebook, pp. 93-96; RULINGS, "The turn")."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Choice, Declared, Laying, Option, Place, Roll, Side
from rules.changes import Change
from rules.dice import Face
from rules.game import Outcome
from rules.guards import refuse
from rules.mobile_frame_zero.declaration import why_not_target
from rules.mobile_frame_zero.now import acting_frame, why_not_act, why_not_assign
from rules.mobile_frame_zero.pool import (
    NONE,
    Action,
    candidates,
    face,
    in_words,
    named,
    pool,
    shown,
    why_not_named,
    without,
)
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame, Range
from rules.table import Table
from rules.words import without_rank

TRACKS = {Action.ATTACK: "attack", Action.MOVEMENT: "movement", Action.SPOT: "spotting"}


@dataclass(frozen=True, slots=True)
class Activation:
    """A frame acts: the range that it names, the rockets that it fires, and the piece that it names as its target.

    The target is told to everybody and kept in the log; ``None`` when the players keep it to themselves.
    """

    actor: str
    range: Range
    rockets: int = 0
    names: str | None = None


@dataclass(frozen=True, slots=True)
class Assignment:
    """A frame that had to act when it was attacked assigns the dice that are left."""

    actor: str


@dataclass(frozen=True, slots=True)
class PoolRoll(Roll[Battle, object]):
    """A frame's whole pool."""

    LABEL = "pool"

    frame: str

    def sentence(self, declared: Declared[Battle, object]) -> str:
        """Whose pool it is, and its dice."""
        return (
            f"{without_rank(declared.battle.frame(self.frame).name)} rolls its pool: {', '.join(map(str, self.pools))}."
        )

    def owners(self, declared: Declared[Battle, object]) -> tuple[Side, ...]:
        """The company of the frame."""
        return (declared.battle.frame(self.frame).company,) * len(self.pools)

    def worth(self, face: Face) -> int:
        """A higher one is better wherever it lies."""
        return int(face)


@dataclass(frozen=True, slots=True)
class DieAssigned(Choice[Battle, object, str]):
    """Which die of its pool a frame assigns to an action."""

    SENTENCE = "Which die does {frame} assign to {action}?"

    frame: str
    action: Action
    rolled: str = ""
    then: tuple[Action, ...] = ()
    """The actions whose dice are assigned right after it."""

    @property
    def label(self) -> str:
        """The die of the action."""
        return _label(self.action)

    def option(self, declared: Declared[Battle, object], value: str) -> Option:
        """The die in words."""
        return _die(value)

    def laying(self, declared: Declared[Battle, object]) -> Laying | None:
        """The actions that dice are left for, each with the dice that may serve it."""
        if not self.then:
            return None
        name = without_rank(declared.battle.frame(self.frame).name)
        return Laying(
            f"{name} assigns its dice.",
            tuple(
                Place(_label(action), str(action), tuple(map(_die, candidates(self.rolled, action))))
                for action in (self.action, *self.then)
            ),
            tuple(self.rolled.split()),
        )


def _label(action: Action) -> str:
    return f"{action} die"


def _die(value: str) -> Option:
    """A rolled die as an option, in words and as a die."""
    shown = face(value)
    return Option(value, in_words(value), die=None if shown is None else (named(value), shown))


def activate(declared: Declared[Battle, Activation], table: Table) -> Outcome:
    """Roll a frame's pool and assign its dice; ``Illegal`` when the frame cannot act (RULINGS, "The turn")."""
    battle, activation = declared.battle, declared.declaration
    frame = acting_frame(battle, activation.actor)
    refuse(why_not_act(battle, frame) or why_not_named(frame, activation.range, activation.rockets))
    against = _against(battle, frame, activation.names)
    defence, rolled, changes = roll_and_defend(frame, activation.range, activation.rockets, table, *TRACKS)
    assigned = _assign(frame, rolled, table)
    return Outcome(
        f"{frame.name} acts{against}: {_summary(defence, assigned)}.", with_scores(battle, (*changes, *assigned))
    )


def assign(declared: Declared[Battle, Assignment], table: Table) -> Outcome:
    """Assign what is left of a pool rolled under attack; ``Illegal`` when nothing is left (RULINGS, "The defence")."""
    battle = declared.battle
    frame = acting_frame(battle, declared.declaration.actor)
    refuse(why_not_assign(battle, frame))
    assigned = _assign(frame, frame.rolled, table)
    return Outcome(
        f"{frame.name} finishes its turn: {_summary(frame.defence or 0, assigned)}.", with_scores(battle, assigned)
    )


def roll_and_defend(
    frame: Frame, reach: Range, rockets: int, table: Table, *then: Action
) -> tuple[int, str, tuple[Change, ...]]:
    """Roll the whole pool and assign the defence die; returns the defence, the dice left, and the changes.

    ``then`` are the actions whose dice are assigned right after it.
    """
    pools = pool(frame, reach, rockets)
    rolled = table.roll(PoolRoll(pools, frame.key), shown(pools))
    die = table.choose(_die_for(frame, rolled, Action.DEFENCE, *then))
    defence = face(die) or 0
    return (
        defence,
        without(rolled, die),
        (
            Change(frame.key, "acted", frame.acted, True),
            Change(frame.key, "range", frame.range, reach),
            Change(frame.key, "rockets", frame.rockets, frame.rockets - rockets),
            Change(frame.key, "defence", frame.defence, defence),
        ),
    )


def _die_for(frame: Frame, rolled: str, action: Action, *then: Action) -> DieAssigned:
    return DieAssigned(frame.company, candidates(rolled, action), frame.key, action, rolled, then)


def _assign(frame: Frame, rolled: str, table: Table) -> tuple[Change, ...]:
    changes = [Change(frame.key, "rolled", frame.rolled, "")]
    actions = tuple(TRACKS)
    for place, (action, track) in enumerate(TRACKS.items(), 1):
        die = table.choose(_die_for(frame, rolled, action, *actions[place:]))
        rolled = without(rolled, die)
        changes.append(Change(frame.key, track, getattr(frame, track), face(die)))
        if action is Action.ATTACK and die == NONE:
            changes.append(Change(frame.key, "attacked", frame.attacked, True))
        table.note(f"{action}", in_words(die))
    return tuple(changes)


def _against(battle: Battle, frame: Frame, key: str | None) -> str:
    if key is None:
        return ""
    refuse(why_not_target(battle, frame, key))
    return f" against {battle.target(key).name}"


def _summary(defence: int, assigned: tuple[Change, ...]) -> str:
    values = {change.track: change.after for change in assigned}
    parts = [f"defence {defence}"]
    parts += [f"{action} {values[track]}" for action, track in TRACKS.items() if values.get(track) is not None]
    return ", ".join(parts)
