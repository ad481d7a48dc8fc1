"""The forms that set up a battle of operators; each changes a row as well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from crispy_forms.layout import HTML, Layout
from django import forms

from companion.forms.choosing import one_of, side_field
from companion.forms.layout import changer, helper
from companion.forms.setting_up import AgreementForm, PieceForm, number_field
from companion.models import Battle, FieldPosition, Operator, OperatorBattle, Squad, SquadCard, SquadModifier
from companion.sheets import made
from rules.airsoft_squads.modifiers import Modifier, check_without_range
from rules.airsoft_squads.pieces import MOST_PLACES, Kind, Position
from rules.words import capitalised

TEAMWORK = '{% include "airsoft_squads/_teamwork.html" with teamwork=page.sheet.teamwork %}'
"""What TEAMWORK gives already; what players have entered is a value of this template and never a part of it."""


@contextmanager
def refused() -> Iterator[None]:
    """Tell what the rules do not know as a sentence of the form."""
    try:
        yield
    except ValueError as problem:
        raise forms.ValidationError(f"{capitalised(str(problem))}.") from problem


class PositionsForm(forms.Form):
    """So many field positions more for a squad, with objectives of one value; or the objective of one position."""

    squad = forms.ChoiceField()
    count = forms.IntegerField(min_value=1, max_value=MOST_PLACES, initial=3, label="How many")
    objective = number_field(Position, "objective", initial=4, label="Value of each objective")

    def __init__(
        self, *args: Any, battle: Battle, action: str, row: FieldPosition | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if row:
            del self.fields["squad"], self.fields["count"]
            self.fields["objective"].initial = vars(row)["objective"]
            self.fields["objective"].label = "Value of the objective"
            self.helper = changer(action, row, seen=battle.last_event)
        else:
            self.fields["squad"] = side_field(battle, Squad)
            self.helper = helper(action, "Add the positions", seen=battle.last_event)

    def clean(self) -> dict[str, Any]:
        """Keep the row within its longest."""
        cleaned = super().clean() or {}
        squad, count = cleaned.get("squad"), cleaned.get("count")
        if squad and count:
            last = max((position.place for position in squad.positions.all()), default=0)
            if last + count > MOST_PLACES:
                raise forms.ValidationError(f"A row has at most {MOST_PLACES} positions. {squad} has {last} already.")
        return cleaned


class OperatorForm(PieceForm):
    """An operator: what is printed on its card, and where it stands."""

    place = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, label="Position")
    field_order = ("squad", "name", "team", "points", "ap", "ep", "dp", "mp", "place")

    class Meta:
        model = Operator
        fields = ("name", "team", "points", "ap", "ep", "dp", "mp")

    def __init__(self, *args: Any, row: Operator | None = None, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        places = sorted(set(FieldPosition.objects.filter(battle=self.battle).values_list("place", flat=True)))
        place = self.fields["place"]
        assert isinstance(place, forms.TypedChoiceField)
        place.choices = [("", "SAVEZONE"), *((number, str(number)) for number in places)]
        if not places:
            place.widget = forms.HiddenInput()
        self.initial["place"] = vars(row)["place"] if row else None

    def clean(self) -> dict[str, Any]:
        """Only one operator stands on a position, and only where its squad has one."""
        cleaned: dict[str, Any] = super().clean() or {}
        squad, place = cleaned.get("squad"), cleaned.get("place")
        if squad and place:
            there = Operator.objects.filter(squad=squad, place=place).exclude(pk=self.instance.pk).first()
            if there:
                self.add_error("place", f"{there} stands on position {place} already.")
            if not squad.positions.filter(place=place).exists():
                self.add_error("place", f"{squad} has no position {place}.")
        return cleaned


class CardForm(PieceForm):
    """A card that a squad may play; its effects are added to it."""

    button = "Add the card"
    field_order = ("squad", "name", "kind")

    class Meta:
        model = SquadCard
        fields = ("name", "kind")

    def clean_kind(self) -> str:
        """A card with effects becomes no EFFECT card."""
        kind: str = self.cleaned_data["kind"]
        if kind == Kind.EFFECT and self.instance.pk and self.instance.modifiers.exists():
            raise forms.ValidationError("Take its effects out first: what an EFFECT card does is set right by hand.")
        if kind == Kind.STRATEGY and self.instance.pk:
            with refused():
                effects = (forms.model_to_dict(row, EffectForm.Meta.fields) for row in self.instance.modifiers.all())
                check_without_range(made(Modifier, effect) for effect in effects)
        return kind


class EffectForm(forms.ModelForm):
    """An effect: a skill of an operator, what a card does, or what TEAMWORK gives."""

    bearer = forms.ChoiceField()

    class Meta:
        model = SquadModifier
        fields = ("name", "side", "stat", "operation", "amount", "condition", "after_dice", "reach", "dice")
        help_texts = {
            "condition": "A sentence that is answered with yes or no in each attack; empty if it always holds.",
            "after_dice": "For a condition that depends on the roll.",
            "dice": "Of a face from which dice are critical: for how many dice of a roll; 0 for all.",
        }

    def __init__(
        self, *args: Any, battle: Battle, action: str, row: SquadModifier | None = None, **kwargs: Any
    ) -> None:
        kwargs["instance"] = row
        super().__init__(*args, **kwargs)
        rows: tuple[Operator | SquadCard, ...] = (
            *Operator.objects.filter(battle=battle),
            *SquadCard.objects.filter(battle=battle).exclude(kind=Kind.EFFECT),
        )
        self.fields["bearer"] = one_of(rows, "operators and cards", nothing="TEAMWORK", label="Of")
        self.order_fields(("bearer", *self.Meta.fields))
        if row:
            self.initial["bearer"] = row.operator_id or row.card_id or ""
            self.helper = changer(action, row, seen=battle.last_event)
        else:
            self.initial["bearer"] = next((r.pk for r in rows), "")
            self.helper = helper(action, "Add the effect", seen=battle.last_event)
            self.helper.layout = Layout(HTML(TEAMWORK), *self.fields)

    def clean(self) -> dict[str, Any]:
        """Refuse a modifier that the rules do not know."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            bearer = cleaned["bearer"]
            with refused():
                given = made(Modifier, {name: cleaned[name] for name in self.Meta.fields})
                if bearer is None or (isinstance(bearer, SquadCard) and vars(bearer)["kind"] == Kind.STRATEGY):
                    check_without_range((given,))
        return cleaned


class ReadingsForm(AgreementForm):
    """The readings of the rules that the players agree on."""

    class Meta:
        model = OperatorBattle
        fields = ("rounding", "basis", "doublings", "medicine", "revealed")
