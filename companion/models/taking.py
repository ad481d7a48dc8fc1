"""Which battles and rosters were given pieces of a battle as they stood in it."""

from __future__ import annotations

from django.db import models

from companion.models.battle import Battle, Side


class Taking(models.Model):
    """Pieces of a battle that were taken as they stood: what comes of a correction of it does not reach them."""

    of = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="given")
    side = models.ForeignKey(Side, on_delete=models.SET_NULL, null=True, blank=True, related_name="given")
    """Whose they were; ``None`` where all were taken, or what was no side's."""
    by = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="taken")
    """Where they came to: another battle, or what holds a roster."""

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.side or 'Pieces'} of {self.of} in {self.by}"
