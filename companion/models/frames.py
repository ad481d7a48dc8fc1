"""Mobile Frame Zero: companies, frames with their systems, terrain and stations."""

from __future__ import annotations

from django.db import models

from companion.models.battle import Battle, Side
from companion.models.columns import choices_of, with_columns
from companion.models.piece import Piece
from rules.mobile_frame_zero import sheet
from rules.mobile_frame_zero.sheet import Abandoning, Replacing, Size


@with_columns
class FrameBattle(Battle):
    """A battle of frames: the doomsday clock, the size, and the readings agreed on."""

    SHEET = sheet.Battle
    IN_PLACE = frozenset(
        ("lost", "white", "rockets", "attack", "defence", "spot", "movement", "hits_left", "acted", "attacked")
    )

    size = models.CharField(max_length=12, choices=choices_of(Size), default=Size.SKIRMISH.value)
    replacing = models.CharField(
        "a new spot replaces another",
        max_length=8,
        choices=[(Replacing.HIGHER.value, "only when it is higher"), (Replacing.ALWAYS.value, "always")],
        default=Replacing.HIGHER.value,
    )
    abandoning = models.CharField(
        "a frame can abandon its position beside",
        max_length=4,
        choices=[
            (Abandoning.ANY.value, "any station"),
            (Abandoning.OWN.value, "a station of its own company"),
        ],
        default=Abandoning.ANY.value,
    )

    class Meta:
        verbose_name = "battle of Mobile Frame Zero"
        verbose_name_plural = "battles of Mobile Frame Zero"


@with_columns
class Company(Side):
    """A company: its points per asset are fixed at the start."""

    SHEET = sheet.Company

    class Meta:
        verbose_name_plural = "companies"


@with_columns
class Frame(Piece):
    """A mobile frame; its markers (defence, spot and the other assigned dice) are tokens."""

    SHEET = sheet.Frame
    TOKENS = ("defence", "attack", "movement", "spotting", "spot")

    company = models.ForeignKey(Company, on_delete=models.CASCADE, related_name="frames")
    rolled = models.CharField("rolled dice to assign", max_length=120, blank=True)


@with_columns
class System(models.Model):
    """A system of a frame."""

    SHEET = sheet.System

    frame = models.ForeignKey(Frame, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


@with_columns
class Terrain(Piece):
    """A piece of terrain that can give cover."""

    SHEET = sheet.Terrain

    class Meta:
        verbose_name_plural = "terrain"


class Station(Piece):
    """A station and the company that controls it."""

    SHEET = sheet.Station

    owner = models.ForeignKey(Company, on_delete=models.SET_NULL, null=True, blank=True, related_name="stations")
