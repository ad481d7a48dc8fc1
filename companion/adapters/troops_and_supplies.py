"""Troops and Supplies: stored rows to sheets."""

from __future__ import annotations

from django.db import models

from companion.adapters.adapter import Adapter, Stored, key_of, tokens_of
from companion.models import Army, Battle, TroopBattle, TroopUnit
from rules.troops_and_supplies import GAME, sheet


def load(battle: Battle) -> Stored:
    """Read a whole battle in a bounded number of queries."""
    row = TroopBattle.objects.get(pk=battle.pk)
    armies = list(Army.objects.filter(battle=battle))
    units = list(TroopUnit.objects.filter(battle=battle))
    tokens = tokens_of(battle)
    keys = {army.pk: key_of(army) for army in armies}
    read = sheet.Battle(
        armies=tuple(sheet.Army(keys[army.pk], army.name) for army in armies),
        units=tuple(_unit(unit, keys[unit.army_id], tokens[unit.pk]) for unit in units),
        settings=sheet.Settings(sheet.Answering(row.answering), sheet.Turns(row.turns)),
        columns=row.columns,
        rows=row.rows,
        round=row.round,
        turn=keys.get(row.turn_id or 0),
        started=row.started,
        over=row.over,
    )
    parts: list[models.Model] = [*armies, *units]
    return Stored(read, {read.key: row, **{key_of(part): part for part in parts}})


def _unit(row: TroopUnit, army: str, tokens: dict[str, int]) -> sheet.Unit:
    return sheet.Unit(
        key=key_of(row),
        name=row.name,
        army=army,
        battle_die=row.battle_die,
        ammunition_cost=row.ammunition_cost,
        attack_range=row.attack_range,
        indirect_fire=row.indirect_fire,
        strength=tokens.get("strength", 0),
        supplies=tokens.get("supplies", 0),
        column=row.column,
        row=row.row,
        status=sheet.Status(row.status),
        destroyed_by=row.destroyed_by,
        attacked=row.attacked,
        fired=row.fired,
    )


ADAPTER = Adapter(game=GAME, battle=TroopBattle, side=Army, load=load)
