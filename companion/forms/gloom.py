"""The forms that set up a battle of Gods Gloom."""

from __future__ import annotations

from typing import Any

from django import forms

from companion.forms.choosing import side_field
from companion.forms.layout import helper
from companion.models import Battle, GloomArmy, GloomBattle, GloomUnit


class UnitForm(forms.ModelForm):
    """A unit with its characteristics and its traits."""

    class Meta:
        model = GloomUnit
        fields = (
            "name",
            "offence_red",
            "offence_blue",
            "guard_red",
            "guard_blue",
            "morale",
            "speed",
            "health",
            "cost",
            "traits",
        )
        help_texts = {
            "traits": (
                "With commas between them, such as Overload[2]. "
                "The card says which act by themselves, which are offered in attacks, and which are reminders."
            )
        }

    army = forms.ChoiceField()
    field_order = ("name", "army")

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["army"] = side_field(battle, GloomArmy)
        self.helper = helper(action, "Add the unit", seen=battle.last_event)


class AgreementForm(forms.ModelForm):
    """What the text does not give, as the players agree on it."""

    class Meta:
        model = GloomBattle
        fields = ("weak", "charge", "flanking", "cover", "opposites")
        help_texts = dict.fromkeys(fields, "A ruling: the rules do not say.")

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        kwargs["instance"] = GloomBattle.objects.get(pk=battle.pk)
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Agree", seen=battle.last_event)
