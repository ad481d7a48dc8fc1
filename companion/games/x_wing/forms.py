"""The forms that set up a battle of ships."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from companion.forms.choosing import one_of, side_field
from companion.forms.layout import changer, helper
from companion.forms.setting_up import AgreementForm, left_of, number_field, piece_of
from companion.games.x_wing.services import NUMBERS, OF_HUGE_SHIPS
from companion.models import Battle, Ship, Weapon, XWingBattle, XWingSquad
from companion.models.ships import LONGEST_TYPED
from rules.words import capitalised
from rules.x_wing import ship
from rules.x_wing.building import build
from rules.x_wing.sheet import Ruleset
from rules.x_wing.starter import COSTS_OF, starter_data, why_no_cost
from rules.x_wing.upgrade import Upgrade, named

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
    points = number_field(
        ship.Ship,
        "cost",
        initial=None,
        required=False,
        help_text=f"With upgrades. Left empty, they are counted for you in {COSTS_OF}.",
    )
    called = forms.CharField(max_length=60, required=False, label="Name", help_text="Empty for the pilot's own.")

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
        points = cleaned["points"]
        if points is None and (reason := self._why_no_cost()):
            self.add_error("points", reason)
            return cleaned
        pilot = STARTER.pilots[cleaned["pilot"]]
        worn = [STARTER.upgrades[xws] for xws in cleaned["upgrades"]]
        built = build("ship", "squad", pilot, STARTER.ships[pilot.faction, pilot.ship], worn)
        name = free_name(self.battle, cleaned["called"] or built.name)
        cost = built.cost if points is None else points
        return {"squad": cleaned["squad"], "built": replace(built, name=name, cost=cost)}

    def _why_no_cost(self) -> str:
        return why_no_cost(Ruleset(XWingBattle.objects.get(pk=self.battle.pk).ruleset))


class ShipForm(forms.Form):
    """A ship by its numbers, with one weapon; of one that is changed, the weapons are changed by themselves."""

    squad = forms.ChoiceField()
    arc = forms.ChoiceField(choices=[(arc.value, arc.value) for arc in ship.Arc], label="Primary weapon")
    dice = number_field(ship.Weapon, "dice", initial=2)
    worn = forms.CharField(
        max_length=LONGEST_TYPED, required=False, label="Upgrades", help_text="With commas between them."
    )

    def __init__(self, *args: Any, battle: Battle, action: str, row: Ship | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.battle = battle
        self.stood: ship.Ship | None = piece_of(battle, row) if row else None
        numbers = (number for number in NUMBERS if number not in OF_HUGE_SHIPS)
        printed = forms.fields_for_model(Ship, fields=("name", "type", "ability", "size", *numbers))
        self.fields = {**printed, **self.fields, "squad": side_field(battle, XWingSquad)}
        self.order_fields(("name", "squad"))
        if row and self.stood:
            self.initial.update({name: getattr(self.stood, name) for name in printed}, squad=vars(row)["squad_id"])
            self.initial["worn"] = _typed(self.stood)
            del self.fields["arc"], self.fields["dice"]
            self.helper = changer(action, row, seen=battle.last_event)
        else:
            self.helper = helper(action, "Add the ship", seen=battle.last_event)

    def clean(self) -> dict[str, Any]:
        """Build the ship, with everything that it can have."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if self.stood:
            return self._changed(self.stood, cleaned)
        squad, arc, dice, worn = (cleaned.pop(name) for name in ("squad", "arc", "dice", "worn"))
        weapon = ship.Weapon("weapon", f"primary, {arc}", ship.Arc(arc), dice)
        upgrades = named("ship", tuple(name for part in worn.split(",") if (name := part.strip())))
        full = {name.removeprefix("most_"): cleaned[name] for name in cleaned if name.startswith("most_")}
        cleaned["name"] = free_name(self.battle, cleaned["name"])
        cleaned["size"] = ship.Size(cleaned["size"])
        try:
            built = ship.Ship("ship", squad=str(squad.pk), weapons=(weapon,), upgrades=upgrades, **cleaned, **full)
        except ValueError as problem:
            raise forms.ValidationError(f"{capitalised(str(problem))}.") from problem
        return {"squad": squad, "built": built}

    def _changed(self, stood: ship.Ship, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The ship that is changed: what it has left is full where it was, and its weapons stay."""
        worn = cleaned.pop("worn")
        for most in [name for name in cleaned if name.startswith("most_")]:
            has = most.removeprefix("most_")
            cleaned[has] = left_of(getattr(stood, has), getattr(stood, most), cleaned[most])
        cleaned["upgrades"] = stood.upgrades if worn == _typed(stood) else _worn(stood, worn)
        if cleaned["name"] != stood.name:
            cleaned["name"] = free_name(self.battle, cleaned["name"])
        return cleaned


class NumberForm(forms.Form):
    """One number of a ship that upgrades or a misprint make another."""

    ship = forms.ChoiceField()
    number = forms.ChoiceField(choices=[(name, label.capitalize()) for name, label in NUMBERS.items()])
    value = forms.IntegerField()

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ship"] = one_of(Ship.objects.filter(battle=battle), "ships")
        self.helper = helper(action, "Change it", seen=battle.last_event)

    def clean(self) -> dict[str, Any]:
        """Keep the number within what such a number can be."""
        cleaned = super().clean() or {}
        if not self.errors:
            number = cleaned["number"]
            try:
                others = {field.name for field in Ship._meta.fields} - {number}
                Ship(**{number: cleaned["value"]}).clean_fields(exclude=others)
            except forms.ValidationError as problem:
                self.add_error("value", problem.messages)
        return cleaned


RARE_NUMBERS = ("energy_cost", "force_cost", "grants", "free")
"""What few weapons cost and grant: empty for none."""


class WeaponForm(forms.ModelForm):
    """A weapon that a ship carries besides, or one of its weapons that is changed."""

    ship = forms.ChoiceField()

    class Meta:
        model = Weapon
        fields = (
            "name",
            "arc",
            "dice",
            "nearest",
            "farthest",
            "most_charges",
            "recovers",
            "needs",
            "cost",
            "effect",
            "special",
            "ordnance",
            *RARE_NUMBERS,
            "bonus_only",
            "more",
        )

    def __init__(self, *args: Any, battle: Battle, action: str, row: Weapon | None = None, **kwargs: Any) -> None:
        if row:
            kwargs["instance"] = row
        super().__init__(*args, **kwargs)
        # A form writes what is typed to its row: what the weapon has is read before.
        self.stood: ship.Weapon | None = piece_of(battle, row) if row else None
        for name in RARE_NUMBERS:
            self.fields[name].required = False
        if row:
            del self.fields["ship"]
            self.helper = changer(action, row, seen=battle.last_event)
            return
        self.fields["ship"] = one_of(Ship.objects.filter(battle=battle), "ships")
        self.fields["special"].initial = True
        self.order_fields(("name", "ship"))
        self.helper = helper(action, "Add the weapon", seen=battle.last_event)

    def clean(self) -> dict[str, Any]:
        """Refuse a weapon that cannot be; a new one has all its charges, and no cost where none is typed."""
        cleaned = super().clean() or {}
        nearest, farthest = cleaned.get("nearest"), cleaned.get("farthest")
        if nearest is not None and farthest is not None and farthest < nearest:
            self.add_error("farthest", "The farthest range is at least the nearest one.")
        if self.errors:
            return cleaned
        most, stood = cleaned["most_charges"], self.stood
        charges = left_of(stood.charges, stood.most_charges, most) if stood else most
        return {**cleaned, **{name: cleaned[name] or 0 for name in RARE_NUMBERS}, "charges": charges}


class ReadingsForm(AgreementForm):
    """Which rules the battle follows, and the readings agreed on."""

    class Meta:
        model = XWingBattle
        fields = ("ruleset", "chance_engagement", "plasma")
        help_texts = {
            "chance_engagement": "Half-destroyed ships give points in this scenario of 2.5 only.",
            "plasma": "The rules reference 1.0.4 has it before the damage.",
        }


def free_name(battle: Battle, name: str) -> str:
    """The name with a number after it where a ship of the battle has it already."""
    taken = set(Ship.objects.filter(battle=battle).values_list("name", flat=True))
    names = (name, *(f"{name[:56]} {number}" for number in range(2, len(taken) + 2)))
    return next(free for free in names if free not in taken)


def _typed(stood: ship.Ship) -> str:
    """The upgrades of a ship as they are typed."""
    return ", ".join(upgrade.name for upgrade in stood.upgrades)


def _worn(stood: ship.Ship, worn: str) -> tuple[Upgrade, ...]:
    """The upgrades that are typed: those that the ship has, with all that is known of them, and new ones."""
    has = list(stood.upgrades)
    upgrades = []
    for upgrade in named("new", tuple(name for part in worn.split(",") if (name := part.strip()))):
        known = next((known for known in has if known.name == upgrade.name), None)
        if known:
            has.remove(known)
        upgrades.append(known or upgrade)
    return tuple(upgrades)


def _pilots() -> list[tuple[str, list[tuple[str, str]]]]:
    """The pilots of the starter table by their ships."""
    return [
        (
            ship.name,
            [
                (pilot.xws, f"{pilot.name} (initiative {pilot.initiative}, {pilot.cost} points in {COSTS_OF})")
                for pilot in STARTER.pilots.values()
                if (pilot.faction, pilot.ship) == (ship.faction, ship.xws)
            ],
        )
        for ship in STARTER.ships.values()
    ]
