"""Setting up a battle of units."""

from __future__ import annotations

from companion.forms.troops import BoardForm, UnitForm
from companion.services.troops import add_unit, agree
from companion.setups.demo_troops import demo_battle
from companion.setups.setup import Setup, SetupPart
from rules.troops_and_supplies.standing import army_problems

SETUP = Setup(
    parts=(
        SetupPart("unit", "Add a unit", UnitForm, add_unit),
        SetupPart("agreement", "What you agree on", BoardForm, agree),
    ),
    problems=army_problems,
    demo=demo_battle,
)
