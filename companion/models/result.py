"""The results of battles, kept beside them, and what their players say of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

from companion.models.battle import Battle, Side
from companion.models.campaign import Campaign
from companion.models.dispute import LONGEST
from companion.models.event import Event
from companion.models.member import Member
from companion.verdicts import State
from rules.results import How


class Result(models.Model):
    """What a battle that is over came to for one side: made of the battle again whenever that is written.

    It is kept only to be added up quickly; what it says of the battle and its campaign stands there.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="results")
    side = models.OneToOneField(Side, on_delete=models.CASCADE, related_name="result")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    player = models.ForeignKey(Member, on_delete=models.SET_NULL, null=True, related_name="results")
    name = models.CharField(max_length=60)
    """What the side is called: who plays it, where no member does."""
    how = models.CharField(max_length=5, choices=[(how.value, how.value) for how in How])
    score = models.IntegerField()
    rival = models.IntegerField()
    """The best score of the others."""
    state = models.CharField(max_length=9, choices=[(state.value, state.value) for state in State])
    ended = models.DateTimeField()
    pieces = models.JSONField(default=list)
    """The names of the pieces that fought for it."""
    luck = models.JSONField(default=list)
    """The dice that it has rolled: see ``companion.services.lucking``."""

    class Meta:
        ordering = ("pk",)
        indexes = (
            # All that standings add up, so that they need not look at the rows themselves.
            models.Index(
                fields=("campaign", "game", "player", "name", "how", "score", "rival", "state", "ended", "battle"),
                name="results_of_a_campaign",
            ),
            # The same of the newest, which are looked at one by one.
            models.Index(
                fields=("campaign", "ended", "battle", "state", "game", "player", "name", "how"),
                name="newest_of_a_campaign",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.how}"

    @staticmethod
    def counting(hours: int, now: datetime) -> models.Q:
        """The results that count then, where what nobody answers is accepted after so many hours."""
        return ~models.Q(state=State.DISPUTED) & ~models.Q(state=State.OPEN, ended__gt=now - timedelta(hours=hours))


class Verdict(models.Model):
    """What somebody says of the result of a battle: that it is right, or why it is not."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="verdicts")
    ending = models.PositiveIntegerField()
    """The number of the event that ended the battle: one that is played on and ended again is asked about anew."""
    seen = models.PositiveIntegerField()
    """The last event before it: what was corrected later, nobody has said anything of."""
    agrees = models.BooleanField()
    note = models.CharField(max_length=LONGEST, blank=True)
    settles = models.BooleanField(default=False)
    """Whether an organiser says it for all."""
    member = models.ForeignKey(Member, on_delete=models.SET_NULL, null=True, related_name="+")
    who = models.CharField(max_length=60)
    by = models.CharField(max_length=8, choices=Event.By, default=Event.By.DEVICE)
    when = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.who}: {'it is right' if self.agrees else self.note or 'it is not right'}"
