"""Modifiers of an Attack Test: named rows, and those that are known (ATC.10, ATC.40; traits, term list)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from rules.game import Column, Row
from rules.gods_gloom.sheet import Battle, Kind, RedBlue, Unit

CHARGE = "Charge"
FLANKED = "Flanked"
COVER = "Cover"
COUNTER_CHARGE = "Counter-Charge"

LONGEST_NAME = 40
WITH_NUMBER = re.compile(r"(.+)\[(\d)\]")
"""A trait with its number, such as Direct Wounds[2]."""

COLUMNS = (
    Column("red", "red dice", -9, 9),
    Column("blue", "blue dice", -9, 9),
    Column("hits", "Auto-Hits", 0, 9),
    Column("blocks", "Auto-Blocks", 0, 9),
    Column("wounds", "Direct Wounds", 0, 9),
    Column("rerolls", "single-die rerolls", 0, 3),
    Column("seals", "Command Seals paid", 0, 9),
)
"""What a row can give; ``TYPED`` of it can be typed."""

TYPED = COLUMNS[:6]


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named modifier of one unit's part in an Attack Test.

    Dice by colour (less than 0: taken away), successes that are not rolled, Direct Wounds on the other unit, rerolls of
    a single die, and the Command Seals that its player pays for it.
    """

    name: str
    red: int = 0
    blue: int = 0
    hits: int = 0
    blocks: int = 0
    wounds: int = 0
    rerolls: int = 0
    seals: int = 0

    def __post_init__(self) -> None:
        """Refuse a modifier without a name or beyond what a row can give."""
        if not 0 < len(self.name) <= LONGEST_NAME:
            raise ValueError(f"a modifier needs a name of 1 to {LONGEST_NAME} letters")
        for column in COLUMNS:
            if not column.least <= (number := getattr(self, column.name)) <= column.most:
                raise ValueError(f"{self.name}: {column.label} are {column.least} to {column.most}, not {number}")

    def __str__(self) -> str:
        given = [(column.label, getattr(self, column.name)) for column in COLUMNS]
        told = [f"{number:+} {label.removesuffix(' dice')}" for label, number in given[:-1] if number]
        return ", ".join([*told, *([f"{self.seals} Seal{'s' * (self.seals > 1)}"] if self.seals else [])])


ANY = (
    (Kind.MELEE, Modifier("Advance", red=1, seals=1)),
    (Kind.MELEE, Modifier("Hold", blue=1, seals=1)),
    (Kind.MELEE, Modifier("Aura of Fury", red=1)),
    (None, Modifier("Aura of Protection", blue=1)),
    (None, Modifier("Aura of Precision", rerolls=1)),
)
"""What any unit may have at the moment, attacking or attacked: formations and auras."""

ATTACKERS = (
    (Kind.MELEE, Modifier("Attack Stance", red=1)),
    (Kind.MELEE, Modifier("Battle Focus", red=1)),
    (Kind.MELEE, Modifier("Charge Bonus", red=1)),
    (None, Modifier("Exploit Broken", red=1)),
    (None, Modifier("Exploit Negative Tokens", red=1)),
    (Kind.RANGED, Modifier("Crossfire", red=1)),
    (Kind.RANGED, Modifier("Close-Quarters", red=1)),
    (Kind.MELEE, Modifier("All-Out Attack", red=3)),
    (Kind.MELEE, Modifier("Berserk", hits=1)),
    (None, Modifier("Clumsy", blue=-1)),
)
"""What a unit may have by its own traits when it attacks."""

ATTACKERS_NUMBERED = {"Overload": ("red", 1), "Direct Wounds": ("wounds", 0)}
"""Traits of an attacker with a number: what the number gives, and the Seals to pay."""

DEFENDERS = (
    (Kind.MELEE, Modifier("Charge Breaker", red=1)),
    (Kind.MELEE, Modifier("Blind Spot", blue=-1)),
    (None, Modifier("Protected Target", blue=1)),
    (None, Modifier("Clumsy", blue=-1)),
)
"""What a unit may have by its own traits when it is attacked."""

AGAINST = ((Kind.RANGED, Modifier("Easy Target", red=1)),)
"""What an attacker may have by a trait of its target."""


