"""Times of a season that is played within seconds, put back to when it is to have been played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.apps import apps
from django.db import models
from django.utils import timezone

from companion.models import Battle, Campaign
from companion.services.renaming import ways_to


@contextmanager
def days_ago(campaign: Campaign, days: int, since: datetime | None = None) -> Iterator[None]:
    """Have what is stored meanwhile, or since a moment, of a campaign and its battles be stored so many days earlier.

    Whoever plays gives no time: services store when it is.
    """
    since = since or timezone.now()
    yield
    of_campaign = models.Q(campaign=campaign) | models.Q(roster__campaign=campaign)
    battles = Battle.objects.filter(of_campaign).values("pk")
    for model in apps.get_app_config("companion").get_models():
        times = [field.name for field in model._meta.local_concrete_fields if isinstance(field, models.DateTimeField)]
        ways = {f"{way}__in": battles for way in ways_to(model, Battle)} | dict.fromkeys(
            ways_to(model, Campaign), campaign.pk
        )
        if not ways:
            continue
        rows = model._default_manager.filter(models.Q(*ways.items(), _connector=models.Q.OR))
        for time in times:
            # What was set back before lies before the moment, and stays where it is.
            rows.filter(**{f"{time}__gte": since}).update(**{time: models.F(time) - timedelta(days=days)})
