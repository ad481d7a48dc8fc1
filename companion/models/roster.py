"""A roster: pieces of one game that a player builds once and takes into many battles."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils import timezone

from companion.models.campaign import Campaign, new_key
from companion.models.member import Member
from rules.games import GAMES

LONGEST_NAME = 60
"""How long the name of a roster may be: that of a side, which it becomes."""


class Roster(models.Model):
    """A named side without a battle: its pieces stand in a battle of no campaign, its ``holder``, that never starts."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="rosters")
    owner = models.ForeignKey(Member, on_delete=models.SET_NULL, null=True, blank=True, related_name="rosters")
    """Who changes it, with the organisers; that of nobody is anybody's at the table."""
    name = models.CharField(max_length=LONGEST_NAME)
    game = models.CharField(max_length=40, choices=[(slug, game.name) for slug, game in GAMES.items()], editable=False)
    once = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    put_away = models.DateTimeField(null=True, blank=True)
    """Since when it is put away: nobody changes it or takes it into a battle until it is brought back."""
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page that shows it."""
        return reverse("roster", args=[self.campaign.key, self.pk])
