"""Setting up a battle of Gods Gloom."""

from __future__ import annotations

from companion.forms.gloom import AgreementForm, UnitForm
from companion.services.gloom import add_unit, agree
from companion.setups.demo_gloom import demo_battle
from companion.setups.setup import Setup, SetupPart
from rules.gods_gloom.start import army_problems

SETUP = Setup(
    parts=(
        SetupPart("unit", "Add a unit", UnitForm, add_unit),
        SetupPart("agreement", "What you agree on", AgreementForm, agree),
    ),
    problems=army_problems,
    demo=demo_battle,
)
