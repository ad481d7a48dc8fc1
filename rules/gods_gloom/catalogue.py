"""The modifiers that are known: which rows the panel offers for two units, and why some cannot be taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rules.gods_gloom.conditions import why_not_attackers, why_not_defenders
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.formations import why_not_beside
from rules.gods_gloom.modifiers import (
    ADVANCE,
    ATTACK_STANCE,
    BATTLE_FOCUS,
    BLIND_SPOT,
    CHARGE,
    CHARGE_BONUS,
    CHARGE_BREAKER,
    COUNTER_CHARGE,
    COVER,
    EXPLOIT_BROKEN,
    EXPLOIT_NEGATIVE,
    FLANKED,
    KARMIC_RETRIBUTION,
    OUTDONE,
    OVERLOAD,
    Modifier,
)
from rules.gods_gloom.sheet import Army, Battle, Kind, Unit
from rules.questions import Row
from rules.words import count_or_no

ANY = (
    (Kind.MELEE, Modifier(ADVANCE, red=1, seals=1)),
    (Kind.MELEE, Modifier("Hold", blue=1, seals=1)),
    (Kind.MELEE, Modifier("Harass", morale=1, seals=1)),
    (Kind.MELEE, Modifier(OUTDONE, seals=1)),
    (Kind.MELEE, Modifier("Aura of Fury", red=1)),
    (None, Modifier("Aura of Protection", blue=1)),
    (None, Modifier("Aura of Precision", rerolls=1)),
)
"""What any unit may have at the moment, attacking or attacked: formations and auras."""

STANCE = (Kind.MELEE, Modifier(ATTACK_STANCE, red=1))
BERSERK = (Kind.MELEE, Modifier("Berserk", hits=1, own_wounds=1))
BONUS = (Kind.MELEE, Modifier(CHARGE_BONUS, red=1))
BREAKER = (Kind.MELEE, Modifier(CHARGE_BREAKER, red=1))

ATTACKERS = (
    STANCE,
    (Kind.MELEE, Modifier(BATTLE_FOCUS, red=1)),
    BONUS,
    (None, Modifier(EXPLOIT_BROKEN, red=1)),
    (None, Modifier(EXPLOIT_NEGATIVE, red=1)),
    (Kind.RANGED, Modifier("Crossfire", red=1)),
    (Kind.RANGED, Modifier("Close-Quarters", red=1)),
    BERSERK,
    (None, Modifier("Clumsy", blue=-1)),
)
"""What a unit may have by its own traits when it attacks."""

DEFENDERS = (
    BREAKER,
    STANCE,
    BERSERK,
    (Kind.MELEE, Modifier(BLIND_SPOT, blue=-1)),
    (None, Modifier("Protected Target", blue=1)),
    (None, Modifier("Clumsy", blue=-1)),
)
"""What a unit may have by its own traits when it is attacked."""

WITH_A_COUNTER_CHARGE, AGAINST_A_COUNTER_CHARGE = (BONUS,), (BREAKER,)
"""What a Counter-Charge, which is a Charge, brings by traits to the defender and to the attacker."""

SEEN = (
    ATTACK_STANCE, BATTLE_FOCUS, BLIND_SPOT, CHARGE_BONUS, CHARGE_BREAKER, EXPLOIT_BROKEN, EXPLOIT_NEGATIVE,
)  # fmt: skip
"""Rows whose condition the app sees for itself."""

ATTACKERS_GAMBIT = Modifier("All-Out Attack", red=3, own_wounds=1)
DEFENDERS_GAMBIT = Modifier(KARMIC_RETRIBUTION)
"""What the player of any unit may have in melee by a gambit."""

AGAINST = ((Kind.RANGED, Modifier("Easy Target", red=1)),)
"""What an attacker may have by a trait of its target."""


def attackers_rows(battle: Battle, attack: Attack) -> tuple[Row, ...]:
    """The known modifiers that an attacker may have beside what is declared so far.

    They are Charge, formations, auras and its own traits.
    """
    attacker, target, kind = battle.unit(attack.actor), battle.unit(attack.target), attack.kind
    own, theirs = attack.modifiers, attack.target_modifiers
    known = [Modifier(CHARGE, red=battle.settings.charge)] if kind is Kind.MELEE else []
    known += [*_of_traits(attacker, ATTACKERS, kind), *_of_traits(target, AGAINST, kind), *_numbered(attacker, kind)]
    if COUNTER_CHARGE in target.trait_names:
        known += _of_traits(attacker, AGAINST_A_COUNTER_CHARGE, kind)
    known += [*_of_kind(ANY, kind), *([ATTACKERS_GAMBIT] if kind is Kind.MELEE else [])]
    if kind is Kind.RANGED:
        known = [modifier for modifier in known if not _is_of_blue_alone(modifier)]
    army = battle.army(attacker.army)
    return tuple(
        _row(
            m,
            why_not_attackers(m.name, attack, attacker, target)
            or why_not_beside(m.name, own, theirs, attacks=True)
            or _shaken(m, target)
            or _unpaid(m, army),
        )
        for m in known
    )


def defenders_rows(battle: Battle, attack: Attack) -> tuple[Row, ...]:
    """The known modifiers that a defender may have beside what is declared so far.

    They are flanked, cover, formations, auras and its own traits.
    """
    attacker, target, kind = battle.unit(attack.actor), battle.unit(attack.target), attack.kind
    own, theirs = attack.target_modifiers, attack.modifiers
    settings = battle.settings
    known = [Modifier(FLANKED, blue=-settings.flanking)] if kind is Kind.MELEE else []
    if settings.cover:
        known.append(Modifier(COVER, blue=settings.cover))
    known += _of_traits(target, DEFENDERS, kind)
    if kind is Kind.MELEE and COUNTER_CHARGE in target.trait_names:
        known += [_counter_charge(target, settings.charge), *_of_traits(target, WITH_A_COUNTER_CHARGE, kind)]
    known += [*_of_kind(ANY, kind), *([DEFENDERS_GAMBIT] if kind is Kind.MELEE else [])]
    army = battle.army(target.army)
    return tuple(
        _row(
            m,
            why_not_defenders(m.name, attack, target)
            or why_not_beside(m.name, own, theirs, attacks=False)
            or _shaken(m, attacker)
            or _unpaid(m, army),
        )
        for m in known
    )


def certain(rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The rows whose condition the app sees for itself."""
    return tuple(row.name for row in rows if row.name in SEEN and not row.refused)


