"""Gods Gloom: armies with their resources, units, and what a battle agrees on."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from companion.models.battle import Battle, Side
from companion.models.piece import Piece
from rules.gods_gloom.sheet import MOST_AGREED, MOST_COST, MOST_DICE, MOST_HEALTH, MOST_MORALE, MOST_SPEED, Opposites

DICE = (MaxValueValidator(MOST_DICE),)
AGREED = (MaxValueValidator(MOST_AGREED),)


class GloomBattle(Battle):
    """A battle of units: what the text does not give and the players agreed on."""

    weak = models.PositiveSmallIntegerField("dice of each colour that Weak costs", default=1, validators=AGREED)
    charge = models.PositiveSmallIntegerField("red dice that a Charge adds", default=1, validators=AGREED)
    flanking = models.PositiveSmallIntegerField("blue dice that a flanked unit loses", default=1, validators=AGREED)
    cover = models.PositiveSmallIntegerField("blue dice that cover adds", default=0, validators=AGREED)
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


class GloomArmy(Side):
    """An army: Command Seals, the slider's spaces on its side of the Momentum track, and Soulshards."""

    seals = models.PositiveSmallIntegerField("Command Seals", default=0, validators=[MaxValueValidator(99)])
    momentum = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(2)])
    charged = models.BooleanField("has made its first Charge", default=False)
    soulshards = models.SmallIntegerField(default=0, validators=[MinValueValidator(-99), MaxValueValidator(999)])

    class Meta:
        verbose_name = "army"
        verbose_name_plural = "armies"


class GloomUnit(Piece):
    """A unit; what lies by it (Morale tokens, Weak, Boost, Slow, Fast, named effects) are tokens."""

    army = models.ForeignKey(GloomArmy, on_delete=models.CASCADE, related_name="units")
    offence_red = models.PositiveSmallIntegerField(default=0, validators=DICE)
    offence_blue = models.PositiveSmallIntegerField(default=0, validators=DICE)
    guard_red = models.PositiveSmallIntegerField(default=0, validators=DICE)
    guard_blue = models.PositiveSmallIntegerField(default=0, validators=DICE)
    morale = models.PositiveSmallIntegerField(default=3, validators=[MaxValueValidator(MOST_MORALE)])
    speed = models.PositiveSmallIntegerField(default=2, validators=[MaxValueValidator(MOST_SPEED)])
    health = models.PositiveSmallIntegerField(
        default=4, validators=[MinValueValidator(1), MaxValueValidator(MOST_HEALTH)]
    )
    current_health = models.PositiveSmallIntegerField(default=4, validators=[MaxValueValidator(MOST_HEALTH)])
    cost = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MOST_COST)])
    traits = models.CharField(max_length=300, blank=True, help_text="With commas between them, such as Overload[2].")
    activated = models.BooleanField("activated this round", default=False)
    shot = models.BooleanField("ranged attack made", default=False)

    class Meta:
        verbose_name = "gloom unit"
