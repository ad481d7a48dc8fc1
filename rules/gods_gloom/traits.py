"""The traits of a unit: how they are read, and what the app does with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

BY_ITSELF = (
    "Blind Rage", "Bloodlust", "Circular Defence", "Commander", "Death Curse", "Demoralizing", "Move and Fire",
)  # fmt: skip
"""What the app applies without being asked."""

OFFERED = (
    "Attack Stance", "Aura of Fury", "Aura of Precision", "Aura of Protection", "Battle Focus", "Berserk", "Blind Spot",
    "Charge Bonus", "Charge Breaker", "Close-Quarters", "Clumsy", "Counter-Charge", "Crossfire", "Direct Wounds",
    "Easy Target", "Exploit Broken", "Exploit Negative Tokens", "Overload", "Protected Target",
)  # fmt: skip
"""What the panel offers as a row of an attack."""

NUMBERED = ("Commander", "Demoralizing", "Direct Wounds", "Overload")
"""What does nothing without its number."""

KNOWN = {name.casefold(): name for name in (*BY_ITSELF, *OFFERED)}
WITH_NUMBER = re.compile(r"(.+?)[\s\[(]+([0-9]{1,2})[\s\])]*")


class Use(StrEnum):
    """What the app does with a trait."""

    ITSELF = "by itself"
    OFFERED = "by a tap"
    WITHOUT_NUMBER = "needs its number"
    REMINDER = "reminder"

    @property
    def is_unread(self) -> bool:
        """Whether the app would do something with it, and cannot as it is written."""
        return self is Use.WITHOUT_NUMBER


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait with its number, 0 for one without; a known one has the spelling of the rules."""

    name: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.name}[{self.number}]" if self.number else self.name

    @property
    def use(self) -> Use:
        """What the app does with it."""
        if self.name not in KNOWN.values():
            return Use.REMINDER
        if self.name in NUMBERED and not self.number:
            return Use.WITHOUT_NUMBER
        return Use.ITSELF if self.name in BY_ITSELF else Use.OFFERED


@lru_cache(maxsize=1024)
def read(text: str) -> tuple[Trait, ...]:
    """The traits of a text with commas between them.

    A known name counts in capitals or small letters, and its number in brackets of either kind or after a blank.
    """
    return tuple(_read_one(written) for part in text.split(",") if (written := " ".join(part.split())))


def _read_one(written: str) -> Trait:
    match = WITH_NUMBER.fullmatch(written)
    known = KNOWN.get((match[1] if match else written).casefold())
    if known is None:
        return Trait(written)
    return Trait(known, int(match[2]) if match else 0)
