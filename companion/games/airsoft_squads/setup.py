"""Setting up a battle of operators."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from companion.games.airsoft_squads.forms import CardForm, EffectForm, OperatorForm, PositionsForm, ReadingsForm
from companion.games.airsoft_squads.joining import with_room
from companion.games.airsoft_squads.services import add_effect, add_positions, change_effect
from companion.models import FieldPosition, Operator, SquadCard, SquadModifier
from companion.services.pieces import add_piece, agree, change_piece
from companion.setups.setup import Setup, SetupPart
from rules.airsoft_squads import pieces
from rules.words import counted, few, noun

AGREED = "The players agree on how they read the rules."


def who_waits(sheet: Any, squad: str) -> Iterator[str]:
    """Who is in the SAVEZONE while positions are free: an operator that came before the positions is still there."""
    operators = [operator for operator in sheet.operators if operator.squad == squad]
    taken = {operator.place for operator in operators}
    free = [one for one in sheet.positions if one.squad == squad and one.place not in taken]
    saved = [operator.name for operator in operators if operator.saved]
    if saved and free:
        are, are_free = (noun(len(found), "is", "are") for found in (saved, free))
        yield (
            f"{few(saved)} {are} in the SAVEZONE, and {counted(len(free), 'position')} {are_free} free. "
            "Change an operator to give it a position."
        )


SETUP = Setup(
    parts=(
        SetupPart(
            "positions",
            "Add field positions",
            PositionsForm,
            add_positions,
            changes=FieldPosition,
            change=partial(change_piece, "{changed} of {changed.squad} has an objective of {objective}."),
        ),
        SetupPart(
            "operator",
            "Add an operator",
            OperatorForm,
            partial(add_piece, pieces.Operator, "{name} joins {squad}."),
            changes=Operator,
            change=partial(change_piece, "{name} of {squad} is changed."),
        ),
        SetupPart(
            "card",
            "Add a card",
            CardForm,
            partial(add_piece, pieces.Card, "{name} is a card of {squad}: {kind}."),
            changes=SquadCard,
            change=partial(change_piece, "{changed} is now {name}, {kind} of {squad}."),
        ),
        SetupPart(
            "effect",
            "Add a skill or another effect",
            EffectForm,
            add_effect,
            changes=SquadModifier,
            change=change_effect,
            joins=False,
        ),
        SetupPart("agreement", "What you agree on", ReadingsForm, partial(agree, AGREED)),
    ),
    fits=with_room,
    hints=who_waits,
)
