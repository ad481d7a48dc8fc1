"""Pieces on the board, and the tokens that lie by them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models

from companion.models.battle import Battle
from rules.changes import NAMED


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

    def lay(self, **tokens: int) -> None:
        """Lay tokens by the piece, each kind with its count or value, in place of those of the same kinds."""
        Token.lay(Token(piece_id=self.pk, kind=kind, value=value) for kind, value in tokens.items())


class Token(models.Model):
    """A token or marker die by a piece: its kind, its count or value, and its name where a kind has several."""

    piece = models.ForeignKey(Piece, on_delete=models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=40, blank=True)
    value = models.SmallIntegerField()

    class Meta:
        ordering = ("kind", "name")
        constraints = (models.UniqueConstraint(fields=("piece", "kind", "name"), name="one_token_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.name or self.kind} {self.value}"

    @property
    def track(self) -> str:
        """The track of the piece's sheet that the token shows."""
        return f"{self.kind}{NAMED}{self.name}" if self.name else self.kind

    @staticmethod
    def lay(tokens: Iterable[Token]) -> None:
        """Store tokens in place of those of the same kinds and names by the same pieces."""
        Token.objects.bulk_create(
            tokens, update_conflicts=True, unique_fields=("piece", "kind", "name"), update_fields=("value",)
        )
