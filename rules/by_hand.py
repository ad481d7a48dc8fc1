"""What a game has corrected by hand unless it says otherwise: whatever a piece shows, and nothing follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import Enum

from rules.bounds import all_bounds, labels_of
from rules.changes import Change
from rules.checks import found
from rules.correction import Correction, Settled, correction
from rules.game import OfPiece, WhyNot
from rules.guards import why_not_under_way
from rules.questions import Answers, AnyQuestion, choice_of, count_of
from rules.sheets import BattleSheet
from rules.table import Table


def usual_correction() -> OfPiece[BattleSheet, Correction]:
    """The procedure that sets right whatever a piece shows."""
    return correction(correctable=correctable, questions=questions, settle=settle)


def correctable(battle: BattleSheet) -> WhyNot:
    """Every piece, while the battle is under way."""
    return dict.fromkeys((piece.key for piece in battle.pieces), why_not_under_way(battle))


def questions(battle: BattleSheet, answers: Answers) -> tuple[AnyQuestion, ...]:
    """All numbers, truths and choices that the piece shows."""
    return tuple(_asked(found(battle.pieces, str(answers.get("actor")), "piece")))


def settle(battle: BattleSheet, piece: str, said: Sequence[Change], table: Table) -> Settled:
    """What was said, and no more."""
    return Settled(tuple(said))


def _asked(piece: object) -> Iterator[AnyQuestion]:
    kind: object = type(piece)
    bounds, words = all_bounds(kind), labels_of(kind)
    for field in fields(piece):  # type: ignore[arg-type]
        now = getattr(piece, field.name)
        if isinstance(now, int) and not isinstance(now, bool) and field.name in bounds:
            yield count_of(piece, field.name)
        elif isinstance(now, bool | Enum):
            yield choice_of(piece, field.name, words.get(field.name, field.name.replace("_", " ")).capitalize())
