"""Setting up a battle of frames."""

from __future__ import annotations

from collections.abc import Iterable

from companion.forms.frames import AgreementForm, FrameForm, StationForm, TerrainForm
from companion.services.frames import add_frame, add_station, add_terrain, agree
from companion.setups.demo_frames import demo_battle
from companion.setups.setup import Setup, SetupPart
from rules.mobile_frame_zero.limits import company_problems
from rules.mobile_frame_zero.sheet import Battle


def problems(battle: Battle, company: str) -> Iterable[str]:
    """What is wrong with a company's build."""
    return company_problems(battle, battle.company(company))


SETUP = Setup(
    parts=(
        SetupPart("frame", "Add a frame", FrameForm, add_frame),
        SetupPart("terrain", "Add terrain", TerrainForm, add_terrain),
        SetupPart("station", "Add a station", StationForm, add_station),
        SetupPart("agreement", "What you agree on", AgreementForm, agree),
    ),
    problems=problems,
    demo=demo_battle,
)
