"""Setting up a battle of ships."""

from __future__ import annotations

from django.urls import path, reverse

from companion.adapters.adapter import key_of
from companion.forms.ships import AgreementForm, NumberForm, PilotForm, ShipForm, TermsForm, WeaponForm
from companion.models import Battle, XWingSquad
from companion.services.ships import add_ship, add_weapon, agree, change_ship, set_terms
from companion.setups.demo_ships import demo_battle
from companion.setups.setup import Setup, SetupPart, SideLink
from companion.views import squads
from rules.x_wing.start import squad_problems


def side_links(battle: Battle) -> dict[str, list[SideLink]]:
    """Where a side takes a list, before the start, and where it gives back the list that it was read from."""
    links: dict[str, list[SideLink]] = {}
    for row in XWingSquad.objects.filter(battle=battle):
        of_side = links.setdefault(key_of(row), [])
        side = [battle.key, row.pk]
        if not battle.started:
            of_side.append(SideLink("Paste or upload a squad", reverse("squad", args=side)))
        if row.source:
            of_side.append(SideLink("Download the list as it was read", reverse("squad-file", args=side)))
    return links


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
    pages=(
        path("squads/<int:side>/", squads.squad, name="squad"),
        path("squads/<int:side>/list.xws.json", squads.squad_file, name="squad-file"),
    ),
    side_links=side_links,
)
