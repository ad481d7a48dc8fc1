"""The rows of a battle as tables of a file, and back: whatever models a game has, by their columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db import models
from django.db.models import CASCADE, Q, Value
from django.db.models.functions import Coalesce

from companion.models import Battle, Member, Piece, Token
from companion.sheets import battle_model, plan_of
from companion.sheets.plan import BATTLE
from companion.sheets.reading import LyingToken, sources
from rules.games import GAMES

APART = (
    *("name", "game", "created", "campaign", "roster", "key", "once", "brought", "last_event", "told"),
    *("seated", "pinned", "watched_anew", "came_home", "ended", "ending", "ended_by", "archived", "deleted"),
)
"""Columns of a battle that stand elsewhere in its file, or say nothing of the battle but where it is."""

TOKENS = "tokens"

DECLARATIONS = 100
"""How many declarations are read or stored together: each has the whole battle with it."""


@dataclass(frozen=True)
class Table:
    """A model and the fields whose columns stand in a file; ``ways`` lead from its rows to the battle."""

    model: type[models.Model]
    fields: tuple[models.Field[Any, Any], ...]
    ways: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the table, and each key of its rows, is called."""
        return str(self.model._meta.model_name)

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return [*(field.name for field in self.fields), *([TOKENS] if self.has_tokens else [])]

    @property
    def usual(self) -> Mapping[str, Any]:
        """The columns that files of earlier versions lack, with what is usual there."""
        added = vars(self.model).get("ADDED", ())
        return {field.name: field.get_default() for field in self.fields if field.name in added}

    @property
    def has_tokens(self) -> bool:
        """Whether tokens lie by its rows."""
        return issubclass(self.model, Piece)

    @property
    def owners(self) -> tuple[models.ForeignKey[Any, Any], ...]:
        """The references to rows that have to be there before."""
        return tuple(f for f in self.fields if isinstance(f, models.ForeignKey) and f.remote_field.on_delete is CASCADE)

    @property
    def later(self) -> tuple[models.ForeignKey[Any, Any], ...]:
        """The other references."""
        return tuple(f for f in self.fields if isinstance(f, models.ForeignKey) and f not in self.owners)

    def rows(self, battles: Iterable[Battle]) -> Mapping[int, list[models.Model]]:
        """The rows of battles by their ids, in the order in which they were stored, in one query."""
        of_battles = Q(*((f"{way}__in", battles) for way in self.ways), _connector=Q.OR)
        which = Coalesce(*self.ways, Value(None))
        found: defaultdict[int, list[models.Model]] = defaultdict(list)
        for row in self.model._default_manager.filter(of_battles).annotate(of=which).order_by("pk"):
            found[row.of].append(row)
        return found


@cache
def battle_table(game: str) -> Table:
    """The table of a battle itself, which has one row."""
    model = battle_model(game)
    return Table(model, tuple(field for field in _fields(model) if field.name not in APART))


@cache
def tables(game: str) -> tuple[Table, ...]:
    """The tables of all that belongs to a battle, each after those whose rows own its rows."""
    found = [
        Table(source.plan.model, _fields(source.plan.model), source.ways)
        for source in sources(plan_of(GAMES[game].battle))
    ]
    ordered: list[Table] = []
    while found:
        there = [table.model for table in ordered] + [battle_model(game)]
        ready = next(t for t in found if all(field.related_model in there for field in t.owners))
        ordered.append(ready)
        found.remove(ready)
    return tuple(ordered)


def tokens_in(battles: Iterable[Battle]) -> Mapping[int, list[LyingToken]]:
    """The tokens in battles, by the ids of their pieces."""
    found: defaultdict[int, list[LyingToken]] = defaultdict(list)
    rows = Token.objects.filter(piece__battle__in=battles).order_by()
    for token in rows.values_list("piece_id", "kind", "name", "value"):
        found[token[0]].append(token)
    return found


def key_to(field: models.ForeignKey[Any, Any], row: models.Model) -> str | None:
    """The key of what a row refers to in a field."""
    pk = getattr(row, field.attname)
    if pk is None:
        return None
    related: Any = field.related_model
    return BATTLE if issubclass(related, Battle) else f"{related._meta.model_name}-{pk}"


def _fields(model: type[models.Model]) -> tuple[models.Field[Any, Any], ...]:
    return tuple(field for field in model._meta.concrete_fields if not (field.primary_key or _leads_up(field)))


def _leads_up(field: models.Field[Any, Any]) -> bool:
    """Whether a field says only which battle a row is of, which row it is a part of, or who plays it."""
    if not isinstance(field, models.ForeignKey):
        return False
    related: Any = field.related_model
    of_battle = issubclass(related, Battle) and not field.null
    return bool(field.remote_field.parent_link or of_battle or related is Member)


def shown(row: models.Model, *names: str) -> dict[str, Any]:
    """What a row shows in fields with these names, as plain JSON values: a time is a text."""
    values = ((name, getattr(row, name)) for name in names)
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in values}


def values_of(fields: Iterable[models.Field[Any, Any]], row: models.Model) -> Iterator[Any]:
    """What a row shows in each of its fields, with keys for references."""
    for field in fields:
        yield key_to(field, row) if isinstance(field, models.ForeignKey) else getattr(row, field.attname)
