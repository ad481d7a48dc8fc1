"""Troops and Supplies: armies, units and the board of squares that they fight on."""

from __future__ import annotations

from django.db import models

from companion.models.battle import Battle, Side
from companion.models.columns import with_columns
from companion.models.piece import Piece
from rules.troops_and_supplies import sheet
from rules.troops_and_supplies.sheet import (
    DICE,
    Answering,
    Turns,
)


@with_columns
class TroopBattle(Battle):
    """A battle of units: its board, whose turn it is, and the readings agreed on."""

    SHEET = sheet.Battle
    IN_PLACE = frozenset(("strength", "supplies", "attacked", "fired"))

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

    class Meta:
        verbose_name = "battle of Troops and Supplies"
        verbose_name_plural = "battles of Troops and Supplies"


class Army(Side):
    """An army; the armies take their turns by seat."""

    SHEET = sheet.Army

    class Meta:
        verbose_name_plural = "armies"


@with_columns
class TroopUnit(Piece):
    """A unit with its Unit Tracking Card and its place on the board; Troop and Supply Tokens are tokens."""

    SHEET = sheet.Unit
    TOKENS = ("strength", "supplies")

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="units")
    battle_die = models.PositiveSmallIntegerField(choices=[(faces, f"d{faces}") for faces in DICE], default=6)