def attackers_rows(battle: Battle, attacker: Unit, target: Unit, kind: Kind, boost: bool) -> tuple[Row, ...]:
    """The known modifiers that an attacker may have: Charge, formations, auras and its own traits."""
    charge = [Modifier(CHARGE, red=battle.settings.charge)] if kind is Kind.MELEE else []
    known = [*charge, *_of_traits(attacker, ATTACKERS, kind), *_of_traits(target, AGAINST, kind)]
    known += [m for m in _numbered(attacker) if kind is Kind.RANGED or m.name != "Overload"]
    known += _of_kind(ANY, kind)
    seals = battle.army(attacker.army).seals
    return tuple(_row(m, _why_not(m, target, boost) or _unpaid(m, seals)) for m in known)


def defenders_rows(battle: Battle, target: Unit, kind: Kind) -> tuple[Row, ...]:
    """The known modifiers that a defender may have: flanked, cover, formations, auras and its own traits."""
    settings = battle.settings
    known = [Modifier(FLANKED, blue=-settings.flanking)] if kind is Kind.MELEE else []
    if settings.cover:
        known.append(Modifier(COVER, blue=settings.cover))
    known += _of_traits(target, DEFENDERS, kind)
    if kind is Kind.MELEE and COUNTER_CHARGE in target.trait_names:
        known.append(_counter_charge(target, settings.charge))
    known += _of_kind(ANY, kind)
    safe = f"{target.name} has Circular Defence." if "Circular Defence" in target.trait_names else ""
    seals = battle.army(target.army).seals
    return tuple(_row(m, safe if m.name == FLANKED else _unpaid(m, seals)) for m in known)


def certain(rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The rows whose condition the app sees for itself."""
    seen = ("Exploit Broken", "Exploit Negative Tokens", "Battle Focus")
    return tuple(row.name for row in rows if row.name in seen and not row.refused)


def dice_of(modifiers: tuple[Modifier, ...]) -> RedBlue:
    """The dice that modifiers add or take away."""
    return RedBlue(sum(m.red for m in modifiers), sum(m.blue for m in modifiers))


def has(modifiers: tuple[Modifier, ...], name: str) -> bool:
    """Whether a modifier of that name is among them."""
    return any(modifier.name == name for modifier in modifiers)


def _of_kind(known: tuple[tuple[Kind | None, Modifier], ...], kind: Kind) -> Iterator[Modifier]:
    return (modifier for only, modifier in known if only in (None, kind))


def _of_traits(unit: Unit, known: tuple[tuple[Kind | None, Modifier], ...], kind: Kind) -> Iterator[Modifier]:
    return (modifier for modifier in _of_kind(known, kind) if modifier.name in unit.trait_names)


def _numbered(unit: Unit) -> Iterator[Modifier]:
    for trait in unit.trait_names:
        found = WITH_NUMBER.fullmatch(trait)
        if found and found[1] in ATTACKERS_NUMBERED:
            gives, seals = ATTACKERS_NUMBERED[found[1]]
            yield Modifier(found[1], seals=seals, **{gives: int(found[2])})


def _counter_charge(unit: Unit, charge: int) -> Modifier:
    """Offence instead of Guard, as a Charge, for one Seal."""
    red, blue = unit.offence_red - unit.guard_red, unit.offence_blue - unit.guard_blue
    return Modifier(COUNTER_CHARGE, red=max(-9, min(9, red + charge)), blue=max(-9, min(9, blue)), seals=1)


def _why_not(modifier: Modifier, target: Unit, boost: bool) -> str:
    if modifier.name == "Exploit Broken" and target.morale_tokens:
        return f"{target.name} has Morale tokens."
    if modifier.name == "Exploit Negative Tokens" and not (target.weak or target.slow):
        return f"{target.name} is neither Weak nor Slow."
    if modifier.name == "Battle Focus" and not boost:
        return "Its Boost is not spent."
    return ""


def _unpaid(modifier: Modifier, seals: int) -> str:
    return "No Command Seal is left for it." if modifier.seals > seals else ""


def _row(modifier: Modifier, refused: str = "") -> Row:
    told = str(modifier) or "no dice"
    leads_to = f"{told} (ruling)" if modifier.name in (CHARGE, FLANKED, COVER) else told
    numbers = {name: number for name, number in asdict(modifier).items() if name != "name" and number}
    return Row(modifier.name, tuple(numbers.items()), leads_to, refused)
