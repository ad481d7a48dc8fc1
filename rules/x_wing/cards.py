"""The 33 cards of a damage deck, and what they do in our words (wiki, xwing-data2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Title(StrEnum):
    """The damage cards."""

    PANICKED_PILOT = "Panicked Pilot"
    BLINDED_PILOT = "Blinded Pilot"
    WOUNDED_PILOT = "Wounded Pilot"
    STUNNED_PILOT = "Stunned Pilot"
    CONSOLE_FIRE = "Console Fire"
    DAMAGED_ENGINE = "Damaged Engine"
    WEAPONS_FAILURE = "Weapons Failure"
    HULL_BREACH = "Hull Breach"
    STRUCTURAL_DAMAGE = "Structural Damage"
    DAMAGED_SENSOR_ARRAY = "Damaged Sensor Array"
    LOOSE_STABILIZER = "Loose Stabilizer"
    DISABLED_POWER_REGULATOR = "Disabled Power Regulator"
    FUEL_LEAK = "Fuel Leak"
    DIRECT_HIT = "Direct Hit!"


COPIES = dict.fromkeys(Title, 2) | {Title.FUEL_LEAK: 4, Title.DIRECT_HIT: 5}
"""How many of each a deck has, 33 together."""

REMINDERS = {
    Title.PANICKED_PILOT: "Gains 2 stress, then flips facedown.",
    Title.BLINDED_PILOT: "When it attacks, only Force charges may change its dice. Repair: action.",
    Title.WOUNDED_PILOT: "After an action, roll an attack die: a hit or crit gives 1 stress. Repair: action.",
    Title.STUNNED_PILOT: "After a manoeuvre through or onto an obstacle: 1 hit damage.",
    Title.CONSOLE_FIRE: "Before it engages, roll an attack die: a hit means 1 hit damage. Repair: action.",
    Title.DAMAGED_ENGINE: "Its turns are one step harder.",
    Title.WEAPONS_FAILURE: "Attacks with 1 die less. Repair: action.",
    Title.HULL_BREACH: "Suffers hit damage as crit damage. Repair: action.",
    Title.STRUCTURAL_DAMAGE: "Defends with 1 die less.",
    Title.DAMAGED_SENSOR_ARRAY: "Only focus actions and actions of damage cards. Repair: action.",
    Title.LOOSE_STABILIZER: "After a manoeuvre that is not straight: 1 hit damage, then flips. Repair: action.",
    Title.DISABLED_POWER_REGULATOR: "Before it engages: 1 ion token. Flips facedown after an ion manoeuvre.",
    Title.FUEL_LEAK: "After it suffers crit damage: 1 hit damage, then flips facedown. Repair: action.",
    Title.DIRECT_HIT: "1 hit damage at once, then flips facedown.",
}
"""What each card does while it is faceup."""

MATTERS = (Title.FUEL_LEAK, Title.DIRECT_HIT, Title.HULL_BREACH)
"""The cards that change how much damage is suffered."""


@dataclass(frozen=True, slots=True)
class Card:
    """A damage card whose title somebody has seen, or that may still be drawn.

    It is in the deck, dealt to a ``ship`` (faceup or facedown), or discarded.
    """

    key: str
    title: Title
    ship: str | None = None
    faceup: bool = False
    discarded: bool = False

    def __post_init__(self) -> None:
        """Refuse a card that is in two places."""
        if self.discarded and self.ship is not None:
            raise ValueError("a discarded damage card cannot be on a ship")
        if self.faceup and self.ship is None:
            raise ValueError("only a damage card on a ship is faceup")

    @property
    def name(self) -> str:
        """Its title."""
        return self.title

    def without(self, gone: frozenset[str]) -> Card:
        """It as it is when ships are gone, by their keys: back in the deck, facedown."""
        return replace(self, ship=None, faceup=False) if self.ship in gone else self


def new_deck(owner: str) -> tuple[Card, ...]:
    """A whole damage deck, keyed by its owner."""
    titles = [title for title in Title for _ in range(COPIES[title])]
    return tuple(Card(f"{owner}-card-{number}", title) for number, title in enumerate(titles, start=1))
