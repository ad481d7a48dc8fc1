"""A battle with many pieces on each side, made of a game's demo: for measuring, and for tests."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from rules.bounds import all_bounds, bounds_of
from rules.game import Game

MANY = 8


def crowded(game: Game[Any]) -> Any:
    """The battle of the demo with eight pieces a side that can attack, as far as they fit into it.

    Copies differ a little in some of their numbers, so that not all have the same odds.
    """
    battle, random = game.demo.battle, Random(0)  # noqa: S311
    actors = game.procedure(game.usual).actors(battle)  # type: ignore[attr-defined]
    for field in fields(battle):
        parts = getattr(battle, field.name)
        pieces = [part for part in parts if part.key in actors] if _holds_pieces(parts) else []
        for side in dict.fromkeys(piece.side for piece in pieces):
            own = [piece for piece in pieces if piece.side == side]
            for number in range(len(own), MANY):
                more = _copy(own[number % len(own)], number, random)
                try:
                    battle = replace(battle, **{field.name: (*getattr(battle, field.name), more)})
                except ValueError:
                    continue
    return battle


def _holds_pieces(parts: Any) -> bool:
    return isinstance(parts, tuple) and bool(parts) and hasattr(parts[0], "key") and hasattr(parts[0], "side")


def _copy(part: Any, number: int, random: Random) -> Any:
    """The sheet with keys of its own, in the sheets within it too, and some of its numbers one more or less."""
    inner: dict[str, Any] = {
        field.name: tuple(_copy(each, number, random) for each in value)
        for field in fields(part)
        if isinstance(value := getattr(part, field.name), tuple) and value and is_dataclass(value[0])
    }
    if hasattr(part, "key"):
        inner["key"] = f"{part.key}-{number}"
    part = replace(part, **inner)
    for name in all_bounds(part.__class__):
        if isinstance(now := getattr(part, name), int) and random.random() < 0.3:
            bounds = bounds_of(part, name)
            try:
                part = replace(part, **{name: max(bounds.least, min(bounds.most, now + random.choice((-1, 1))))})
            except ValueError:
                continue
    return part
