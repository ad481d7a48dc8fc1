"""The colour and the emblem of a side: those that its players chose, or else what its name or its seat suggests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

COLOURS = {
    "ember": ("orange", "red", "crimson", "scarlet", "fire"),
    "indigo": ("indigo",),
    "forest": ("green", "emerald"),
    "violet": ("violet", "purple"),
    "cobalt": ("blue", "azure"),
    "rose": ("rose", "pink", "magenta"),
    "teal": ("teal", "turquoise", "cyan"),
    "slate": ("grey", "gray", "black", "white", "silver"),
}
"""The colours that a side may have, none of them yellow, and the words in a side's name that mean them."""

_COLOUR_OF = {word: colour for colour, words in COLOURS.items() for word in words}

INKS = {
    "ember": "#b5400a",
    "indigo": "#443fb8",
    "forest": "#22703a",
    "violet": "#7338a8",
    "cobalt": "#1c5cb4",
    "rose": "#ad2160",
    "teal": "#0c6670",
    "slate": "#4b5768",
}
"""The same colours as ink on white, for pictures, which no style sheet of a page reaches."""

EMBLEMS = ("comet", "prism", "flame", "skull", "peaks", "waves", "hawk", "viper", "tower", "sun")


@dataclass(frozen=True)
class Look:
    """How a side is marked wherever it is shown; its place, from 1, and its emblem say the same without colour."""

    colour: str
    emblem: str
    place: int


NOBODY = Look("slate", "", 0)


class Marked(Protocol):
    """A side with its name, and the colour and the emblem that were chosen for it; empty where none was."""

    name: str
    colour: str
    emblem: str


def looks_of(sides: Sequence[Marked]) -> tuple[Look, ...]:
    """The looks of a battle's sides in their order.

    A side for which nobody chose a colour has none that another side has, as long as there are any: of two whose names
    mean the same, the first one has it.
    """
    given = [side.colour for side in sides]
    for place, side in enumerate(sides):
        meant = _meant(side.name)
        if not side.colour and meant not in given:
            given[place] = meant
    free = [colour for colour in COLOURS if colour not in given] or list(COLOURS)
    found: list[Look] = []
    for place, (colour, side) in enumerate(zip(given, sides, strict=True)):
        usual = colour or free[place % len(free)]
        found.append(Look(usual, side.emblem or EMBLEMS[place % len(EMBLEMS)], place + 1))
    return tuple(found)


def _meant(name: str) -> str:
    meant = {_COLOUR_OF[word] for word in name.lower().split() if word in _COLOUR_OF}
    return next((colour for colour in COLOURS if colour in meant), "") if meant else ""
