"""The forms that set up a battle of Gods Gloom."""

from __future__ import annotations

from typing import Any

from companion.forms.setting_up import AgreementForm, PieceForm, left_of
from companion.models import GloomBattle, GloomUnit


class UnitForm(PieceForm):
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
                "The card says which act by themselves, which by a tap in the attack, and which are reminders."
            )
        }

    button = "Add the unit"

    def clean(self) -> dict[str, Any]:
        """Give it its full Health and all its Morale tokens; one that is changed has lost what it had lost."""
        cleaned = super().clean() or {}
        health, morale, unit = cleaned.get("health"), cleaned.get("morale"), self.piece
        if unit and health is not None and morale is not None:
            health = left_of(unit.current_health, unit.health, health)
            morale = left_of(unit.morale_tokens, unit.morale, morale)
        return {**cleaned, "current_health": health, "morale_tokens": morale}


class ReadingsForm(AgreementForm):
    """What the text does not give, as the players agree on it."""

    class Meta:
        model = GloomBattle
        fields = ("weak", "charge", "flanking", "cover", "opposites")
