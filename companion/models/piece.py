"""Pieces on the board, and the tokens that lie by them."""

from __future__ import annotations

from django.db import models

from companion.models.battle import Battle


class Piece(models.Model):
    """Anything on the board with a stored state; each kind of piece adds its own fields."""

    class Status(models.TextChoices):
        """Whether a piece is on the board."""

        ACTIVE = "active", "on the board"
        DESTROYED = "destroyed", "destroyed"
        REMOVED = "removed", "removed"

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="pieces")
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)
    destroyed_by = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """A token or marker die by a piece: its kind and its count or value."""

    piece = models.ForeignKey(Piece, on_delete=models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=20)
    value = models.SmallIntegerField()

    class Meta:
        ordering = ("kind",)
        constraints = (models.UniqueConstraint(fields=("piece", "kind"), name="one_token_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"
