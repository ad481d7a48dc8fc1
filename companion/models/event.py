"""The battle's log."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from companion.models.battle import Battle
from companion.models.declaration import Declaration
from companion.models.member import Member
from rules.timeline import How


class Event(models.Model):
    """One row of a battle's append-only log: never updated, never deleted; undo is a new event."""

    class By(models.TextChoices):
        """What stands behind the name of an event; nobody can type it."""

        DEVICE = "device", "a device"
        GUEST = "guest", "guest"
        ACCOUNT = "account", "signed in"
        STAFF = "staff", "staff"
        APP = "app", "automatic"

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    headline = models.CharField(max_length=500)
    changes = models.JSONField(default=list)
    parts = models.JSONField(null=True, editable=False)
    """The parts that joined the battle, left it or became others; ``None`` where an older version did not say."""
    shape = models.PositiveSmallIntegerField(default=1, editable=False)
    """The shape of the sheets in its parts, by the game's count; 1 also where an older version did not say."""
    declaration = models.ForeignKey(
        Declaration, on_delete=models.RESTRICT, null=True, blank=True, related_name="events"
    )
    undoes = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, blank=True, related_name="undone_by")
    who = models.CharField(max_length=60)
    by = models.CharField(max_length=8, choices=By, default=By.DEVICE)
    once = models.CharField(max_length=32, default="", editable=False)
    """The number of the form that corrected something; empty for any other event."""
    when = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("number",)
        verbose_name = "entry of a log"
        verbose_name_plural = "entries of the logs"
        constraints = (models.UniqueConstraint(fields=("battle", "number"), name="one_event_a_number"),)

    def __str__(self) -> str:
        return f"{self.number}. {self.headline}"


class Version(models.Model):
    """How an entry stands since an amendment, which is an event of its own: the amended event is never changed."""

    amendment = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="versions")
    of = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="later_versions")
    how = models.CharField(max_length=6, choices=[(how.value, how.value) for how in How])
    headline = models.CharField(max_length=500)
    changes = models.JSONField(default=list)
    parts = models.JSONField(default=list, editable=False)
    shape = models.PositiveSmallIntegerField(default=1, editable=False)
    answers = models.JSONField(null=True)
    declared = models.JSONField(null=True)
    replies = models.JSONField(null=True)
    outcome = models.JSONField(null=True)
    trace = models.JSONField(null=True)
    luck = models.JSONField(null=True, editable=False)
    """How lucky its rolls were now; ``None`` where they are as they were."""
    edition = models.CharField(max_length=40, blank=True)
    """The edition that it was resolved under; empty where that is the declaration's."""
    consequence = models.BooleanField(default=False, editable=False)
    """Whether it comes of the amendment of another entry; an earlier version of the app told it of none."""

    class Meta:
        ordering = ("amendment", "of")
        constraints = (models.UniqueConstraint(fields=("amendment", "of"), name="one_version_an_amendment"),)

    def __str__(self) -> str:
        return f"{self.of.number} ({self.how}): {self.headline}"


def as_it_stands(field: str, event: str = "pk") -> models.Subquery:
    """A field of the version that an event stands by since it was corrected; ``event`` leads to it from the row."""
    versions = Version.objects.filter(of=models.OuterRef(event), amendment__undone_by=None)
    return models.Subquery(versions.order_by("-amendment__number").values(field)[:1])


class Who(str):
    """A name for the log with what stands behind it; a plain text is what somebody typed on a device."""

    by: Event.By
    member: Member | None

    def __new__(cls, name: str, by: Event.By, member: Member | None = None) -> Who:
        """Put them together; ``member`` is who it is, where that is known."""
        who = super().__new__(cls, name)
        who.by = by
        who.member = member
        return who


def by_of(who: str) -> Event.By:
    """What stands behind a name."""
    return who.by if isinstance(who, Who) else Event.By.DEVICE


def member_of(who: str) -> Member | None:
    """The member whose name it is, where that is known."""
    return who.member if isinstance(who, Who) else None
