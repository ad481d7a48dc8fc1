"""Setting up a battle of ships."""

from __future__ import annotations

from companion.forms.ships import AgreementForm, PilotForm
from companion.services.ships import add_ship, agree
from companion.setups.demo_ships import demo_battle
from companion.setups.setup import Setup, SetupPart
from rules.x_wing.start import squad_problems

SETUP = Setup(
    parts=(
        SetupPart("pilot", "Add a ship of the starter table", PilotForm, add_ship),
        SetupPart("agreement", "What you agree on", AgreementForm, agree),
    ),
    problems=squad_problems,
    demo=demo_battle,
)
