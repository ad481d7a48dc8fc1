"""Ships that carry upgrades by their ids."""

from dataclasses import replace

from rules.x_wing.upgrade import Upgrade, key_of


def carrying(ship, *ids, pilot="", charges=0, recovers=0):
    """The ship with upgrades of these ids, each with that many charges, all there."""
    worn = tuple(
        Upgrade(key_of(ship.key, number), f"card {xws}", xws, charges, charges, recovers)
        for number, xws in enumerate(ids, start=1)
    )
    return replace(ship, pilot=pilot, upgrades=worn)
