"""Pebbles: teams and their throwers."""

from django.db import models

from companion.models.battle import Battle, Side
from companion.models.columns import with_columns
from companion.models.piece import Piece
from rules.pebbles import sheet


@with_columns
class PebbleBattle(Battle):
    """A battle of Pebbles."""

    SHEET = sheet.Battle


class PebbleTeam(Side):
    """A team."""

    SHEET = sheet.Team


@with_columns
class Thrower(Piece):
    """Somebody with pebbles."""

    SHEET = sheet.Thrower

    team = models.ForeignKey(PebbleTeam, on_delete=models.CASCADE, related_name="throwers")
