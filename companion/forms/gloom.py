"""The forms that set up a battle of Gods Gloom."""

from __future__ import annotations

from typing import Any

from django import forms

from companion.forms.layout import helper
from companion.models import Battle, GloomArmy, GloomBattle, GloomUnit


class UnitForm(forms.ModelForm):
    """A unit with its characteristics and its traits."""

    class Meta:
        model = GloomUnit
        fields = (
            "army",
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

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        army = self.fields["army"]
        assert isinstance(army, forms.ModelChoiceField)
        army.queryset = GloomArmy.objects.filter(battle=battle)
        army.empty_label = None
        self.helper = helper(action, "Add the unit")


class AgreementForm(forms.ModelForm):
    """What the text does not give, as the players agree on it."""

    class Meta:
        model = GloomBattle
        fields = ("weak", "charge", "flanking", "cover", "opposites")
        help_texts = dict.fromkeys(fields, "A ruling: the rules do not say.")

    def __init__(self, *args: Any, battle: Battle, action: str, **kwargs: Any) -> None:
        kwargs["instance"] = GloomBattle.objects.get(pk=battle.pk)
        super().__init__(*args, **kwargs)
        self.helper = helper(action, "Agree")
