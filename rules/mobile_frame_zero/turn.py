"""A frame's turn: name a range, roll the pool, assign its dice (rulebook, "frame turn"; dossier, B1 and B2)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change
from rules.game import Declared, Illegal, Outcome
from rules.mobile_frame_zero.pool import (
    NONE,
    Action,
    candidates,
    face,
    in_words,
    pool,
    shown,
    usable_ranges,
    without,
)
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame, Range
from rules.table import Table

ROLL = "roll"
DEFENCES = (*map(str, range(7)), ROLL)

TRACKS = {Action.ATTACK: "attack", Action.MOVEMENT: "movement", Action.SPOT: "spotting"}


@dataclass(frozen=True, slots=True)
class Activation:
    """A frame acts: the range that it names and the rockets that it fires."""

    actor: str
    range: Range
    rockets: int = 0


@dataclass(frozen=True, slots=True)
class Assignment:
    """A frame that had to act when it was attacked assigns the dice that are left."""

    actor: str


@dataclass(frozen=True, slots=True)
class Values:
    """The values that a frame assigned, typed in; ``None`` leaves a value as it is."""

    actor: str
    defence: int | None = None
    attack: int | None = None
    movement: int | None = None
    spotting: int | None = None


def activate(declared: Declared[Battle, Activation], table: Table) -> Outcome:
    """Roll a frame's pool and assign its dice; ``Illegal`` when the frame cannot act."""
    battle, activation = declared.battle, declared.declaration
    frame = acting_frame(battle, activation.actor)
    if frame.acted:
        raise Illegal(f"{frame.name} has acted this round.")
    if activation.range not in usable_ranges(frame):
        raise Illegal(f"{frame.name} has no {activation.range} weapon left.")
    if not 0 <= activation.rockets <= frame.rockets:
        raise Illegal(f"{frame.name} has {frame.rockets} rockets, not {activation.rockets}.")
    if activation.rockets and activation.range != Range.DIRECT:
        raise Illegal("Rockets are direct fire.")
    if activation.range == Range.DIRECT and not frame.count(Range.DIRECT) and not activation.rockets:
        raise Illegal(f"{frame.name} has no direct fire weapon left: it must fire a rocket.")
    rolled, changes = _roll_and_defend(frame, activation.range, activation.rockets, table)
    assigned = _assign(frame, rolled, table)
    defence = next(change.after for change in changes if change.track == "defence")
    return Outcome(
        f"{frame.name} acts: {_summary(defence, assigned)}.",
        with_scores(battle, (*changes, *assigned)),
    )


def assign(declared: Declared[Battle, Assignment], table: Table) -> Outcome:
    """Assign what is left of a pool that was rolled under attack; ``Illegal`` when nothing is left."""
    battle = declared.battle
    frame = acting_frame(battle, declared.declaration.actor)
    if not frame.rolled:
        raise Illegal(f"{frame.name} has no dice left to assign.")
    assigned = _assign(frame, frame.rolled, table)
    return Outcome(f"{frame.name} finishes its turn: {_summary(frame.defence, assigned)}.", with_scores(battle, assigned))


def type_values(declared: Declared[Battle, Values], table: Table) -> Outcome:
    """Take over values assigned at the table; ``Illegal`` when a die cannot show them."""
    battle, values = declared.battle, declared.declaration
    frame = acting_frame(battle, values.actor)
    typed = {
        "defence": values.defence,
        "attack": values.attack,
        "movement": values.movement,
        "spotting": values.spotting,
    }
    given = {track: value for track, value in typed.items() if value is not None}
    if not given:
        raise Illegal("Enter at least one value.")
    for track, value in given.items():
        least, most = LIMITS[track]
        if not least <= value <= most:
            raise Illegal(f"{track.capitalize()} is {least} to {most}. You entered {value}.")
    if "attack" in given and frame.attacked:
        raise Illegal(f"{frame.name} has used its attack this round.")
    if "spotting" in given and frame.has_spotted:
        raise Illegal(f"{frame.name} has placed its spot this round.")
    changes = [Change(frame.key, track, getattr(frame, track), value) for track, value in given.items()]
    changes.append(Change(frame.key, "acted", frame.acted, True))
    if frame.defence is None and "defence" not in given:
        changes.append(Change(frame.key, "defence", None, 0))
    words = ", ".join(f"{TYPED[track]} {value}" for track, value in given.items())
    return Outcome(f"{frame.name} assigns {words}.", with_scores(battle, changes))


