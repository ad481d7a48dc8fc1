"""Sheets and their rows: read and stored in one way for all games, by the names and the types of the fields."""

from companion.sheets.making import made
from companion.sheets.plan import battle_model, key_of, owner_of, plan_of, side_model
from companion.sheets.reading import Stored, stored
from companion.sheets.storing import store, store_parts

__all__ = [
    "Stored",
    "battle_model",
    "key_of",
    "made",
    "owner_of",
    "plan_of",
    "side_model",
    "store",
    "store_parts",
    "stored",
]
