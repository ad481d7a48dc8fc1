"""Dice that are laid on several places, as the page shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.asks import Laying, Option, Place


@dataclass(frozen=True)
class Lying:
    """One option of a place: a die or none, how often it can be taken in all, and whether it lies there."""

    value: str
    option: Option
    most: int
    checked: bool


@dataclass(frozen=True)
class LaidPlace:
    """One place, the name of its field, and what may lie there."""

    name: str
    called: str
    options: tuple[Lying, ...]

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.options) > 1


def laid_places(laying: Laying, typed: Mapping[str, Any]) -> tuple[LaidPlace, ...]:
    """The places with what was laid there in a form that was refused, else with the usual die that is left for each."""
    return tuple(_places(laying, typed))


def _places(laying: Laying, typed: Mapping[str, Any]) -> Iterator[LaidPlace]:
    left = list(laying.dice)
    for number, place in enumerate(laying.places):
        name = f"place-{number}"
        given = typed.get(name)
        lies = given if given in {str(o.value) for o in place.options} else str(_usual(place, laying, left).value)
        left = _without(left, lies)
        yield LaidPlace(
            name,
            place.name,
            tuple(
                Lying(str(option.value), option, laying.dice.count(option.value), str(option.value) == lies)
                for option in place.options
            ),
        )


def _usual(place: Place, laying: Laying, left: list[Any]) -> Option:
    return next(option for option in place.options if option.value in left or option.value not in laying.dice)


def _without(left: list[Any], value: str) -> list[Any]:
    """The dice that are left when one of a value is taken, if there is one."""
    place = next((place for place, die in enumerate(left) if str(die) == value), len(left))
    return left[:place] + left[place + 1 :]
