"""Which pieces of a battle came of a roster."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from companion.models.battle import Battle, Side
from companion.models.campaign import ComesHome
from companion.models.event import Event
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
        constraints = (models.UniqueConstraint(fields=("roster", "battle"), name="a_roster_comes_home_once"),)

    def __str__(self) -> str:
        return f"{self.roster} in {self.battle}"


class Homecoming(models.Model):
    """What was said of the pieces of a roster after a battle; what became of them is worked out from it."""

    deployment = models.OneToOneField(Deployment, on_delete=models.CASCADE, related_name="homecoming")
    usual = models.CharField(max_length=10, choices=ComesHome)
    """What becomes of the pieces of which nothing else is said."""
    fates = models.JSONField(default=dict)
    """What becomes of others, by their keys in the roster."""
    was = models.JSONField(editable=False)
    """The roster before it, as its sheet."""
    gave = models.JSONField(editable=False)
    """The roster after it."""
    shape = models.PositiveSmallIntegerField(editable=False)
    """The shape of the two sheets, by the game's count."""
    who = models.CharField(max_length=60)
    by = models.CharField(max_length=8, choices=Event.By, default=Event.By.DEVICE)
    since = models.DateTimeField(default=timezone.now, editable=False)
    """When it was said first: what is said otherwise later is of that same homecoming."""
    again = models.DateTimeField(null=True, editable=False)
    """When it was last worked out again, because the battle was corrected."""

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.deployment}, come home"
