"""Who controls a station (dossier, section d, "Station control")."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change
from rules.game import Declared, Illegal, Outcome
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Station
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
    station = _station(battle, holding.actor)
    if holding.owner is not None and holding.owner not in {company.key for company in battle.companies}:
        raise Illegal("That company is not in this battle.")
    if holding.owner == station.owner:
        raise Illegal(f"{station.name} is held like that already.")
    changes = with_scores(battle, (Change(station.key, "owner", station.owner, holding.owner),))
    if holding.owner is None:
        return Outcome(f"{station.name} is contested and nobody's.", changes)
    return Outcome(f"{battle.company(holding.owner).name} takes {station.name}.", changes)


def _station(battle: Battle, key: str) -> Station:
    for station in battle.stations:
        if station.key == key:
            return station
    raise Illegal("That station is not in this battle.")
