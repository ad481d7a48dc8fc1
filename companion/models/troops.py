"""Troops and Supplies: armies, units and the board of squares that they fight on."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from companion.models.battle import Battle, Side
from companion.models.piece import Piece
from rules.troops_and_supplies.sheet import (
    DICE,
    MOST_RANGE,
    MOST_SQUARES,
    MOST_SUPPLIES,
    Answering,
    Turns,
)

ON_BOARD = (MinValueValidator(1), MaxValueValidator(MOST_SQUARES))


class TroopBattle(Battle):
    """A battle of units: its board, whose turn it is, and the readings agreed on."""

    columns = models.PositiveSmallIntegerField(default=8, validators=ON_BOARD)
    rows = models.PositiveSmallIntegerField(default=8, validators=ON_BOARD)
    turn = models.ForeignKey("Army", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answering = models.CharField(
        "a unit counterattacks with",
        max_length=4,
        choices=[
            (Answering.LEFT.value, "the strength that its losses have left"),
            (Answering.FULL.value, "the strength that it had before"),
        ],
        default=Answering.LEFT.value,
    )
    turns = models.CharField(
        "turns are taken",
        max_length=8,
        choices=[(Turns.BY_ARMY.value, "by one army after the other"), (Turns.TOGETHER.value, "by all together")],
        default=Turns.BY_ARMY.value,
    )


class Army(Side):
    """An army; the armies take their turns by seat."""

    class Meta:
        verbose_name_plural = "armies"


class TroopUnit(Piece):
    """A unit with its Unit Tracking Card and its place on the board; Troop and Supply Tokens are tokens."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="units")
    battle_die = models.PositiveSmallIntegerField(choices=[(faces, f"d{faces}") for faces in DICE], default=6)
    ammunition_cost = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(MOST_SUPPLIES)])
    attack_range = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(MOST_RANGE)])
    indirect_fire = models.BooleanField(default=False)
    column = models.PositiveSmallIntegerField(null=True, blank=True, validators=ON_BOARD)
    row = models.PositiveSmallIntegerField(null=True, blank=True, validators=ON_BOARD)
    attacked = models.BooleanField("attack used", default=False)
    fired = models.BooleanField("has fired", default=False)
