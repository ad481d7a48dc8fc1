"""Setting up a battle of frames."""

from __future__ import annotations

from functools import partial

from companion import models
from companion.forms.setting_up import piece_form
from companion.games.mobile_frame_zero.forms import FrameForm, ReadingsForm, StationForm
from companion.services.pieces import add_piece, agree, change_piece
from companion.setups.setup import Setup, SetupPart
from rules.mobile_frame_zero.sheet import Frame, Station, Terrain

ON_BOARD = "{name} is put on the board."
CHANGED = "{name} is changed."
AGREED = "The players agree on the size and the readings of the rules."


SETUP = Setup(
    parts=(
        SetupPart(
            "frame",
            "Add a frame",
            FrameForm,
            partial(add_piece, Frame, "{name} joins {company}."),
            changes=models.Frame,
            change=partial(change_piece, "{name} of {company} is changed."),
        ),
        SetupPart(
            "terrain",
            "Add terrain",
            piece_form(models.Terrain),
            partial(add_piece, Terrain, ON_BOARD),
            changes=models.Terrain,
            change=partial(change_piece, CHANGED),
        ),
        SetupPart(
            "station",
            "Add a station",
            StationForm,
            partial(add_piece, Station, ON_BOARD),
            changes=models.Station,
            change=partial(change_piece, CHANGED),
        ),
        SetupPart("agreement", "What you agree on", ReadingsForm, partial(agree, AGREED)),
    ),
)