def _of_kind(known: tuple[tuple[Kind | None, Modifier], ...], kind: Kind) -> Iterator[Modifier]:
    return (modifier for only, modifier in known if only in (None, kind))


def _of_traits(unit: Unit, known: tuple[tuple[Kind | None, Modifier], ...], kind: Kind) -> Iterator[Modifier]:
    return (modifier for modifier in _of_kind(known, kind) if modifier.name in unit.trait_names)


def _is_of_blue_alone(modifier: Modifier) -> bool:
    """Whether it does nothing for an attacker at range, whose blue dice do nothing there."""
    return modifier == Modifier(modifier.name, blue=modifier.blue) and modifier.blue != 0


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


def _shaken(modifier: Modifier, other: Unit) -> str:
    return f"{other.name} cannot lose a Morale token." if modifier.morale > other.morale_tokens else ""


def _unpaid(modifier: Modifier, army: Army) -> str:
    return f"{army.name} has {count_or_no(army.seals, 'Command Seal')}." if modifier.seals > army.seals else ""


NUMBERS = tuple(field.name for field in fields(Modifier) if field.name != "name")


def _row(modifier: Modifier, refused: str = "") -> Row:
    numbers = {name: number for name in NUMBERS if (number := getattr(modifier, name))}
    return Row(modifier.name, tuple(numbers.items()), modifier.besides, refused, dice=modifier.dice)
