"""The earlier shapes of X-Wing's sheets."""

from __future__ import annotations

from itertools import zip_longest

from rules.shapes import Data, in_each, unchanged
from rules.x_wing.upgrade import key_of


def with_parts(data: Data) -> Data:
    """The plain values of a ship whose upgrades are parts of it, for one that had their names, and ids of all cards.

    An upgrade that is a name is one without charges; the first id is the pilot's, the others are in the order of names.
    """
    ids, worn = data.get("ids", []), data.get("upgrades", [])
    if not (isinstance(worn, list) and isinstance(ids, list) and all(isinstance(xws, str) for xws in ids)):
        return data
    if "ids" not in data and not any(isinstance(upgrade, str) for upgrade in worn):
        return data
    parts = [
        {"key": key_of(str(data.get("key")), number), "name": upgrade or xws, "xws": xws or ""}
        if upgrade is None or isinstance(upgrade, str)
        else upgrade
        for number, (upgrade, xws) in enumerate(zip_longest(worn, ids[1:]), start=1)
    ]
    rest = {name: value for name, value in data.items() if name != "ids"}
    return {"pilot": ids[0] if ids else "", **rest, "upgrades": parts}


def with_ability(data: Data) -> Data:
    """The plain values of a ship with the name of what its type can do, for one of which that was not kept."""
    return data if "ability" in data else {**data, "ability": ""}


EARLIER = (
    in_each("ships", with_parts),
    # More is said where something is declared.
    unchanged,
    # Sheets keep more: of one before, it is as if nothing of that had happened yet.
    unchanged,
    in_each("ships", with_ability),
    # The file of a battle that began so tells more.
    unchanged,
)
