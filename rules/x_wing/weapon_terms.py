"""What an attack with a special weapon needs, costs and does: read from its data, or known by its id (xwing-data2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rules.x_wing.ship import Effect, Needs
from rules.x_wing.ship_rows import Header


@dataclass(frozen=True, slots=True)
class Terms:
    """What an attack needs and costs, and what it does besides; ``more`` where its card does more than is known here.

    ``force`` is what a bonus attack costs, ``turns`` tells that the card turns the ship's front weapon into a turret
    and is no weapon of its own. ``grants`` are bonus attacks a round, the first ``free`` of them without energy.
    """

    needs: Needs = Needs.NOTHING
    cost: int = 0
    effect: Effect = Effect.NONE
    energy: int = 0
    force: int = 0
    bonus_only: bool = False
    more: bool = False
    turns: bool = False
    grants: int = 0
    free: int = 0


LOCKED = Terms(Needs.LOCK, 1)
FOCUSED = Terms(Needs.FOCUS, 1)
HARDPOINT = Terms(energy=1, bonus_only=True, grants=1)
"""A weapon of huge ships, whose card grants its own bonus attack."""

TERMS = {
    "protontorpedoes": replace(LOCKED, effect=Effect.HIT_TO_CRIT),
    "advprotontorpedoes": replace(LOCKED, effect=Effect.HIT_TO_CRIT),
    "iontorpedoes": replace(LOCKED, effect=Effect.ION),
    "plasmatorpedoes": replace(LOCKED, effect=Effect.PLASMA),
    "homingtorpedoes": replace(LOCKED, effect=Effect.HOMING_CRIT),
    "homingmissiles": replace(LOCKED, effect=Effect.HOMING),
    "concussionmissiles": replace(LOCKED, effect=Effect.CONCUSSION),
    "clustermissiles": replace(LOCKED, effect=Effect.CLUSTER),
    "ionmissiles": replace(LOCKED, effect=Effect.ION),
    "magpulsewarheads": replace(LOCKED, effect=Effect.MAG_PULSE),
    "diamondboronmissiles": replace(LOCKED, effect=Effect.BORON),
    "seekermissiles-swz103": replace(LOCKED, effect=Effect.SEEKER),
    "heavyplasmamissiles-alphaclassstarwing": replace(LOCKED, effect=Effect.SHIELD_LOST),
    "protonrockets": FOCUSED,
    "barragerockets": replace(FOCUSED, effect=Effect.BARRAGE),
    "energyshellcharges": Terms(Needs.CALCULATE, 1, Effect.SHELLS),
    "multimissilepods": Terms(Needs.CALCULATE_OR_LOCK, 1, Effect.PODS),
    "xx23sthreadtracers": Terms(Needs.ANY, 1, Effect.TRACERS),
    "saturationrockets-alphaclassstarwing": Terms(cost=2, effect=Effect.SATURATION),
    "hotshottailblaster": Terms(cost=1),
    "protoncannons": Terms(cost=2, effect=Effect.FOCUS_TO_CRIT),
    "precisiontunedcannons-battleoverendor": Terms(effect=Effect.FOCUS_MORE),
    "ioncannon": Terms(effect=Effect.ION),
    "ioncannonturret": Terms(effect=Effect.ION),
    "heavylasercannon": Terms(effect=Effect.TAMED),
    "autoblasters": Terms(effect=Effect.AUTOBLASTERS),
    "jammingbeam": Terms(effect=Effect.JAM),
    "tractorbeam": Terms(effect=Effect.TRACTOR),
    "syncedlasercannons": Terms(effect=Effect.SYNCED),
    "dorsalturret": Terms(),
    "vectoredcannonsrz1": Terms(turns=True),
    "snapshot": Terms(effect=Effect.UNMODIFIED),
    "foresight": Terms(effect=Effect.FORESIGHT, force=1),
    "underslungblastercannon": Terms(Needs.LOCK, effect=Effect.LOCK_ONLY),
    "ioncannonbattery": replace(HARDPOINT, effect=Effect.ION_BATTERY),
    "pointdefensebattery": replace(HARDPOINT, grants=4),
    "targetingbattery": replace(HARDPOINT, effect=Effect.TARGETING),
    "turbolaserbattery": replace(HARDPOINT, needs=Needs.LOCK, energy=3, effect=Effect.TURBOLASER),
    "tractortentacles": replace(HARDPOINT, grants=5, free=1),
    "protoncannonbattery": replace(HARDPOINT, effect=Effect.HIT_TO_CRIT, grants=2, free=1),
    "drillbeak": replace(HARDPOINT, effect=Effect.DRILL),
}
"""By the ids of weapons; what the data tells of a requirement and a cost goes before it."""

NEEDS = {
    frozenset[str](): Needs.NOTHING,
    frozenset({"lock"}): Needs.LOCK,
    frozenset({"focus"}): Needs.FOCUS,
    frozenset({"calculate"}): Needs.CALCULATE,
    frozenset({"calculate", "lock"}): Needs.CALCULATE_OR_LOCK,
    frozenset({"focus", "calculate", "lock"}): Needs.ANY,
}

HEADER = re.compile(r"(?P<bonus>Bonus )?Attack\b(?: \((?P<needs>[^)]*)\))?\s*[:.]?\s*")
COST = re.compile(r"Spend (?P<count>[1-9]) \[(?P<what>Charge|Energy)\]\.\s*")
SYMBOL = re.compile(r"\[([^\]]*)\]")


def read_header(ability: str) -> Header | None:
    """The requirement and the cost with which the text of a weapon starts; ``None`` where it has no such form.

    What the rest of the text says is not read: it only tells that there is more.
    """
    header = HEADER.search(ability)
    if header is None:
        return None
    needs = NEEDS.get(frozenset(symbol.lower() for symbol in SYMBOL.findall(header["needs"] or "")))
    if needs is None or (needs is Needs.NOTHING and header["needs"]):
        return None
    cost = COST.match(ability, header.end())
    rest = ability[cost.end() if cost else header.end() :]
    count = int(cost["count"]) if cost else 0
    charges, energy = (count, 0) if cost and cost["what"] == "Charge" else (0, count)
    return Header(
        needs, charges, energy, bool(header["bonus"]), bool(ability[: header.start()].strip() or rest.strip())
    )


def terms_of(xws: str, header: Header | None) -> Terms:
    """The terms of a weapon by its id and by what its data tells.

    A weapon that is not known by its id has no effect, and does more than is known unless its data tells all of it.
    """
    known = TERMS.get(xws)
    if header is None:
        return known or Terms(more=True)
    if known is None:
        return Terms(header.needs, header.charges, energy=header.energy, bonus_only=header.bonus_only, more=header.more)
    # A cost that does not stand where costs stand is known by the id alone.
    return replace(
        known,
        needs=header.needs,
        cost=header.charges or known.cost,
        energy=header.energy or known.energy,
        bonus_only=header.bonus_only,
    )
