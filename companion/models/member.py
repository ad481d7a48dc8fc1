"""Who belongs to a campaign, the devices that they are known by, and the links that let others in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format

from companion.models.campaign import Campaign
from companion.permissions import Command, Standing, is_allowed

LONGEST_NAME = 40
"""How long the name of a member may be."""

WAITS = timedelta(days=1)
"""How long a device waits to be let in: it may have lost the cookie by which it is told from others."""


class Member(models.Model):
    """One person in a campaign."""

    class Role(models.TextChoices):
        """What a member does there; each may do all that those after it may."""

        ORGANISER = "organiser", "organiser"
        PLAYER = "player", "player"
        SPECTATOR = "spectator", "looks on"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="members")
    name = models.CharField(max_length=LONGEST_NAME)
    role = models.CharField(max_length=10, choices=Role, default=Role.PLAYER)
    since = models.DateTimeField(default=timezone.now, editable=False)
    former = models.JSONField(default=list, editable=False)
    """The names that they had before, under which the logs of then know them."""
    forgotten = models.DateTimeField(null=True, blank=True, editable=False)
    """Since when nobody is meant by it any more: only what was played under it is kept."""
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="members",
    )
    """Whoever signs in as this is the member on every device; only their own tap says so."""

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("campaign", "name"), name="one_member_a_name"),
            models.UniqueConstraint(fields=("campaign", "account"), name="one_member_an_account"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def plays(self) -> bool:
        """Whether they may have a seat, and are asked for results: not who was forgotten, or looks on."""
        return self._may(Command.SIT)

    @property
    def leads(self) -> bool:
        """Whether they organise the campaign."""
        return self._may(Command.LEAD)

    def was_called(self, name: str) -> None:
        """Keep in mind a name that they have no more, so that it is forgotten with them; the caller saves it."""
        self.former = [*(one for one in self.former if one != name), name]

    def _may(self, command: Command) -> bool:
        return self.forgotten is None and is_allowed(command, Standing(self.role))


class MemberDevice(models.Model):
    """A device that a member is known by, or that asks to be: what it keeps is stored only as a hash."""

    KNOWN = models.Q(ended=None, asks="")

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="devices")
    ident = models.CharField(max_length=12, db_index=True, editable=False)
    proof = models.CharField(max_length=64, editable=False)
    """The hash of the secret that the device keeps."""
    asks = models.CharField(max_length=4, blank=True, editable=False)
    """The number that it shows while it waits to be let in; empty once it is."""
    origin = models.CharField(max_length=64, blank=True, editable=False)
    """While it waits, the hash of the address that it asks from, which the server's key alone leads back to."""
    since = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("pk",)
        verbose_name = "device"

    def __str__(self) -> str:
        return f"{self.member}, since {date_format(timezone.localtime(self.since), 'DATETIME_FORMAT')}"

    @property
    def waits(self) -> bool:
        """Whether it asked within the last day, and nobody has answered."""
        return bool(self.asks) and self.ended is None and self.since > timezone.now() - WAITS

    @staticmethod
    def waiting() -> models.Q:
        """The same of those that wait."""
        asked = models.Q(since__gt=timezone.now() - WAITS)
        return asked & models.Q(ended=None) & ~models.Q(asks="")

    @staticmethod
    def put_aside() -> models.Exists:
        """Whether a device is known again once somebody signs out there, which it has not been since they signed in."""
        signed_in = AccountDevice.objects.filter(ident=models.OuterRef("ident"), since=models.OuterRef("ended"))
        return models.Exists(signed_in)

    def is_proven(self, proof: str) -> bool:
        """Whether that is the hash of what the device keeps."""
        return constant_time_compare(self.proof, proof)


class AccountDevice(models.Model):
    """A device on which somebody is signed in, which is known as all members of the account meanwhile."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    ident = models.CharField(max_length=12, db_index=True, editable=False)
    proof = models.CharField(max_length=64, editable=False)
    """The hash of the secret that the device keeps."""
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        verbose_name = "signed-in device"

    def __str__(self) -> str:
        return f"{self.account}, since {date_format(timezone.localtime(self.since), 'DATETIME_FORMAT')}"

    def is_proven(self, proof: str) -> bool:
        """Whether that is the hash of what the device keeps."""
        return constant_time_compare(self.proof, proof)


class Invitation(models.Model):
    """A link that lets somebody into a campaign: into one role, or as one member; stored is only its secret's hash.

    The link may have a code to say aloud, from which its secret is worked out.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations")
    """Whose own link it is; that of nobody lets in whoever has it."""
    role = models.CharField(max_length=10, choices=Member.Role, default=Member.Role.PLAYER)
    proof = models.CharField(max_length=64, unique=True, editable=False)
    uses = models.PositiveSmallIntegerField(default=1)
    used = models.PositiveSmallIntegerField(default=0, editable=False)
    expires = models.DateTimeField()
    withdrawn = models.BooleanField(default=False)
    salt = models.CharField(max_length=64, blank=True, editable=False)
    """What the code that is said aloud is hashed with; empty where none opens it."""
    battle = models.ForeignKey("Battle", on_delete=models.CASCADE, null=True, blank=True, editable=False)
    """The table that a code leads to; without one, whoever joins comes to the campaign."""
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-created", "-pk")

    def __str__(self) -> str:
        return f"{self.campaign}: {self.member or self.get_role_display()}"

    def path(self, secret: str) -> str:
        """The address that lets somebody in, by the secret that nobody has stored."""
        return reverse("join", args=[self.pk, secret])

    def is_proven(self, proof: str) -> bool:
        """Whether that is the hash of its secret."""
        return constant_time_compare(self.proof, proof)

    @property
    def plays(self) -> bool:
        """Whether it lets in who may have a seat."""
        return is_allowed(Command.SIT, Standing(self.role))

    @property
    def leads(self) -> bool:
        """Whether it lets in who organises the campaign."""
        return is_allowed(Command.LEAD, Standing(self.role))

    @property
    def left(self) -> int:
        """How many it still lets in."""
        return max(self.uses - self.used, 0)

    @property
    def way(self) -> Any:
        """Where whoever came by it goes on: to its battle, as long as that is there, or to the campaign."""
        return self.battle if self.battle and self.battle.deleted is None else self.campaign

    def is_open(self, now: datetime) -> bool:
        """Whether it lets anybody in then."""
        return not self.withdrawn and self.left > 0 and now < self.expires
