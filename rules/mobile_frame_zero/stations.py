"""Who controls a station (RULINGS, "Scores and rounds")."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.changes import Change
from rules.game import Illegal, Outcome
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle
from rules.table import Table


@dataclass(frozen=True, slots=True)
class Holding:
    """Who controls a station now; ``None`` when several rivals contest it and its owner is gone."""

    actor: str
    owner: str | None


def hold(declared: Declared[Battle, Holding], table: Table) -> Outcome:
    """Give a station to a company or to nobody, and recalculate the scores of both."""
    battle, holding = declared.battle, declared.declaration
    if battle.over:
        raise Illegal("The battle is over.")
    station = battle.station(holding.actor)
    owner = battle.company(holding.owner) if holding.owner is not None else None
    if holding.owner == station.owner:
        raise Illegal(f"{station.name} is held like that already.")
    changes = with_scores(battle, (Change(station.key, "owner", station.owner, holding.owner),))
    if owner is None:
        return Outcome(f"{station.name} is contested and nobody's.", changes)
    return Outcome(f"{owner.name} takes {station.name}.", changes)
