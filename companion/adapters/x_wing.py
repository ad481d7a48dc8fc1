"""X-Wing: stored rows to sheets."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields
from typing import Any, TypeVar

from django.db import models

from companion.adapters.adapter import Adapter, Stored, key_of
from companion.models import Battle, DamageCard, Ship, Weapon, XWingBattle, XWingSquad
from rules.x_wing import GAME, cards, sheet, ship

S = TypeVar("S")


def load(battle: Battle) -> Stored:
    """Read a whole battle in a bounded number of queries."""
    row = XWingBattle.objects.get(pk=battle.pk)
    squads = list(XWingSquad.objects.filter(battle=battle).defer("source"))
    ships = list(Ship.objects.filter(battle=battle))
    weapons = list(Weapon.objects.filter(ship__battle=battle))
    deck = list(DamageCard.objects.filter(squad__battle=battle))
    keys = {part.pk: key_of(part) for part in squads}
    flown = {part.pk: key_of(part) for part in ships}
    carried: defaultdict[int, list[ship.Weapon]] = defaultdict(list)
    for weapon in weapons:
        carried[weapon.ship_id].append(_weapon(weapon))
    decks: defaultdict[int, list[cards.Card]] = defaultdict(list)
    for card in deck:
        decks[card.squad_id].append(_card(card, flown))
    read = sheet.Battle(
        squads=tuple(_sheet(sheet.Squad, s, key=keys[s.pk], deck=tuple(decks[s.pk])) for s in squads),
        ships=tuple(_ship(s, keys[s.squad_id], tuple(carried[s.pk]), flown) for s in ships),
        settings=sheet.Settings(sheet.Ruleset(row.ruleset), row.chance_engagement, sheet.Plasma(row.plasma)),
        round=row.round,
        phase=sheet.Phase(row.phase),
        initiative=row.initiative,
        first=keys.get(row.first_id or 0),
        started=row.started,
        over=row.over,
    )
    parts: list[models.Model] = [*squads, *ships, *weapons, *deck]
    return Stored(read, {read.key: row, **{key_of(part): part for part in parts}})


def _ship(row: Ship, squad: str, weapons: tuple[ship.Weapon, ...], flown: dict[int, str]) -> ship.Ship:
    return _sheet(
        ship.Ship,
        row,
        key=flown[row.pk],
        squad=squad,
        size=ship.Size(row.size),
        weapons=weapons,
        upgrades=tuple(map(str, row.upgrades)),
        lock=flown.get(row.lock_id or 0),
        status=ship.Status(row.status),
    )


def _weapon(row: Weapon) -> ship.Weapon:
    return _sheet(
        ship.Weapon,
        row,
        key=key_of(row),
        arc=ship.Arc(row.arc),
        needs=ship.Needs(row.needs),
        effect=ship.Effect(row.effect),
    )


def _card(row: DamageCard, flown: dict[int, str]) -> cards.Card:
    """A card; one whose ship is gone from the battle lies in the deck again."""
    holder = flown.get(row.ship_id or 0)
    return cards.Card(key_of(row), cards.Title(row.title), holder, row.faceup and holder is not None, row.discarded)


def _sheet(kind: type[S], row: models.Model, **given: Any) -> S:
    """The sheet of a row whose fields are called as the sheet's are, but for what is given."""
    same = (field.name for field in fields(kind) if field.name not in given)  # type: ignore[arg-type]
    return kind(**{name: getattr(row, name) for name in same}, **given)


ADAPTER = Adapter(game=GAME, battle=XWingBattle, side=XWingSquad, load=load)
