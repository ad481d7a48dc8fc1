"""Setting up a battle of ships."""

from __future__ import annotations

from functools import partial

from django.urls import path, reverse

from companion import models
from companion.games.x_wing import views
from companion.games.x_wing.finding import LOADED
from companion.games.x_wing.forms import NumberForm, PilotForm, ReadingsForm, ShipForm, WeaponForm
from companion.games.x_wing.services import add_ship, change_ship, join_squads
from companion.models import Battle, Ship, XWingSquad
from companion.services.pieces import add_piece, agree, change_piece
from companion.setups.setup import Setup, SetupPart, SideLink
from companion.sheets import key_of
from rules.x_wing.ship import Weapon


def side_links(battle: Battle) -> dict[str, list[SideLink]]:
    """Where a side takes a list, before the start, and where it gives back the list that it was read from."""
    links: dict[str, list[SideLink]] = {}
    for row in XWingSquad.objects.filter(battle=battle):
        of_side = links.setdefault(key_of(row), [])
        side = [battle.key, row.pk]
        if not battle.started:
            of_side.append(SideLink("Paste or upload a squad", reverse("squad", args=side)))
        if battle.roster_id:
            of_side.append(SideLink("Download it for squad builders (XWS)", reverse("squad-now", args=side)))
        if row.source:
            of_side.append(SideLink("Download the list as it was read", reverse("squad-file", args=side)))
    return links


AGREED = "The players agree on the rules that they play by."

SETUP = Setup(
    parts=(
        SetupPart("agreement", "What you agree on", ReadingsForm, partial(agree, AGREED)),
        SetupPart("pilot", "Add a known ship with other upgrades", PilotForm, add_ship),
        SetupPart(
            "ship",
            "Add any other ship",
            ShipForm,
            add_ship,
            changes=Ship,
            change=partial(change_piece, "{name} of {squad} is changed."),
        ),
        SetupPart("number", "Change a number of a ship", NumberForm, change_ship, joins=False),
        SetupPart(
            "weapon",
            "Add a weapon",
            WeaponForm,
            partial(add_piece, Weapon, "{ship} carries {name}.", "ship"),
            changes=models.Weapon,
            change=partial(change_piece, "{changed} of {changed.ship} is changed."),
        ),
    ),
    pages=(
        path("squads/<int:side>/", views.squad, name="squad"),
        path("squads/<int:side>/rules/", views.squad_rules, name="squad-rules"),
        path("squads/<int:side>/now.xws.json", views.squad_now, name="squad-now"),
        path("squads/<int:side>/list.xws.json", views.squad_file, name="squad-file"),
    ),
    side_links=side_links,
    loaded=LOADED,
    join=join_squads,
)
