"""A battle and its sides."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone

from companion.looks import COLOURS, EMBLEMS
from companion.models.campaign import Campaign, new_key
from companion.models.member import Member
from companion.models.roster import Roster
from rules.games import GAMES


class Pinned(models.TextChoices):
    """What the screen for those who look on shows."""

    ALL = "all", "everything"
    SCORE = "score", "the score"
    ATTACK = "attack", "the last attack"
    BOARD = "board", "the board"


class Battle(models.Model):
    """A battle of one game, reached by an unguessable link; each game adds its own shared state."""

    SIDES = "battle/_sides.html"
    """The template that draws the sides of a battle; a game may have one of its own."""
    IN_PLACE: ClassVar[frozenset[str]] = frozenset()
    """The tracks whose change the card of a piece shows where they stand; all others are listed below it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, null=True, related_name="battles")
    """Whose battle it is; what holds a roster is none of any campaign, so that no list of battles ever has it."""
    roster = models.OneToOneField(
        Roster, on_delete=models.CASCADE, null=True, blank=True, related_name="holder", editable=False
    )
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    once = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=40, choices=[(slug, game.name) for slug, game in GAMES.items()], editable=False)
    round = models.PositiveSmallIntegerField(default=1)
    started = models.BooleanField(default=False)
    over = models.BooleanField(default=False)
    seated = models.BooleanField(default=False, editable=False)
    """Whether each side is tapped only by its player and the organisers; else anybody taps for everybody."""
    came_home = models.BooleanField(default=False, editable=False)
    """Whether pieces of it have come home to rosters, which are worked out again when it is corrected."""
    last_event = models.PositiveIntegerField(default=0, editable=False)
    told = models.PositiveIntegerField(default=0, editable=False)
    """How often open pages were told of what makes no event, as it changes nothing of the battle."""
    pinned = models.CharField(max_length=6, choices=Pinned, default=Pinned.ALL, editable=False)
    """What the screen of it shows; that is said of no play, and makes no event."""
    watched_anew = models.PositiveIntegerField(default=0, editable=False)
    """How often those who look on were given another link to it, each of which ends the one before."""
    brought = models.DateTimeField(null=True, blank=True, editable=False)
    """When it came from a file: of what was said before, only the file says who stood behind it."""
    created = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True, blank=True, editable=False)
    ending = models.PositiveIntegerField(default=0, editable=False)
    """The number of the event that ended it; 0 while it goes on."""
    ended_by = models.ForeignKey(
        Member, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    """The member who ended it, where that is known."""
    archived = models.DateTimeField(null=True, blank=True, editable=False)
    """Since when it is out of the way; it counts and can be looked at as before."""
    deleted = models.DateTimeField(null=True, blank=True, editable=False)
    """Since when it is as if it were gone; until it is gone for good, that can be taken back."""

    class Meta:
        ordering = ("-created",)
        # As the page of a campaign lists them: of ten thousand, it reads the rows of one page.
        indexes = (models.Index(fields=("campaign", "over", "-created"), name="battles_of_a_campaign"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(campaign__isnull=True) ^ models.Q(roster__isnull=True), name="a_battle_or_a_roster"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The battle's page, the only one to play on; what holds a roster is only built."""
        return reverse("setup" if self.roster_id else "battle", args=[self.key])

    @property
    def home(self) -> Campaign:
        """The campaign that it is in, or whose roster it holds."""
        found = self.roster.campaign if self.roster else self.campaign
        assert found
        return found

    @property
    def home_id(self) -> int | None:
        """The id of that campaign."""
        return self.roster.campaign_id if self.roster else self.campaign_id

    def came_with_file(self, when: datetime | None) -> bool:
        """Whether what was said then came with a file."""
        return self.brought is not None and when is not None and when <= self.brought

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
    player = models.ForeignKey(
        Member, on_delete=models.SET_NULL, null=True, blank=True, related_name="sides", editable=False
    )
    colour = models.CharField(max_length=10, blank=True, choices=[(name, name) for name in COLOURS])
    emblem = models.CharField(max_length=10, blank=True, choices=[(name, name) for name in EMBLEMS])

    class Meta:
        ordering = ("seat", "pk")
        verbose_name = "seat"

    def __str__(self) -> str:
        return self.name
