"""Rows that become what another sheet of their battle shows: some leave, some join, and others show other values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from companion.models import Token
from companion.sheets.plan import BATTLE, Plan, plan_of
from companion.sheets.reading import Stored
from companion.sheets.storing import Storing


@dataclass(frozen=True)
class _Place:
    """A part of a sheet with its plan, and the key of what it belongs to: the empty one for the battle itself."""

    plan: Plan
    part: Any
    owner: str


def become(read: Stored, after: Any) -> None:
    """Write to a battle's rows what another sheet of it shows; what was not there has the id that its key names.

    Raises ``ValueError`` where no rows can show it, with nothing written.
    """
    try:
        _become(read, after)
    except IntegrityError as taken:
        raise ValueError("another row has the key of a part") from taken


def _become(read: Stored, after: Any) -> None:
    before, now = (dict(_places(sheet)) for sheet in (read.sheet, after))
    stays = {key for key, place in now.items() if key in before and before[key].owner == place.owner}
    with transaction.atomic():
        for key in before.keys() - stays:
            read.rows[key].delete()
        storing = Storing({key: read.rows[key] for key in stays}, keep=True)
        storing.store([(storing.rows[now[key].owner], now[key].part) for key in _first(now, stays)])
        storing.finish()
        changed = [now[key] for key in stays if now[key].part != before[key].part]
        for place in changed:
            _write(storing, before[place.part.key].part, place)


def _places(sheet: Any) -> Iterator[tuple[str, _Place]]:
    plan = plan_of(type(sheet))
    yield BATTLE, _Place(plan, sheet, "")
    yield from _within(plan, sheet, BATTLE)


def _within(plan: Plan, part: Any, owner: str) -> Iterator[tuple[str, _Place]]:
    for name, of in plan.parts.items():
        for inner in getattr(part, name):
            yield inner.key, _Place(of.plan, inner, owner)
            yield from _within(of.plan, inner, inner.key)


def _first(now: Mapping[str, _Place], stays: set[str]) -> Iterator[str]:
    """The keys of what joins something that stays: what belongs to it is stored with it."""
    return (key for key, place in now.items() if key not in stays and place.owner in stays)


def _write(storing: Storing, before: Any, place: _Place) -> None:
    """Write the values of one row that became others, and lay its tokens anew."""
    plan, row = place.plan, storing.rows[place.part.key]
    older, newer = storing.values(plan, before), storing.values(plan, place.part)
    values = {name: value for name, value in newer.items() if value != older[name]}
    if values:
        plan.model._default_manager.filter(pk=row.pk).update(**values)
    if plan.tokens:
        Token.objects.filter(piece_id=row.pk).delete()
        Token.objects.bulk_create(storing.tokens(plan, row, place.part))
