"""What is stored: campaigns, battles, sides, pieces, what was declared and what came of it."""

from companion.models.battle import Battle, Side
from companion.models.campaign import Campaign
from companion.models.declaration import Declaration, Reply
from companion.models.event import Event
from companion.models.frames import Company, Frame, FrameBattle, Station, System, Terrain
from companion.models.operators import (
    FieldPosition,
    Operator,
    OperatorBattle,
    Squad,
    SquadCard,
    SquadModifier,
)
from companion.models.piece import Piece, Token

__all__ = [
    "Battle",
    "Campaign",
    "Company",
    "Declaration",
    "Event",
    "FieldPosition",
    "Frame",
    "FrameBattle",
    "Operator",
    "OperatorBattle",
    "Piece",
    "Reply",
    "Side",
    "Squad",
    "SquadCard",
    "SquadModifier",
    "Station",
    "System",
    "Terrain",
    "Token",
]
