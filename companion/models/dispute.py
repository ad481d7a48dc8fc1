"""Doubts about entries of the log."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from companion.models.event import Event
from companion.models.member import Member

LONGEST = 200
"""How long a note or a ruling may be."""


class Dispute(models.Model):
    """A doubt about an entry, which changes nothing of the battle: a correction settles it, or a ruling.

    It is settled as well while its entry is undone, and open again while the correction is.
    """

    OPEN = models.Q(ruling="", event__undone_by=None) & ~models.Q(
        correction__isnull=False, correction__undone_by__isnull=True
    )

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="disputes")
    note = models.CharField(max_length=LONGEST, blank=True)
    who = models.CharField(max_length=60)
    by = models.CharField(max_length=8, choices=Event.By, default=Event.By.DEVICE)
    member = models.ForeignKey(
        Member, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    """Who disputes it, where it is known: a player who agrees that it is struck out."""
    when = models.DateTimeField(default=timezone.now, editable=False)
    correction = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="settles")
    ruling = models.CharField(max_length=LONGEST, blank=True)
    ruled_who = models.CharField(max_length=60, blank=True)
    ruled_by = models.CharField(max_length=8, choices=Event.By, default=Event.By.DEVICE)
    ruled_when = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        verbose_name = "disputed entry"
        verbose_name_plural = "disputed entries"

    def __str__(self) -> str:
        return f"{self.event.number}. {self.note or 'disputed'}"

    @property
    def is_open(self) -> bool:
        """Whether nothing has settled it."""
        corrected = self.correction is not None and not hasattr(self.correction, "undone_by")
        return not (self.ruling or corrected or hasattr(self.event, "undone_by"))
