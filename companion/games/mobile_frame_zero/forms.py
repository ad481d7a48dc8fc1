"""The forms that set up a battle of frames."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from django import forms

from companion.forms.choosing import side_field
from companion.forms.layout import changer, helper
from companion.forms.setting_up import AgreementForm, PieceForm, number_field, piece_of
from companion.models import Battle, Company, Frame, FrameBattle, Station
from rules.mobile_frame_zero import sheet
from rules.mobile_frame_zero.limits import MOST_OF_A_KIND, MOST_SYSTEMS
from rules.mobile_frame_zero.sheet import Kind, System


class FrameForm(forms.Form):
    """A frame: its name, its company, at most four systems and its rockets."""

    company = forms.ChoiceField()
    name = forms.CharField(max_length=60)
    rockets = number_field(sheet.Frame, "rockets")

    def __init__(self, *args: Any, battle: Battle, action: str, row: Frame | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        frame = piece_of(battle, row) if row else None
        self.systems: tuple[System, ...] = frame.systems if frame else ()
        self.fields["company"] = side_field(battle, Company)
        for number in self._slots():
            self.fields[f"kind_{number}"] = forms.ChoiceField(
                choices=[("", "no system"), *((kind.value, kind.value) for kind in Kind)],
                required=False,
                label=f"System {number}",
            )
            self.fields[f"system_{number}"] = forms.CharField(
                max_length=40, required=False, label=f"Name of system {number}"
            )
        if row:
            self._show(frame, row)
            self.helper = changer(action, row, seen=battle.last_event)
        else:
            self.helper = helper(action, "Add the frame", seen=battle.last_event)

    def _slots(self) -> range:
        """A number for each system that it may have, or has."""
        return range(1, max(MOST_SYSTEMS, len(self.systems)) + 1)

    def _show(self, frame: Any, row: Frame) -> None:
        """Show the frame that is changed."""
        self.initial.update(company=vars(row)["company_id"], name=frame.name, rockets=frame.rockets)
        for number, system in enumerate(self.systems, start=1):
            self.initial[f"kind_{number}"] = system.kind.value
            self.initial[f"system_{number}"] = system.name if system.name != system.kind else ""

    def clean(self) -> dict[str, Any]:
        """Gather the systems, named after their kind where no name is given; those of a changed frame stay lost."""
        cleaned = super().clean() or {}
        stood = dict(enumerate(self.systems, start=1))
        systems: list[System] = []
        for number in self._slots():
            kind, name = cleaned.pop(f"kind_{number}", ""), cleaned.pop(f"system_{number}", "")
            if kind:
                system = stood.get(number, System(f"new-{number}", kind, Kind(kind)))
                systems.append(replace(system, name=name or kind, kind=Kind(kind)))
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
