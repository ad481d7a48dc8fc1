"""Airsoft Squads: stored rows to sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db import models

from companion.adapters.adapter import Adapter, Stored, key_of, names_of, tokens_of
from companion.models import (
    Battle,
    FieldPosition,
    Operator,
    OperatorBattle,
    Squad,
    SquadCard,
    SquadModifier,
)
from rules.airsoft_squads import GAME, modifiers, pieces, settings, sheet

Given = dict[int, list[SquadModifier]]


def load(battle: Battle) -> Stored:
    """Read a whole battle in a bounded number of queries."""
    row = OperatorBattle.objects.get(pk=battle.pk)
    squads = list(Squad.objects.filter(battle=battle))
    operators = list(Operator.objects.filter(battle=battle))
    positions = list(FieldPosition.objects.filter(battle=battle))
    cards = list(SquadCard.objects.filter(battle=battle))
    of_battle = models.Q(battle=row) | models.Q(operator__battle=battle) | models.Q(card__battle=battle)
    given = list(SquadModifier.objects.filter(of_battle))
    skills, effects = _by("operator_id", given), _by("card_id", given)
    tokens = tokens_of(battle)
    squad_keys = {squad.pk: key_of(squad) for squad in squads}
    read = sheet.Battle(
        squads=tuple(sheet.Squad(key_of(s), s.name, s.moves, s.medics, s.fallen) for s in squads),
        operators=tuple(_operator(o, squad_keys[o.squad_id], skills[o.pk], tokens[o.pk]) for o in operators),
        positions=tuple(_position(p, squad_keys[p.squad_id]) for p in positions),
        cards=tuple(_card(c, squad_keys[c.squad_id], effects[c.pk]) for c in cards),
        teamwork=_modifiers(m for m in given if m.battle_id is not None),
        settings=settings.Settings(
            settings.Rounding(row.rounding),
            settings.Basis(row.basis),
            settings.Doublings(row.doublings),
            settings.Medicine(row.medicine),
            settings.Revealed(row.revealed),
        ),
        round=row.round,
        turn=row.turn,
        phase=sheet.Phase(row.phase),
        acted=squad_keys.get(row.acted_id or 0),
        winner=squad_keys.get(row.winner_id or 0),
        started=row.started,
        over=row.over,
    )
    parts: list[models.Model] = [*squads, *operators, *positions, *cards, *given]
    return Stored(read, {read.key: row, **{key_of(part): part for part in parts}})


def _by(bearer: str, given: list[SquadModifier]) -> Given:
    found: defaultdict[int, list[SquadModifier]] = defaultdict(list)
    for row in given:
        found[getattr(row, bearer)].append(row)
    return found


def _modifiers(rows: Iterable[SquadModifier]) -> tuple[modifiers.Modifier, ...]:
    return tuple(row.sheet(key_of(row)) for row in rows)


def _operator(row: Operator, squad: str, skills: list[SquadModifier], tokens: dict[str, int]) -> pieces.Operator:
    return pieces.Operator(
        key=key_of(row),
        name=row.name,
        squad=squad,
        ap=row.ap,
        ep=row.ep,
        dp=row.dp,
        mp=row.mp,
        team=row.team,
        points=row.points,
        skills=_modifiers(skills),
        place=row.place,
        state=pieces.State(row.state),
        hits=row.hits,
        objective=row.objective,
        moved=row.moved,
        medics=row.medics,
        bonus=pieces.Bonus(row.bonus),
        held=names_of(tokens, "held"),
        destroyed_by=row.destroyed_by,
    )


def _position(row: FieldPosition, squad: str) -> pieces.Position:
    return pieces.Position(key_of(row), row.name, squad, row.place, row.objective, pieces.Aim(row.aim))


def _card(row: SquadCard, squad: str, effects: list[SquadModifier]) -> pieces.Card:
    bearer = f"{Operator._meta.model_name}-{row.bearer_id}" if row.bearer_id else None
    return pieces.Card(
        key_of(row),
        row.name,
        squad,
        pieces.Kind(row.kind),
        _modifiers(effects),
        pieces.Lies(row.lies),
        bearer,
    )


ADAPTER = Adapter(
    game=GAME,
    battle=OperatorBattle,
    side=Squad,
    load=load,
    sides="airsoft_squads/_rows.html",
)
