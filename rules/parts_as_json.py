"""Parts of a battle as plain JSON values, those of earlier shapes among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_type_hints

from rules.game import Game
from rules.parts import WHOLE, Part, beside_tracks, item_of
from rules.records import BadRecord, from_json, to_json
from rules.shapes import of_today


def parts_to_json(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """The parts as plain JSON values."""
    return [{"field": p.field, "at": p.at, "was": _plain(p.was), "now": _plain(p.now)} for p in parts]


def parts_from_json(game: Game[Any], data: Sequence[Mapping[str, Any]], shape: int) -> tuple[Part, ...]:
    """The parts that plain JSON values of a shape describe; ``BadRecord`` where they fit no battle of the game."""
    return tuple(_read(game, part, shape) for part in data)


def _plain(part: Any) -> Any:
    return None if part is None else to_json(part)


def _read(game: Game[Any], data: Mapping[str, Any], shape: int) -> Part:
    field = str(data["field"])
    if field == WHOLE:
        return Part(WHOLE, 0, None, game.read(data["now"], shape))
    battle: Any = game.battle
    hints = get_type_hints(battle)
    if field not in hints:
        raise BadRecord(f"A battle has no {field!r}.")
    kind = item_of(battle, field) or hints[field]
    was, now = (_of_kind(game, field, kind, data[name], shape) for name in ("was", "now"))
    if was is not None and now is not None and item_of(battle, field) is not None:
        # An earlier version told tracks here too.
        now = beside_tracks(was, now)
    return Part(field, int(data["at"]), was, now)


def _of_kind(game: Game[Any], field: str, kind: Any, data: Any, shape: int) -> Any:
    """One part of a field; its shape is that of a battle in which it stands alone."""
    if data is None:
        return None
    battle: Any = game.battle
    if item_of(battle, field) is None:
        return from_json(kind, data, field)
    alone: Any = of_today(game.earlier, shape, {field: [data]})
    return from_json(kind, alone[field][0], field)