LIMITS = {"defence": (0, 6), "attack": (1, 8), "movement": (1, 8), "spotting": (1, 6)}
"""Fewest and most that the die of an action can show (dossier, "Values assigned from the pool")."""

TYPED = {"defence": "defence", "attack": "attack", "movement": "movement", "spotting": "spot"}


def forced_to_act(frame: Frame, table: Table) -> tuple[int, tuple[Change, ...]]:
    """The defence of a frame that is attacked before it has acted: typed in, or rolled with its whole pool now.

    The rest of a rolled pool stays with the frame until it finishes its turn (dossier, B2).
    """
    answer = table.choose("defence", frame.company, DEFENCES)
    if answer != ROLL:
        return int(answer), (Change(frame.key, "acted", frame.acted, True), Change(frame.key, "defence", None, int(answer)))
    reach = Range(table.choose("named range", frame.company, tuple(map(str, usable_ranges(frame)))))
    least = 1 if reach == Range.DIRECT and not frame.count(reach) else 0
    most = frame.rockets if reach == Range.DIRECT else 0
    rockets = table.choose("rockets fired", frame.company, tuple(range(least, most + 1)))
    rolled, changes = _roll_and_defend(frame, reach, rockets, table)
    defence = next(change.after for change in changes if change.track == "defence")
    return int(defence or 0), (*changes, Change(frame.key, "rolled", frame.rolled, rolled))


def acting_frame(battle: Battle, key: str) -> Frame:
    """The frame that may do something now; ``Illegal`` when it may not."""
    if battle.over:
        raise Illegal("The battle is over.")
    if not battle.started:
        raise Illegal("The battle has not started.")
    try:
        frame = battle.frame(key)
    except KeyError:
        raise Illegal("That frame is not in this battle.") from None
    if not frame.standing:
        raise Illegal(f"{frame.name} is destroyed.")
    return frame


def _roll_and_defend(frame: Frame, reach: Range, rockets: int, table: Table) -> tuple[str, tuple[Change, ...]]:
    pools = pool(frame, reach, rockets)
    rolled = table.roll("pool", *pools, read=shown(pools))
    die = table.choose("defence die", frame.company, candidates(rolled, Action.DEFENCE))
    return without(rolled, die), (
        Change(frame.key, "acted", frame.acted, True),
        Change(frame.key, "range", frame.range, reach),
        Change(frame.key, "rockets", frame.rockets, frame.rockets - rockets),
        Change(frame.key, "defence", frame.defence, face(die) or 0),
    )


def _assign(frame: Frame, rolled: str, table: Table) -> tuple[Change, ...]:
    changes = [Change(frame.key, "rolled", frame.rolled, "")]
    for action, track in TRACKS.items():
        die = table.choose(f"{action} die", frame.company, candidates(rolled, action))
        rolled = without(rolled, die)
        changes.append(Change(frame.key, track, getattr(frame, track), face(die)))
        if action is Action.ATTACK and die == NONE:
            changes.append(Change(frame.key, "attacked", frame.attacked, True))
        table.note(f"{action}", in_words(die))
    return tuple(changes)


def _summary(defence: object, assigned: tuple[Change, ...]) -> str:
    values = {change.track: change.after for change in assigned}
    parts = [f"defence {defence}"]
    parts += [f"{TYPED[track]} {values[track]}" for track in TRACKS.values() if values.get(track) is not None]
    return ", ".join(parts)
