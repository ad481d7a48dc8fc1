"""X-Wing: squads with their damage decks, ships with their weapons and tokens, and what a battle agrees on."""

from __future__ import annotations

from enum import StrEnum

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from companion.models.battle import Battle, Side
from companion.models.piece import Piece
from rules.x_wing.cards import Title
from rules.x_wing.sheet import Phase, Plasma
from rules.x_wing.ship import Arc, Effect, Needs, Size

INITIATIVE = (MaxValueValidator(8),)
COUNTED = (MaxValueValidator(99),)
COMING_BACK = (MinValueValidator(-9), MaxValueValidator(9))
POOL = (MaxValueValidator(9),)
RANGE = (MaxValueValidator(5),)


def _choices(kinds: type[StrEnum]) -> list[tuple[str, str]]:
    return [(kind.value, kind.value) for kind in kinds]


class XWingBattle(Battle):
    """A battle of ships: where in the round it stands, and what the players agreed on."""

    phase = models.CharField(max_length=10, choices=_choices(Phase), default=Phase.PLANNING.value)
    initiative = models.PositiveSmallIntegerField("engaging initiative", null=True, blank=True, validators=INITIATIVE)
    first = models.ForeignKey(
        "XWingSquad",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="first player",
    )
    ruleset = models.CharField(
        "rules", max_length=3, choices=[("2.0", "2.0, 200 points"), ("2.5", "2.5, 20 points")], default="2.0"
    )
    chance_engagement = models.BooleanField("the scenario is Chance Engagement", default=False)
    plasma = models.CharField(
        "a hit by Plasma Torpedoes costs its shield",
        max_length=17,
        choices=_choices(Plasma),
        default=Plasma.AFTER.value,
    )


class XWingSquad(Side):
    """A squad: its faction, points of its scenario, and the text that it was read from."""

    faction = models.CharField(max_length=40, blank=True)
    mission = models.PositiveSmallIntegerField("scenario points", default=0, validators=[MaxValueValidator(999)])
    unseen_discarded = models.PositiveSmallIntegerField(
        "discarded damage cards that nobody saw", default=0, validators=COUNTED
    )
    source = models.TextField("list that it was read from (XWS)", blank=True)

    class Meta:
        verbose_name = "X-Wing squad"


class Ship(Piece):
    """A ship with its pilot: values, what is left of them, tokens, and what it has done this round."""

    squad = models.ForeignKey(XWingSquad, on_delete=models.CASCADE, related_name="ships")
    type = models.CharField("ship", max_length=60, blank=True)
    size = models.CharField(max_length=6, choices=_choices(Size), default=Size.SMALL.value)
    initiative = models.PositiveSmallIntegerField(default=1, validators=INITIATIVE)
    agility = models.PositiveSmallIntegerField(default=2, validators=[MaxValueValidator(9)])
    hull = models.PositiveSmallIntegerField(default=3, validators=[MinValueValidator(1), *COUNTED])
    most_shields = models.PositiveSmallIntegerField("shields", default=0, validators=COUNTED)
    shields = models.PositiveSmallIntegerField("shields left", default=0, validators=COUNTED)
    most_force = models.PositiveSmallIntegerField("Force", default=0, validators=COUNTED)
    force = models.PositiveSmallIntegerField("Force left", default=0, validators=COUNTED)
    recovers_force = models.SmallIntegerField("Force that comes back", default=0, validators=COMING_BACK)
    most_charges = models.PositiveSmallIntegerField("charges", default=0, validators=COUNTED)
    charges = models.PositiveSmallIntegerField("charges left", default=0, validators=COUNTED)
    recovers_charges = models.SmallIntegerField("charges that come back", default=0, validators=COMING_BACK)
    cost = models.PositiveSmallIntegerField("points", default=0, validators=[MaxValueValidator(999)])
    upgrades = models.JSONField("names of its upgrades", default=list, blank=True)
    unseen = models.PositiveSmallIntegerField("facedown damage cards that nobody saw", default=0, validators=COUNTED)
    focus = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    calculate = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    evade = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    reinforce_fore = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    reinforce_aft = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    lock = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="has locked"
    )
    strain = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    deplete = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    disarm = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    cloak = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(1)])
    tractor = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    ion = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    jam = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    stress = models.PositiveSmallIntegerField(default=0, validators=COUNTED)
    engaged = models.BooleanField("has engaged this round", default=False)
    attacked = models.BooleanField("has attacked this round", default=False)
    bonus_attacked = models.BooleanField("has made its bonus attack this round", default=False)


class Weapon(models.Model):
    """A weapon of a ship: where it fires, how strongly, what it needs and what it costs."""

    ship = models.ForeignKey(Ship, on_delete=models.CASCADE, related_name="weapons")
    name = models.CharField(max_length=60)
    arc = models.CharField(max_length=13, choices=_choices(Arc), default=Arc.FRONT.value)
    dice = models.PositiveSmallIntegerField("attack dice", default=3, validators=[MaxValueValidator(12)])
    nearest = models.PositiveSmallIntegerField("nearest range", default=1, validators=RANGE)
    farthest = models.PositiveSmallIntegerField("farthest range", default=3, validators=RANGE)
    special = models.BooleanField("special weapon", default=False)
    ordnance = models.BooleanField("no range bonus", default=False)
    needs = models.CharField(max_length=9, choices=_choices(Needs), default=Needs.NOTHING.value)
    cost = models.PositiveSmallIntegerField("charges an attack costs", default=0, validators=POOL)
    charges = models.PositiveSmallIntegerField("charges left", default=0, validators=POOL)
    most_charges = models.PositiveSmallIntegerField("charges", default=0, validators=POOL)
    recovers = models.SmallIntegerField("charges that come back", default=0, validators=COMING_BACK)
    effect = models.CharField(max_length=28, choices=_choices(Effect), default=Effect.NONE.value)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class DamageCard(models.Model):
    """A card of a squad's damage deck: in the deck, on a ship or discarded."""

    squad = models.ForeignKey(XWingSquad, on_delete=models.CASCADE, related_name="deck")
    title = models.CharField(max_length=30, choices=_choices(Title))
    ship = models.ForeignKey(Ship, on_delete=models.SET_NULL, null=True, blank=True, related_name="cards")
    faceup = models.BooleanField(default=False)
    discarded = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.title
