"""The forms that set up a battle of frames."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import forms

from companion.forms.choosing import side_field
from companion.forms.layout import helper
from companion.forms.setting_up import AgreementForm, PieceForm
from companion.models import Battle, Company, FrameBattle, Station
from rules.mobile_frame_zero.limits import MOST_OF_A_KIND, MOST_SYSTEMS
from rules.mobile_frame_zero.sheet import Kind, System


class FrameForm(forms.Form):
    """A frame: its name, its company, at most four systems and its rockets."""

    company = forms.ChoiceField()
    name = forms.CharField(max_length=60)
    rockets = forms.IntegerField(min_value=0, max_value=3, initial=0)

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["company"] = side_field(battle, Company)
        for number in range(1, MOST_SYSTEMS + 1):
            self.fields[f"kind_{number}"] = forms.ChoiceField(
                choices=[("", "no system"), *((kind.value, kind.value) for kind in Kind)],
                required=False,
                label=f"System {number}",
            )
            self.fields[f"system_{number}"] = forms.CharField(
                max_length=40, required=False, label=f"Name of system {number}"
            )
        self.helper = helper(action, "Add the frame", seen=battle.last_event)

    def clean(self) -> dict[str, Any]:
        """Gather the systems, named after their kind where no name is given."""
        cleaned = super().clean() or {}
        systems: list[System] = []
        for number in range(1, MOST_SYSTEMS + 1):
            kind, name = cleaned.pop(f"kind_{number}", ""), cleaned.pop(f"system_{number}", "")
            if kind:
                systems.append(System(f"system-{number}", name or kind, Kind(kind)))
            elif name:
                self.add_error(f"kind_{number}", f"Choose what kind of system {name} is.")
        for kind, count in Counter(system.kind for system in systems).items():
            if count > MOST_OF_A_KIND:
                raise forms.ValidationError(f"A frame has at most {MOST_OF_A_KIND} {kind} systems. You chose {count}.")
        cleaned["systems"] = tuple(systems)
        return cleaned


class StationForm(PieceForm):
    """A station and the company that controls it."""

    class Meta:
        model = Station
        fields = ("name", "owner")
        labels = {"owner": "Held by"}


class ReadingsForm(AgreementForm):
    """The size of the game and the readings of the rules that the players agree on."""

    class Meta:
        model = FrameBattle
        fields = ("size", "replacing", "abandoning")
