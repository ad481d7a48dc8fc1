"""The modifiers that are known: which rows the panel offers for two units, and why some cannot be taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from rules.game import Row
from rules.gods_gloom.modifiers import (
    CHARGE,
    COUNTER_CHARGE,
    COVER,
    FLANKED,
    KARMIC_RETRIBUTION,
    OUTDONE,
    OVERLOAD,
    OVERLOADED,
    Modifier,
    effect,
)
from rules.gods_gloom.sheet import Battle, Kind, Unit

ANY = (
    (Kind.MELEE, Modifier("Advance", red=1, seals=1)),
    (Kind.MELEE, Modifier("Hold", blue=1, seals=1)),
    (Kind.MELEE, Modifier("Harass", morale=1, seals=1)),
    (Kind.MELEE, Modifier(OUTDONE, seals=1)),
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
    (Kind.MELEE, Modifier("Berserk", hits=1, own_wounds=1)),
    (None, Modifier("Clumsy", blue=-1)),
)
"""What a unit may have by its own traits when it attacks."""


DEFENDERS = (
    (Kind.MELEE, Modifier("Charge Breaker", red=1)),
    (Kind.MELEE, Modifier("Blind Spot", blue=-1)),
    (None, Modifier("Protected Target", blue=1)),
    (None, Modifier("Clumsy", blue=-1)),
)
"""What a unit may have by its own traits when it is attacked."""

ATTACKERS_GAMBIT = Modifier("All-Out Attack", red=3, own_wounds=1)
DEFENDERS_GAMBIT = Modifier(KARMIC_RETRIBUTION)
"""What the player of any unit may have in melee by a gambit."""

AGAINST = ((Kind.RANGED, Modifier("Easy Target", red=1)),)
"""What an attacker may have by a trait of its target."""


def attackers_rows(battle: Battle, attacker: Unit, target: Unit, kind: Kind, boost: bool) -> tuple[Row, ...]:
    """The known modifiers that an attacker may have: Charge, formations, auras and its own traits."""
    charge = [Modifier(CHARGE, red=battle.settings.charge)] if kind is Kind.MELEE else []
    known = [*charge, *_of_traits(attacker, ATTACKERS, kind), *_of_traits(target, AGAINST, kind)]
    known += _numbered(attacker, kind)
    known += [*_of_kind(ANY, kind), *([ATTACKERS_GAMBIT] if kind is Kind.MELEE else [])]
    seals = battle.army(attacker.army).seals
    return tuple(
        _row(m, _why_not(m, attacker, target, boost) or _shaken(m, target) or _unpaid(m, seals)) for m in known
    )


def defenders_rows(battle: Battle, attacker: Unit, target: Unit, kind: Kind) -> tuple[Row, ...]:
    """The known modifiers that a defender may have: flanked, cover, formations, auras and its own traits."""
    settings = battle.settings
    known = [Modifier(FLANKED, blue=-settings.flanking)] if kind is Kind.MELEE else []
    if settings.cover:
        known.append(Modifier(COVER, blue=settings.cover))
    known += _of_traits(target, DEFENDERS, kind)
    if kind is Kind.MELEE and COUNTER_CHARGE in target.trait_names:
        known.append(_counter_charge(target, settings.charge))
    known += [*_of_kind(ANY, kind), *([DEFENDERS_GAMBIT] if kind is Kind.MELEE else [])]
    safe = f"{target.name} has Circular Defence." if "Circular Defence" in target.trait_names else ""
    seals = battle.army(target.army).seals
    return tuple(_row(m, safe if m.name == FLANKED else _shaken(m, attacker) or _unpaid(m, seals)) for m in known)


def certain(rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The rows whose condition the app sees for itself."""
    seen = ("Exploit Broken", "Exploit Negative Tokens", "Battle Focus")
    return tuple(row.name for row in rows if row.name in seen and not row.refused)


def _of_kind(known: tuple[tuple[Kind | None, Modifier], ...], kind: Kind) -> Iterator[Modifier]:
    return (modifier for only, modifier in known if only in (None, kind))


def _of_traits(unit: Unit, known: tuple[tuple[Kind | None, Modifier], ...], kind: Kind) -> Iterator[Modifier]:
    return (modifier for modifier in _of_kind(known, kind) if modifier.name in unit.trait_names)


def _numbered(unit: Unit, kind: Kind) -> Iterator[Modifier]:
    """The traits of an attacker that have a number."""
    if direct := unit.trait_number("Direct Wounds"):
        yield Modifier("Direct Wounds", wounds=direct)
    if kind is Kind.RANGED and (red := unit.trait_number(OVERLOAD)):
        yield Modifier(OVERLOAD, red=red, seals=1, own_wounds=1)


def _counter_charge(unit: Unit, charge: int) -> Modifier:
    """Offence instead of Guard, as a Charge, for one Seal."""
    red, blue = unit.offence_red - unit.guard_red, unit.offence_blue - unit.guard_blue
    return Modifier(COUNTER_CHARGE, red=red + charge, blue=blue, seals=1)


def _why_not(modifier: Modifier, attacker: Unit, target: Unit, boost: bool) -> str:
    if modifier.name == "Exploit Broken" and target.morale_tokens:
        return f"{target.name} has Morale tokens."
    if modifier.name == "Exploit Negative Tokens" and not (target.weak or target.slow):
        return f"{target.name} is neither Weak nor Slow."
    if modifier.name == "Battle Focus" and not boost:
        return "Its Boost is not spent."
    if modifier.name == OVERLOAD and OVERLOADED in attacker.effects:
        return f"{attacker.name} has used its Overload of this game."
    return ""


def _shaken(modifier: Modifier, other: Unit) -> str:
    return f"{other.name} has no Morale token to lose." if modifier.morale > other.morale_tokens else ""


def _unpaid(modifier: Modifier, seals: int) -> str:
    return "No Command Seal is left for it." if modifier.seals > seals else ""


def _row(modifier: Modifier, refused: str = "") -> Row:
    numbers = {name: number for name, number in asdict(modifier).items() if name != "name" and number}
    return Row(modifier.name, tuple(numbers.items()), effect(modifier), refused)
