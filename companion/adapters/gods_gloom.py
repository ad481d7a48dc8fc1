"""Gods Gloom: stored rows to sheets."""

from __future__ import annotations

from django.db import models

from companion.adapters.adapter import Adapter, Stored, key_of, names_of, tokens_of
from companion.models import Battle, GloomArmy, GloomBattle, GloomUnit
from rules.gods_gloom import GAME, sheet


def load(battle: Battle) -> Stored:
    """Read a whole battle in a bounded number of queries."""
    row = GloomBattle.objects.get(pk=battle.pk)
    armies = list(GloomArmy.objects.filter(battle=battle))
    units = list(GloomUnit.objects.filter(battle=battle))
    tokens = tokens_of(battle)
    keys = {army.pk: key_of(army) for army in armies}
    read = sheet.Battle(
        armies=tuple(
            sheet.Army(keys[a.pk], a.name, a.seals, a.momentum, a.charged, a.soulshards, a.score) for a in armies
        ),
        units=tuple(_unit(unit, keys[unit.army_id], tokens[unit.pk]) for unit in units),
        settings=sheet.Settings(row.weak, row.charge, row.flanking, row.cover, sheet.Opposites(row.opposites)),
        loser=next((key_of(unit) for unit in units if unit.pk == row.loser_id), None),
        round=row.round,
        started=row.started,
        over=row.over,
    )
    parts: list[models.Model] = [*armies, *units]
    return Stored(read, {read.key: row, **{key_of(part): part for part in parts}})


def _unit(row: GloomUnit, army: str, tokens: dict[str, int]) -> sheet.Unit:
    return sheet.Unit(
        key=key_of(row),
        name=row.name,
        army=army,
        offence_red=row.offence_red,
        offence_blue=row.offence_blue,
        guard_red=row.guard_red,
        guard_blue=row.guard_blue,
        morale=row.morale,
        speed=row.speed,
        health=row.health,
        current_health=row.current_health,
        cost=row.cost,
        traits=row.traits,
        effects=names_of(tokens, "effects"),
        morale_tokens=tokens.get("morale_tokens", 0),
        weak=bool(tokens.get("weak")),
        boost=bool(tokens.get("boost")),
        slow=bool(tokens.get("slow")),
        fast=bool(tokens.get("fast")),
        activated=row.activated,
        shot=row.shot,
        status=sheet.Status(row.status),
        destroyed_by=row.destroyed_by,
    )


ADAPTER = Adapter(game=GAME, battle=GloomBattle, side=GloomArmy, load=load)
