"""The factions by their ids, as builders and the data set write them (xwing-data2, XWS)."""

from __future__ import annotations

from functools import lru_cache

FACTIONS = {
    "rebelalliance": "Rebel Alliance",
    "galacticempire": "Galactic Empire",
    "scumandvillainy": "Scum and Villainy",
    "resistance": "Resistance",
    "firstorder": "First Order",
    "galacticrepublic": "Galactic Republic",
    "separatistalliance": "Separatist Alliance",
}


@lru_cache(maxsize=1000)
def faction_id(name: str) -> str:
    """The id of a faction by its name or its id."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def faction_name(name: str) -> str:
    """The name of a faction by its name or its id; one that is not known is called as it is written."""
    return FACTIONS.get(faction_id(name), name)
