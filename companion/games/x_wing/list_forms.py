"""The forms that read a list of ships: its text or file, and the numbers of pilots that nothing is known of."""

from __future__ import annotations

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms

from companion.forms.layout import helper
from companion.forms.setting_up import number_field
from companion.games.x_wing.reading_lists import Known, Typed
from companion.models import Side, XWingSquad
from rules.records import BadRecord
from rules.x_wing.factions import faction_id
from rules.x_wing.ship import Arc, Ship, Size, Weapon
from rules.x_wing.ship_rows import PilotRow, Pool, ShipRow, Stats
from rules.x_wing.xws import LONGEST, SHIPS, XwsPilot, XwsSquad, parse

BYTES_OF_A_LETTER = 4
ARCS = [(arc.value, arc.value) for arc in Arc]


class ListForm(forms.Form):
    """A list, pasted or as a file."""

    text = forms.Field(
        required=False,
        label="Paste the list (XWS)",
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text="YASB and Launch Bay Next export it: it starts with “{”.",
    )
    file = forms.FileField(required=False, allow_empty_file=True, label="Or choose its file")

    def __init__(self, *args: Any, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Read the list", is_main=True)

    def clean(self) -> dict[str, Any]:
        """Read the list."""
        cleaned = super().clean() or {}
        text, file = cleaned.get("text") or "", cleaned.get("file")
        if bool(text.strip()) == (file is not None):
            raise forms.ValidationError("Paste the list, or choose its file: one of the two.")
        cleaned["text"] = text = _text_of(file) if file is not None else text
        try:
            cleaned["squad"] = parse(text)
        except BadRecord as problem:
            raise forms.ValidationError(str(problem)) from problem
        return cleaned


class UnknownPilotForm(forms.Form):
    """The numbers of a pilot as they are printed, without upgrades, and of its ship."""

    name = forms.CharField(max_length=40)
    ship = forms.CharField(max_length=40)
    size = forms.ChoiceField(choices=[(size.value, size.value) for size in Size])
    initiative = number_field(Ship, "initiative", initial=None)
    cost = number_field(Ship, "cost", initial=None)
    agility = number_field(Ship, "agility", initial=None)
    hull = number_field(Ship, "hull", initial=None)
    shields = number_field(Ship, "most_shields")
    arc = forms.ChoiceField(choices=ARCS, label="Arc of its weapon")
    dice = number_field(Weapon, "dice", initial=None)
    arc_2 = forms.ChoiceField(choices=[("", "none"), *ARCS], required=False, label="Arc of a second weapon")
    dice_2 = number_field(Weapon, "dice", initial=None, required=False, label="Attack dice of the second")
    force = number_field(Ship, "most_force")
    charges = number_field(Ship, "most_charges")
    charges_back = number_field(Ship, "recovers_charges", min_value=0, label="Charges that come back each round")

    def __init__(self, *args: Any, pilot: XwsPilot, squad: XwsSquad, known: Known, **kwargs: Any) -> None:
        self.pilot, self.squad = pilot, squad
        kwargs["initial"] = _what_is_known(pilot, squad, known)
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def clean(self) -> dict[str, Any]:
        """Gather the weapons."""
        cleaned = super().clean() or {}
        if bool(cleaned.get("arc_2")) != (cleaned.get("dice_2") is not None):
            self.add_error("dice_2", "A second weapon has an arc and dice; leave both empty if there is none.")
        if cleaned.get("arc_2") == cleaned.get("arc"):
            self.add_error("arc_2", "The second weapon has another arc than the first.")
        return cleaned

    def typed(self) -> Typed:
        """What was typed in, as the rules know a pilot and its ship."""
        given = self.cleaned_data
        attacks = [(Arc(given["arc"]), given["dice"])]
        if given["arc_2"]:
            attacks.append((Arc(given["arc_2"]), given["dice_2"]))
        pilot = PilotRow(
            self.pilot.id,
            given["name"],
            self.pilot.id,
            faction_id(self.squad.faction),
            given["initiative"],
            given["cost"],
            Pool(given["force"], min(1, given["force"])),
            Pool(given["charges"], given["charges_back"]),
            Stats(tuple(attacks), given["agility"], given["hull"], given["shields"]),
        )
        flown = SHIPS.get(self.pilot.ship, self.pilot.ship)
        return pilot, ShipRow(flown, given["ship"], pilot.faction, Size(given["size"]), Stats())


class AcceptForm(forms.Form):
    """What a side is called once it has taken a list."""

    name = forms.CharField(max_length=60, label="Name of this side")

    def __init__(self, *args: Any, side: XWingSquad, listed: str = "", **kwargs: Any) -> None:
        others = Side.objects.filter(battle_id=side.battle_id).exclude(pk=side.pk)
        self.others = set(others.values_list("name", flat=True))
        named = " ".join(listed.split())[:60]
        kwargs["initial"] = {"name": side.name if named in ("", *self.others) else named}
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def clean_name(self) -> str:
        """Tell the sides apart."""
        name = " ".join(self.cleaned_data["name"].split())
        if name in self.others:
            raise forms.ValidationError("Another side has this name.")
        return name


def _text_of(file: Any) -> str:
    """The text of an uploaded file, which is read only if it can be a list."""
    if file.size > LONGEST * BYTES_OF_A_LETTER:
        raise forms.ValidationError(f"That file is too large for a list: {file.size} bytes.")
    try:
        text: str = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise forms.ValidationError("That file is not a list: it is not UTF-8 text.") from problem
    return text


def _what_is_known(pilot: XwsPilot, squad: XwsSquad, known: Known) -> dict[str, Any]:
    """What the form shows at first: the list's own words, the values of its ship, and what is usual of the pilot."""
    usual = known.usual.get(pilot.id)
    flown = known.data.ships.get((usual.faction, usual.ship)) if usual else known.ship_of(squad, pilot)
    shown: dict[str, Any] = {"name": pilot.id[:40], "ship": pilot.ship[:40]}
    if known.is_second:
        # Only there are the points of a list those of the pilot alone.
        shown["cost"] = pilot.points or None
    if flown:
        stats = flown.stats
        attacks = dict(zip((("arc", "dice"), ("arc_2", "dice_2")), stats.attacks, strict=False))
        shown |= {"ship": flown.name, "size": flown.size.value}
        shown |= {"agility": stats.agility, "hull": stats.hull, "shields": stats.shields}
        shown |= {field: value for names, attack in attacks.items() for field, value in zip(names, attack, strict=True)}
    if usual:
        shown |= {"name": usual.name, "initiative": usual.initiative, "force": usual.force.value}
    return shown
