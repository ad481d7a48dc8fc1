"""What players declared, attacks and all else, and the replies given so far."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from companion.models.battle import Battle
from companion.models.piece import Piece
from rules.games import GAMES
from rules.table import Source


class Declaration(models.Model):
    """An attack or another procedure, from its declaration to its outcome.

    What is in flight is only its replies: the resolver is played over them again whenever a page asks. ``answers`` and
    ``declared`` are what was declared at first; what was added since stands among the replies.
    """

    class Status(models.TextChoices):
        """How far it has come."""

        OPEN = "open", "under way"
        SETTLED = "settled", "settled"
        CANCELLED = "cancelled", "called off"

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="declarations")
    procedure = models.CharField(max_length=20)
    edition = models.CharField(max_length=40)
    actor = models.ForeignKey(Piece, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    target = models.ForeignKey(Piece, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answers = models.JSONField(default=dict)
    declared = models.JSONField()
    pieces = models.JSONField()
    shape = models.PositiveSmallIntegerField(default=1, editable=False)
    """The shape of the sheets in ``pieces``, by the game's count; 1 also where an older version did not say."""
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    outcome = models.JSONField(null=True, blank=True)
    trace = models.JSONField(null=True, blank=True)
    early = models.JSONField(default=list, editable=False)
    """The dice that one side has entered while the other has not rolled yet; nothing reads them but their roll."""
    luck = models.JSONField(null=True, editable=False)
    """How lucky its rolls were, once it is settled; ``None`` where an earlier version did not tell."""
    once = models.CharField(max_length=32)
    who = models.CharField(max_length=60)
    when = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        verbose_name = "attack or other declaration"
        verbose_name_plural = "attacks and other declarations"
        constraints = (
            models.UniqueConstraint(fields=("battle", "once"), name="a_form_declares_once"),
            models.UniqueConstraint(
                fields=("battle",), condition=models.Q(status="open"), name="one_declaration_under_way"
            ),
        )
        indexes = (models.Index(fields=("battle", "actor", "target", "procedure"), name="last_answers"),)

    def __str__(self) -> str:
        return f"{GAMES[self.battle.game].called(self.procedure)} in {self.battle}"


class Reply(models.Model):
    """A recorded answer to what a declaration asked: faces or an option, and where it came from.

    Rows that a player adds to the declaration stand among them, at the place where they were added.
    """

    ADDED = "added"
    """The source of added rows, which answer no ask."""

    SOURCES = (*(source.value for source in Source if source not in (Source.ONLY, Source.UNASKED)), ADDED)

    declaration = models.ForeignKey(Declaration, on_delete=models.CASCADE, related_name="replies")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=60)
    value = models.JSONField()
    source = models.CharField(max_length=10, choices=[(source, source) for source in SOURCES])
    who = models.CharField(max_length=60)
    when = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "replies"
        constraints = (models.UniqueConstraint(fields=("declaration", "number"), name="one_reply_a_number"),)

    def __str__(self) -> str:
        return f"{self.label}: {self.value}"
