"""The shapes that stored sheets have had: plain values of an earlier one are made those of today, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rules.records import BadRecord, brief

Data: TypeAlias = Mapping[str, Any]

Step: TypeAlias = Callable[[Data], Data]
"""What makes plain values of one shape those of the next one; what never had that shape is left to be refused."""


def unchanged(data: Data) -> Data:
    """The step to a shape that reads all values of the one before as they are."""
    return data


def in_each(field: str, step: Step) -> Step:
    """The step of a battle that takes one for each of the parts in one of its fields."""

    def of_battle(data: Data) -> Data:
        parts = data.get(field)
        if not isinstance(parts, list):
            return data
        return {**data, field: [step(part) if isinstance(part, Mapping) else part for part in parts]}

    return of_battle


def of_today(steps: Sequence[Step], shape: object, data: object) -> object:
    """The plain values of a battle as they are today, for those of the shape of a number, counted from 1.

    Each step leads from one shape to the next; ``BadRecord`` where there was no such shape yet.
    """
    known = len(steps) + 1
    if type(shape) is not int or not 1 <= shape <= known:
        raise BadRecord(f"Its sheets are of shape {brief(shape)}; the newest one that is known here is {known}.")
    if isinstance(data, Mapping):
        for step in steps[shape - 1 :]:
            data = step(data)
    return data
