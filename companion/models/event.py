"""The battle's log."""

from __future__ import annotations

from django.db import models

from companion.models.battle import Battle
from companion.models.declaration import Declaration


class Event(models.Model):
    """One row of a battle's append-only log: never updated, never deleted; undo is a new event."""

    class By(models.TextChoices):
        """What stands behind the name of an event; nobody can type it."""

        DEVICE = "device", "a device"
        ACCOUNT = "account", "signed in"
        STAFF = "staff", "staff"
        APP = "app", "automatic"

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    headline = models.CharField(max_length=500)
    changes = models.JSONField(default=list)
    declaration = models.ForeignKey(
        Declaration, on_delete=models.RESTRICT, null=True, blank=True, related_name="events"
    )
    undoes = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, blank=True, related_name="undone_by")
    who = models.CharField(max_length=60)
    by = models.CharField(max_length=8, choices=By, default=By.DEVICE)
    when = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("battle", "number"), name="one_event_a_number"),)

    def __str__(self) -> str:
        return f"{self.number}. {self.headline}"


class Who(str):
    """A name for the log with what stands behind it; a plain text is what somebody typed on a device."""

    by: Event.By

    def __new__(cls, name: str, by: Event.By) -> Who:
        """Put the two together."""
        who = super().__new__(cls, name)
        who.by = by
        return who
