"""The forms that set up a battle of ships."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from companion.forms.layout import helper
from companion.forms.sides import side_field
from companion.models import Battle, Ship, XWingBattle, XWingSquad
from rules.x_wing.building import build
from rules.x_wing.starter import starter_data

STARTER = starter_data()


class PilotForm(forms.Form):
    """A ship with a pilot and upgrades of the starter table; a name of its own tells it from others."""

    squad = forms.ChoiceField()
    pilot = forms.ChoiceField()
    upgrades = forms.MultipleChoiceField(
        choices=[(xws, upgrade.name) for xws, upgrade in STARTER.upgrades.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    name = forms.CharField(max_length=60, required=False, help_text="Empty for the pilot's.")

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.battle = battle
        self.fields["squad"] = side_field(battle, XWingSquad)
        self.fields["pilot"] = forms.ChoiceField(choices=_pilots())
        self.helper = helper(action, "Add the ship", seen=battle.last_event)

    def clean(self) -> dict[str, Any]:
        """Build the ship; one whose name is taken gets a number."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        pilot = STARTER.pilots[cleaned["pilot"]]
        ship = STARTER.ships[pilot.faction, pilot.ship]
        second = XWingBattle.objects.get(pk=self.battle.pk).ruleset != "2.0"
        worn = [STARTER.upgrades[xws] for xws in cleaned["upgrades"]]
        built = build("ship", "squad", pilot, ship, worn, with_upgrade_costs=not second)
        name = free_name(self.battle, cleaned["name"] or built.name)
        return {"squad": cleaned["squad"], "built": replace(built, name=name)}


class AgreementForm(forms.ModelForm):
    """Which rules the battle follows, and the readings agreed on."""

    class Meta:
        model = XWingBattle
        fields = ("ruleset", "chance_engagement", "plasma")
        help_texts = {
            "chance_engagement": "Half-destroyed ships give points in this scenario of 2.5 only.",
            "plasma": "A ruling: no source says.",
        }

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        kwargs["instance"] = XWingBattle.objects.get(pk=battle.pk)
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Agree", seen=battle.last_event)


def free_name(battle: Battle, name: str) -> str:
    """The name with a number after it where a ship of the battle has it already."""
    taken = set(Ship.objects.filter(battle=battle).values_list("name", flat=True))
    names = (name, *(f"{name[:56]} {number}" for number in range(2, len(taken) + 2)))
    return next(free for free in names if free not in taken)


def _pilots() -> list[tuple[str, list[tuple[str, str]]]]:
    """The pilots of the starter table by their ships."""
    return [
        (
            ship.name,
            [
                (pilot.xws, f"{pilot.name} (initiative {pilot.initiative}, {pilot.cost} points)")
                for pilot in STARTER.pilots.values()
                if (pilot.faction, pilot.ship) == (ship.faction, ship.xws)
            ],
        )
        for ship in STARTER.ships.values()
    ]
