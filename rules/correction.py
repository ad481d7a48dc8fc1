"""Setting a piece right by hand, when the table and the app disagree: the same procedure in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rules.asks import Answer, Declared
from rules.changes import NAMED, Change, keyed, merged, shown
from rules.checks import found
from rules.following import Following, Mortal, fallen_or_back, following, why_not_back
from rules.game import Illegal, OfPiece, Outcome, WhyNot, as_it_is
from rules.guards import refuse
from rules.questions import PIECES, Answers, AnyQuestion, Count, Rows
from rules.records import from_json
from rules.sheets import BattleSheet, Status
from rules.table import Table

B = TypeVar("B", bound=BattleSheet)
M = TypeVar("M", bound=Mortal)

BY = "a correction"
"""What destroyed a piece that a correction leaves without the last of what it stands by."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a piece should show: pairs of a track, or of the key of one of its parts, and a value."""

    actor: str
    values: tuple[tuple[str, int | str | bool | tuple[str, ...] | None], ...]
    """A set of names is set right as a whole."""


@dataclass(frozen=True, slots=True)
class Settled:
    """All that a correction comes to: what it changes, and what its headline says besides."""

    changes: tuple[Change, ...]
    suffix: str = ""


Value: TypeAlias = Answer | tuple[str, ...]

Said: TypeAlias = Callable[[B, str, str, Value], Iterable[Change]]
"""The changes that one value makes, by the battle, the piece's key and the name of what is set right."""

Settle: TypeAlias = Callable[[B, str, Sequence[Change], Table], Settled]
"""All changes that a correction comes to, by the battle, the piece's key and what was said; or ``Illegal``."""

Follows: TypeAlias = Callable[[B, B], Following]
"""What follows from an edit, by the battle before it and after it."""


def of_the_piece(battle: BattleSheet, piece: str, name: str, value: Value) -> Iterator[Change]:
    """The change of a track of the piece itself; of a set of names one for each that joins or leaves."""
    part = keyed(battle)[piece]
    if not isinstance(value, tuple):
        yield Change(piece, name, shown(part, name), value)
        return
    now: frozenset[str] = getattr(part, name)
    for one in sorted(now ^ set(value)):
        yield Change(piece, f"{name}{NAMED}{one}", one in now, one in value)


def destroyed_or_back(piece: Mortal, left: object) -> Iterator[Change]:
    """A piece that has nothing left of what it stands by is destroyed, and one that gets some back stands again."""
    if not left and piece.status is Status.ACTIVE:
        yield Change(piece.key, "status", piece.status, Status.DESTROYED)
        yield Change(piece.key, "destroyed_by", piece.destroyed_by, BY)
    if left and piece.status is Status.DESTROYED:
        yield Change(piece.key, "status", piece.status, Status.ACTIVE)
        yield Change(piece.key, "destroyed_by", piece.destroyed_by, "")


def edited_by_hand(
    pieces: Callable[[B], tuple[M, ...]],
    track: str,
    fate: Callable[[M], Iterable[Change]],
    besides: Callable[[B, B], Iterable[Change]] = lambda before, edited: (),
) -> Follows[B]:
    """What follows from an edit of pieces that stand by a track: ``fate`` of each, and ``besides``."""

    def follows(before: B, edited: B) -> Following:
        """What follows from an edit; ``Illegal`` when it puts a piece back on the board that has nothing left."""
        refuse(why_not_back(pieces(before), pieces(edited), track))
        changed = fallen_or_back(pieces(before), pieces(edited), track)
        fates = (change for piece in changed for change in fate(piece))
        return following(before, edited, (*besides(before, edited), *fates))

    return follows


def _every_piece(battle: BattleSheet) -> WhyNot:
    return {piece.key: "" for piece in battle.pieces}


def correction(
    *,
    questions: Callable[[B, Answers], tuple[AnyQuestion, ...]],
    settle: Settle[B],
    correctable: Callable[[B], WhyNot] = _every_piece,
    said: Said[B] = of_the_piece,
    upgrade: Callable[[object], object] = as_it_is,
) -> OfPiece[B, Correction]:
    """The procedure that sets a piece right; a game says what can be, and what comes of it."""

    def correct(declared: Declared[B, Correction], table: Table) -> Outcome:
        """Set a piece right; ``Illegal`` when it cannot show that or shows it already."""
        battle, key = declared.battle, declared.declaration.actor
        piece = found(battle.pieces, key, "piece")
        asked = {question.name: question for question in questions(battle, {"actor": key})}
        changes: list[Change] = []
        for name, value in dict(declared.declaration.values).items():
            if name not in asked:
                raise Illegal(f"{piece.name} has no “{name}” to correct.")
            check_answer(asked[name], value)
            changes += said(battle, key, name, value)
        settled = settle(battle, key, merged(changes), table)
        if not settled.changes:
            raise Illegal(f"{piece.name} shows that already.")
        return Outcome(f"{piece.name} is corrected by hand{settled.suffix or '.'}", settled.changes)

    return OfPiece(
        "correction",
        "Correct by hand",
        Correction,
        correct,
        actors=correctable,
        questions=questions,
        make=make,
        by_hand=True,
        upgrade=upgrade,
    )


def make(answers: Answers) -> Correction:
    """The correction that the answers make; ``BadRecord`` when they name no piece."""
    values = [[name, _names(value)] for name, value in answers.items() if name not in PIECES]
    return from_json(Correction, {"actor": answers.get("actor"), "values": values}, "Correct by hand")


def _names(value: object) -> object:
    """The names of rows, or any other answer as it is."""
    if not isinstance(value, list):
        return value
    return [row.get("name") if isinstance(row, dict) else row for row in value]


def check_answer(question: AnyQuestion, value: Value) -> None:
    """Raise ``Illegal`` when a value is no answer to a question, or one that cannot be given now."""
    if isinstance(question, Count):
        fits = isinstance(value, int) and not isinstance(value, bool) and question.least <= value <= question.most
        refused = ""
    elif isinstance(question, Rows):
        fits, refused = isinstance(value, tuple), ""
    else:
        options = question.options
        taken = [option for option in options if value == option.value and type(value) is type(option.value)]
        fits, refused = bool(taken), taken[0].refused if taken else ""
    if not fits:
        raise Illegal(f"“{question.label}” cannot be {value}.")
    if refused:
        raise Illegal(refused)
