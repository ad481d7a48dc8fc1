"""What was done for the database as a whole."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

LONGEST = 200


class Upkeep(models.Model):
    """A backup that was made, or an audit of all battles, noted by the command that did it."""

    class What(models.TextChoices):
        """What was done."""

        BACKUP = "backup", "backup"
        AUDIT = "audit", "audit"

    what = models.CharField(max_length=6, choices=What)
    said = models.CharField(max_length=LONGEST)
    """What came of it, in one line."""
    when = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-when", "-pk")
        verbose_name = "backup or audit"
        verbose_name_plural = "server, with its backups and audits"

    def __str__(self) -> str:
        return f"{self.get_what_display()}: {self.said}"
