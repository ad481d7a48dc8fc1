"""Cards that are not known and change attacks in which their ship is neither attacker nor defender (xwing-data2)."""

from __future__ import annotations

from rules.x_wing.weapon_kinds import ids_in

PILOTS = ids_in("""
    countdooku-siegeofcoruscant fennrau-sheathipedeclassshuttle idenversio idenversio-battleofyavin idenversio-swz105
    kyloren-tiewiwhispermodifiedinterceptor lowhhrick magvayarro padmeamidala
""")
UPGRADES = ids_in("compassion countdooku")
ABILITIES = frozenset({"Born for This", "Fire Convergence"})
"""The names of what types of ships can do."""
