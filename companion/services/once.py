"""What a form has made already: each has a number of its own, by which a second tap on it finds what the first made."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from companion.services.refusals import Stale

ONCE = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""A form's own number."""

LOAD_AGAIN = "This page is out of date. Load it again."

Made = TypeVar("Made", bound=Model)


def number_of_form(once: str) -> str:
    """The number of a form; ``Stale`` for what is none."""
    if not ONCE.fullmatch(once):
        raise Stale(LOAD_AGAIN)
    return once


def made_now(rows: QuerySet[Made], once: str, **fields: Any) -> tuple[Made, bool]:
    """What the form with this number makes where nothing is there yet to hold, and whether this tap made it.

    Of several taps at once the database lets one make it.
    """
    return rows.get_or_create(once=number_of_form(once), defaults=fields)


def made_before(rows: QuerySet[Made], once: str, **here: Any) -> Made | None:
    """The row that the form with this number has made, if it was sent before.

    The caller holds a lock under which no other tap on that form is answered. Raises ``Stale`` for what is no such
    number, and for that of another form: ``here`` is where what this one makes belongs.
    """
    made = rows.filter(once=number_of_form(once)).first()
    if made is None:
        return None
    if any(getattr(made, name) != value for name, value in here.items()):
        raise Stale(LOAD_AGAIN)
    return made
