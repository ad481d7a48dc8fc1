"""Sheets and their rows: read and stored in one way for all games, by the names and the types of the fields."""

from companion.sheets.becoming import become
from companion.sheets.joining import as_it_stood, belongs, leads_to, letting_go, of_side
from companion.sheets.making import for_sheet, made
from companion.sheets.plan import BATTLE, battle_model, key_of, owner_of, plan_of, side_model
from companion.sheets.reading import Stored, sheets_of, stored
from companion.sheets.reserving import keep_reserved, reserved_ids
from companion.sheets.storing import store, store_parts

__all__ = [
    "BATTLE",
    "Stored",
    "as_it_stood",
    "battle_model",
    "become",
    "belongs",
    "for_sheet",
    "keep_reserved",
    "key_of",
    "leads_to",
    "letting_go",
    "made",
    "of_side",
    "owner_of",
    "plan_of",
    "reserved_ids",
    "sheets_of",
    "side_model",
    "store",
    "store_parts",
    "stored",
]
