"""Noting what was done for the database as a whole."""

from __future__ import annotations

from django.db import DatabaseError, transaction

from companion.models import Upkeep
from companion.models.upkeep import LONGEST


def note(what: Upkeep.What, said: str) -> bool:
    """Note it for the admin; returns whether it could be: a database that is full or of an earlier version cannot."""
    try:
        with transaction.atomic():
            Upkeep.objects.create(what=what, said=said[:LONGEST])
    except DatabaseError:
        return False
    return True
