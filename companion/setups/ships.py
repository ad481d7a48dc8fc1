"""Setting up a battle of ships."""

from __future__ import annotations

from companion.forms.ships import AgreementForm, NumberForm, PilotForm, ShipForm, TermsForm, WeaponForm
from companion.services.ships import add_ship, add_weapon, agree, change_ship, set_terms
from companion.setups.demo_ships import demo_battle
from companion.setups.setup import Setup, SetupPart
from rules.x_wing.start import squad_problems

SETUP = Setup(
    parts=(
        SetupPart("agreement", "What you agree on", AgreementForm, agree),
        SetupPart("pilot", "Add a ship of the starter table", PilotForm, add_ship),
        SetupPart("ship", "Add any other ship", ShipForm, add_ship),
        SetupPart("number", "Change a number of a ship", NumberForm, change_ship),
        SetupPart("weapon", "Add a weapon", WeaponForm, add_weapon),
        SetupPart("terms", "What a weapon needs and costs", TermsForm, set_terms),
    ),
    problems=squad_problems,
    demo=demo_battle,
)
