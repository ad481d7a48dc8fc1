"""Mobile Frame Zero: companies, frames with their systems, terrain and stations."""

from __future__ import annotations

from enum import StrEnum

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from companion.models.battle import Battle, Side
from companion.models.piece import Piece
from rules.mobile_frame_zero.sheet import Abandoning, Kind, Range, Replacing, Size


def _choices(kinds: type[StrEnum]) -> list[tuple[str, str]]:
    return [(kind.value, kind.value) for kind in kinds]


class FrameBattle(Battle):
    """A battle of frames: the doomsday clock, the size, and the readings agreed on."""

    doomsday = models.PositiveSmallIntegerField(default=11, validators=[MaxValueValidator(11)])
    size = models.CharField(max_length=12, choices=_choices(Size), default=Size.SKIRMISH.value)
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


class Company(Side):
    """A company: its points per asset are fixed at the start."""

    points_per_asset = models.PositiveSmallIntegerField(default=5)

    class Meta:
        verbose_name_plural = "companies"


class Frame(Piece):
    """A mobile frame; its markers (defence, spot and the other assigned dice) are tokens."""

    company = models.ForeignKey(Company, on_delete=models.CASCADE, related_name="frames")
    white = models.PositiveSmallIntegerField("white dice", default=2, validators=[MaxValueValidator(2)])
    rockets = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(3)])
    acted = models.BooleanField("has acted", default=False)
    attacked = models.BooleanField("attack used", default=False)
    has_spotted = models.BooleanField("spot placed", default=False)
    range = models.CharField("named range", max_length=12, choices=_choices(Range), null=True, blank=True)  # noqa: DJ001  (none is no text)
    rolled = models.CharField("rolled dice to assign", max_length=120, blank=True)


class System(models.Model):
    """A system of a frame."""

    frame = models.ForeignKey(Frame, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField(max_length=40)
    kind = models.CharField(max_length=12, choices=_choices(Kind))
    lost = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class Terrain(Piece):
    """A piece of terrain that can give cover."""

    hits_left = models.PositiveSmallIntegerField(
        "hits until it is ruined", default=1, validators=[MinValueValidator(0), MaxValueValidator(99)]
    )

    class Meta:
        verbose_name_plural = "terrain"


class Station(Piece):
    """A station and the company that controls it."""

    owner = models.ForeignKey(Company, on_delete=models.SET_NULL, null=True, blank=True, related_name="stations")
