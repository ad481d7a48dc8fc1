"""Gods Gloom: armies with their resources, units, and what a battle agrees on."""

from __future__ import annotations

from django.db import models

from companion.models.battle import Battle, Side
from companion.models.columns import with_columns
from companion.models.piece import Piece
from rules.gods_gloom import sheet
from rules.gods_gloom.sheet import Opposites


@with_columns
class GloomBattle(Battle):
    """A battle of units: what the text does not give and the players agreed on."""

    SHEET = sheet.Battle
    IN_PLACE = frozenset(("current_health", "morale_tokens", "slow", "fast", "weak", "boost", "activated", "shot"))

    opposites = models.CharField(
        "a unit that gets Weak and Boost",
        max_length=6,
        choices=[(Opposites.CANCEL.value, "keeps neither"), (Opposites.BOTH.value, "keeps both")],
        default=Opposites.CANCEL.value,
    )
    loser = models.ForeignKey(
        "GloomUnit",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="loser of the melee just fought",
    )

    class Meta:
        verbose_name = "battle of Gods Gloom"
        verbose_name_plural = "battles of Gods Gloom"


@with_columns
class GloomArmy(Side):
    """An army: Command Seals, the slider's spaces on its side of the Momentum track, and Soulshards."""

    SHEET = sheet.Army

    class Meta:
        verbose_name = "army"
        verbose_name_plural = "armies"


@with_columns
class GloomUnit(Piece):
    """A unit; what lies by it (Morale tokens, Weak, Boost, Slow, Fast, named effects) are tokens."""

    SHEET = sheet.Unit
    TOKENS = ("effects", "morale_tokens", "weak", "boost", "slow", "fast")

    army = models.ForeignKey(GloomArmy, on_delete=models.CASCADE, related_name="units")
    traits = models.CharField(max_length=300, blank=True, help_text="With commas between them, such as Overload[2].")

    class Meta:
        verbose_name = "gloom unit"
