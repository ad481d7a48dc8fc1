"""Setting up a battle of Gods Gloom."""

from __future__ import annotations

from functools import partial

from companion.games.gods_gloom.forms import ReadingsForm, UnitForm
from companion.models import GloomUnit
from companion.services.pieces import add_piece, agree, change_piece
from companion.setups.setup import Setup, SetupPart
from rules.gods_gloom.sheet import Unit

AGREED = "The players agree on what the rules do not say."

SETUP = Setup(
    parts=(
        SetupPart(
            "unit",
            "Add a unit",
            UnitForm,
            partial(add_piece, Unit, "{name} joins {army}."),
            changes=GloomUnit,
            change=partial(change_piece, "{name} of {army} is changed."),
        ),
        SetupPart("agreement", "What you agree on: the rules do not say", ReadingsForm, partial(agree, AGREED)),
    ),
)
