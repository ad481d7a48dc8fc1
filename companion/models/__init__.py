"""What is stored: campaigns, battles, sides, pieces, what was declared and what came of it."""

from companion.models.battle import Battle, Pinned, Side
from companion.models.campaign import Campaign, ComesHome
from companion.models.declaration import Declaration, Reply
from companion.models.deployment import Deployment, Homecoming
from companion.models.dispute import Dispute
from companion.models.event import Event, Version, Who
from companion.models.frames import Company, Frame, FrameBattle, Station, System, Terrain
from companion.models.gloom import GloomArmy, GloomBattle, GloomUnit
from companion.models.member import AccountDevice, Invitation, Member, MemberDevice
from companion.models.operators import (
    FieldPosition,
    Operator,
    OperatorBattle,
    Squad,
    SquadCard,
    SquadModifier,
)
from companion.models.piece import Piece, Token
from companion.models.result import Result, Verdict
from companion.models.roster import Roster
from companion.models.ship_data import DataSet, PilotCard, ShipType, UpgradeCard
from companion.models.ships import DamageCard, Ship, Upgrade, Weapon, XWingBattle, XWingSquad
from companion.models.taking import Taking
from companion.models.troops import Army, TroopBattle, TroopUnit
from companion.models.upkeep import Upkeep

__all__ = [
    "AccountDevice",
    "Army",
    "Battle",
    "Campaign",
    "ComesHome",
    "Company",
    "DamageCard",
    "DataSet",
    "Declaration",
    "Deployment",
    "Dispute",
    "Event",
    "FieldPosition",
    "Frame",
    "FrameBattle",
    "GloomArmy",
    "GloomBattle",
    "GloomUnit",
    "Homecoming",
    "Invitation",
    "Member",
    "MemberDevice",
    "Operator",
    "OperatorBattle",
    "Piece",
    "PilotCard",
    "Pinned",
    "Reply",
    "Result",
    "Roster",
    "Ship",
    "ShipType",
    "Side",
    "Squad",
    "SquadCard",
    "SquadModifier",
    "Station",
    "System",
    "Taking",
    "Terrain",
    "Token",
    "TroopBattle",
    "TroopUnit",
    "Upgrade",
    "UpgradeCard",
    "Upkeep",
    "Verdict",
    "Version",
    "Weapon",
    "Who",
    "XWingBattle",
    "XWingSquad",
]
