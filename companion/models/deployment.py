"""Which pieces of a battle came of a roster."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from companion.models.battle import Battle, Side
from companion.models.roster import Roster


class Deployment(models.Model):
    """A roster that was taken into a battle: as copies, of which is known what each was made from."""

    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="deployments")
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="deployments")
    side = models.ForeignKey(Side, on_delete=models.SET_NULL, null=True, blank=True, related_name="deployments")
    keys = models.JSONField(editable=False)
    """The keys of the pieces and their parts in the battle, by those that they have in the roster."""
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.roster} in {self.battle}"
