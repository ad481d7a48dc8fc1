"""Mobile Frame Zero: stored rows to sheets."""

from __future__ import annotations

from collections import defaultdict

from django.db import models

from companion.adapters.adapter import Adapter, Stored, key_of, tokens_of
from companion.models import Battle, Company, Frame, FrameBattle, Station, System, Terrain
from rules.mobile_frame_zero import GAME, sheet


def load(battle: Battle) -> Stored:
    """Read a whole battle in a bounded number of queries."""
    row = FrameBattle.objects.get(pk=battle.pk)
    companies = list(Company.objects.filter(battle=battle))
    frames = list(Frame.objects.filter(battle=battle))
    terrain = list(Terrain.objects.filter(battle=battle))
    stations = list(Station.objects.filter(battle=battle))
    systems: defaultdict[int, list[System]] = defaultdict(list)
    for system in System.objects.filter(frame__battle=battle):
        systems[system.frame_id].append(system)
    tokens = tokens_of(battle)
    keys = {company.pk: key_of(company) for company in companies}
    read = sheet.Battle(
        companies=tuple(sheet.Company(keys[c.pk], c.name, c.points_per_asset, c.score) for c in companies),
        frames=tuple(_frame(f, keys[f.company_id], systems[f.pk], tokens[f.pk]) for f in frames),
        terrain=tuple(sheet.Terrain(key_of(t), t.name, t.hits_left) for t in terrain if t.status == "active"),
        stations=tuple(sheet.Station(key_of(s), s.name, keys.get(s.owner_id or 0)) for s in stations),
        settings=sheet.Settings(sheet.Replacing(row.replacing), sheet.Abandoning(row.abandoning)),
        size=sheet.Size(row.size),
        round=row.round,
        doomsday=row.doomsday,
        started=row.started,
        over=row.over,
    )
    parts: list[models.Model] = [*companies, *frames, *terrain, *stations]
    parts += [system for owned in systems.values() for system in owned]
    return Stored(read, {read.key: row, **{key_of(part): part for part in parts}})


def _frame(row: Frame, company: str, systems: list[System], tokens: dict[str, int]) -> sheet.Frame:
    return sheet.Frame(
        key=key_of(row),
        name=row.name,
        company=company,
        systems=tuple(sheet.System(key_of(s), s.name, sheet.Kind(s.kind), s.lost) for s in systems),
        white=row.white,
        rockets=row.rockets,
        status=sheet.Status(row.status),
        destroyed_by=row.destroyed_by,
        acted=row.acted,
        attacked=row.attacked,
        has_spotted=row.has_spotted,
        range=sheet.Range(row.range) if row.range else None,
        rolled=row.rolled,
        defence=tokens.get("defence"),
        attack=tokens.get("attack"),
        movement=tokens.get("movement"),
        spotting=tokens.get("spotting"),
        spot=tokens.get("spot"),
    )


ADAPTER = Adapter(
    game=GAME,
    battle=FrameBattle,
    side=Company,
    load=load,
)
