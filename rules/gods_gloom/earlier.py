"""The earlier shapes of Gods Gloom's sheets."""

from __future__ import annotations

from rules.shapes import Data, in_each


def one_by_one(data: Data) -> Data:
    """The plain values of a unit whose effects are a list for one whose effects were a text with commas."""
    effects = data.get("effects")
    if not isinstance(effects, str):
        return data
    names = {name for part in effects.split(",") if (name := part.strip())}
    return {**data, "effects": sorted(names)}


EARLIER = (in_each("units", one_by_one),)
