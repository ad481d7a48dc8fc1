"""A campaign: the battles of a group of players."""

from __future__ import annotations

import secrets

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone

from rules.standings.schemes import SCHEMES


def new_key() -> str:
    """An unguessable key for a link: whoever has the link may open what it leads to."""
    key = secrets.token_urlsafe(12)
    # A command would take one that begins with a dash for an option.
    return new_key() if key.startswith("-") else key


USUAL_HOURS = 72
"""After how long a result that nobody answers is accepted, where a campaign says nothing else: three days."""


MOST_HOURS = 24 * 366


def known_scheme(slug: str) -> None:
    """Refuse a scheme that no standings have."""
    if slug not in {scheme.slug for scheme in SCHEMES}:
        raise ValidationError(f"There is no such scheme. Known are {', '.join(scheme.slug for scheme in SCHEMES)}.")


class ComesHome(models.TextChoices):
    """What usually becomes of the pieces of a roster after a battle."""

    WAS = "was", "all come home as they were"
    FALLEN = "fallen", "who fell is lost, the others are as they were"
    STOOD = "stood", "who fell is lost, the others are as they stood"


class Campaign(models.Model):
    """A group's battles, reached by an unguessable link."""

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    once = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=80)
    comes_home = models.CharField("after a battle", max_length=10, choices=ComesHome, default=ComesHome.WAS)
    created = models.DateTimeField(default=timezone.now, editable=False)
    scheme = models.CharField(max_length=20, default=SCHEMES[0].slug, validators=[known_scheme])
    """What puts its players in order."""
    accepted_after = models.PositiveSmallIntegerField(
        "hours until a result counts unanswered", default=USUAL_HOURS, validators=[MaxValueValidator(MOST_HOURS)]
    )

    members_only = models.BooleanField("only members come in", default=False)
    """Whether its links and those of its battles open nothing to a device that no member is known by."""
    told = models.PositiveIntegerField(default=0, editable=False)
    """How often open pages of its battles were told of what concerns them all."""
    regrouped = models.PositiveIntegerField(default=0, editable=False)
    """How often somebody in it became another, or was given other rights: each open page asks anew then whose it is."""
    deleted = models.DateTimeField(null=True, blank=True, editable=False)
    """Since when it is nowhere any more; for a while that can be taken back."""

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The campaign's page."""
        return reverse("campaign", args=[self.key])
