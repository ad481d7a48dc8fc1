"""What is in a battle no more, as it was when it left, for words about what it did there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from companion.models import Battle, Event, Version
from rules.changes import keyed
from rules.games import GAMES
from rules.parts import WHOLE
from rules.parts_as_json import parts_from_json
from rules.records import BadRecord

KEY = re.compile(r"[a-z]+-\d+")
"""What a part of a stored battle has for its key."""


def gone_from(battle: Battle, sheet: Any, rows: Iterable[Event | Version]) -> Mapping[str, Any]:
    """The parts that the changes of some rows name and a battle has no more, by their keys; no rows, no query."""
    named = {word for row in rows for change in row.changes for word in _named(change)} - keyed(sheet).keys()
    if not named:
        return {}
    return {key: part for key, part in _left(battle) if key in named}


def _named(change: Mapping[str, Any]) -> Iterator[str]:
    for name in ("piece", "before", "after"):
        if isinstance(change[name], str) and KEY.fullmatch(change[name]):
            yield change[name]


def _left(battle: Battle) -> Iterator[tuple[str, Any]]:
    """Every part as it was when something became of it, in the order of the log: what left last counts."""
    events = Event.objects.filter(battle=battle, parts__isnull=False).exclude(parts=[]).order_by("number")
    for parts, shape in events.values_list("parts", "shape"):
        # The rules may not know any more what an older version told.
        with suppress(BadRecord):
            for part in parts_from_json(GAMES[battle.game], parts or (), shape):
                if part.was is not None and part.field != WHOLE:
                    yield from keyed(part.was).items()
