"""Sheets and their rows: read and stored in one way for all games, by the names and the types of the fields."""

from companion.sheets.joining import as_it_stood, belongs, letting_go, of_side
from companion.sheets.making import for_sheet, made
from companion.sheets.plan import battle_model, key_of, owner_of, plan_of, side_model
from companion.sheets.reading import Stored, stored
from companion.sheets.storing import store, store_parts

__all__ = [
    "Stored",
    "as_it_stood",
    "battle_model",
    "belongs",
    "for_sheet",
    "key_of",
    "letting_go",
    "made",
    "of_side",
    "owner_of",
    "plan_of",
    "side_model",
    "store",
    "store_parts",
    "stored",
]
