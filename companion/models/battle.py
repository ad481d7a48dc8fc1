"""A battle and its sides."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from companion.models.campaign import Campaign, new_key
from rules.games import GAMES


class Battle(models.Model):
    """A battle of one game, reached by an unguessable link; each game adds its own shared state."""

    SIDES = "battle/_sides.html"
    """The template that draws the sides of a battle; a game may have one of its own."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="battles")
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    once = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=40, choices=[(slug, game.name) for slug, game in GAMES.items()], editable=False)
    round = models.PositiveSmallIntegerField(default=1)
    started = models.BooleanField(default=False)
    over = models.BooleanField(default=False)
    last_event = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The battle's page, the only one to play on."""
        return reverse("battle", args=[self.key])

    @property
    def has_points(self) -> bool:
        """Whether its sides have points."""
        return GAMES[self.game].has_points


class Side(models.Model):
    """One player's side of a battle."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="sides")
    name = models.CharField(max_length=60)
    seat = models.PositiveSmallIntegerField(default=1)
    score = models.IntegerField(default=0)

    class Meta:
        ordering = ("seat", "pk")

    def __str__(self) -> str:
        return self.name
