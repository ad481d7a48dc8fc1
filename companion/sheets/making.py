"""What a form gives to a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import Model

from companion.sheets.plan import key_of, plan_of

S = TypeVar("S")

NEW = "new"
"""The key of a part that is not stored yet."""


def made(kind: type[S], values: Mapping[str, Any]) -> S:
    """The sheet of a new part, from what a form gives: rows stand for their keys, and texts for what they name.

    Raises ``ValueError`` where the rules know no such part.
    """
    return kind(**{**for_sheet(kind, values), "key": NEW})


def for_sheet(kind: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """What a form gives as the sheets of a class have it: rows stand for their keys, and texts for what they name."""
    enums = plan_of(kind).enums
    given = {name: enums[name](value) if name in enums else value for name, value in values.items()}
    keys = {name: key_of(value) for name, value in given.items() if isinstance(value, Model)}
    return {**given, **keys}
