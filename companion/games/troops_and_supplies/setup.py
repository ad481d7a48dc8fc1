"""Setting up a battle of units."""

from __future__ import annotations

from functools import partial

from companion.games.troops_and_supplies.forms import BoardForm, UnitForm
from companion.models import TroopUnit
from companion.services.pieces import add_piece, agree, change_piece
from companion.setups.setup import Setup, SetupPart
from rules.troops_and_supplies.sheet import Unit

AGREED = "The players agree on a board of {columns} by {rows} and how they play."

SETUP = Setup(
    parts=(
        SetupPart(
            "unit",
            "Add a unit",
            UnitForm,
            partial(add_piece, Unit, "{name} joins {army} on {piece.square}."),
            changes=TroopUnit,
            change=partial(change_piece, "{name} of {army} is changed."),
        ),
        SetupPart("agreement", "What you agree on", BoardForm, partial(agree, AGREED)),
    ),
)
