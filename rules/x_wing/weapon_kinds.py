"""The kinds of weapons that are upgrades, by their ids (xwing-data2)."""

from __future__ import annotations

from rules.x_wing.ship import Ship, Weapon


def ids_in(names: str) -> frozenset[str]:
    """The ids in a text."""
    return frozenset(names.split())


TORPEDOES = ids_in("""
    advprotontorpedoes homingtorpedoes iontorpedoes plasmatorpedoes protontorpedoes trackingtorpedoes
""")
MISSILES = ids_in("""
    barragerockets clustermissiles concussionmissiles diamondboronmissiles energyshellcharges
    heavyplasmamissiles-alphaclassstarwing homingmissiles ionmissiles magpulsewarheads multimissilepods
    protonrockets saturationrockets-alphaclassstarwing seekermissiles-swz103 xx23sthreadtracers
""")
CANNONS = ids_in("""
    autoblasters heavylasercannon ioncannon jammingbeam precisiontunedcannons-battleoverendor
    protoncannons syncedlasercannons tractorbeam underslungblastercannon
""")


def id_of(ship: Ship, weapon: Weapon) -> str:
    """The id of the upgrade that a weapon is; empty for a primary weapon and where it is not known."""
    return next((card.xws for card in ship.upgrades if card.name == weapon.name), "") if weapon.special else ""
