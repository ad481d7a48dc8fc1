"""Setting up a battle of operators."""

from __future__ import annotations

from companion.forms.operators import CardForm, EffectForm, OperatorForm, PositionsForm, ReadingsForm
from companion.models import FieldPosition, Operator, SquadCard, SquadModifier
from companion.services.operators import add_card, add_effect, add_operator, add_positions, agree
from companion.setups.demo_operators import demo_battle
from companion.setups.setup import Setup, SetupPart
from rules.airsoft_squads.start import squad_problems

SETUP = Setup(
    parts=(
        SetupPart("positions", "Add field positions", PositionsForm, add_positions, changes=FieldPosition),
        SetupPart("operator", "Add an operator", OperatorForm, add_operator, changes=Operator),
        SetupPart("card", "Add a card", CardForm, add_card, changes=SquadCard),
        SetupPart("effect", "Add a skill or another effect", EffectForm, add_effect, changes=SquadModifier),
        SetupPart("agreement", "What you agree on", ReadingsForm, agree),
    ),
    problems=squad_problems,
    demo=demo_battle,
)
