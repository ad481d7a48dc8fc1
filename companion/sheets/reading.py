"""Rows to sheets, in as many queries as a game has models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from django.db import models

from companion.models import Battle, Piece, Token
from companion.prepared import Prepared
from companion.sheets.plan import BATTLE, Plan, plan_of
from companion.steady import steady
from rules.games import GAMES

TOKENS = Prepared(
    lambda battle: (
        Token.objects.filter(piece__battle=battle).order_by().values_list("piece_id", "kind", "name", "value")
    )
)
"""The tokens in a battle."""

Rows: TypeAlias = Mapping[type[models.Model], Sequence[models.Model]]
"""The rows of a battle by their models, in the order in which its sheet has them."""

LyingToken: TypeAlias = tuple[int, str, str, int]
"""A token: the id of its piece, its kind, its name and its value."""

Lying: TypeAlias = Mapping[str, Mapping[str, int]]
"""The tokens by a piece by their kinds, as values by names; a kind that has only one has no name for it."""


@dataclass(frozen=True)
class Stored:
    """A battle's sheet and, by key, the rows that its parts were read from."""

    sheet: Any
    rows: Mapping[str, models.Model]

    @property
    def battle(self) -> Battle:
        """The row of the battle itself."""
        row = self.rows[BATTLE]
        assert isinstance(row, Battle)
        return row


@dataclass(frozen=True)
class Source:
    """Where the parts of a battle in one model come from: their owners, with the way from there to the battle."""

    plan: Plan
    owners: tuple[tuple[str, str], ...]

    @property
    def ways(self) -> tuple[str, ...]:
        """How its rows lead to the battle."""
        return tuple(way for _, way in self.owners)

    def rows(self, battle: Battle) -> list[models.Model]:
        """The rows in a battle."""
        return _prepared(_Query(self.plan.model, self.ways, self.plan.unread))(battle.pk)

    def rows_of(self, battles: Collection[int]) -> list[models.Model]:
        """The rows in battles with these ids."""
        of_battles = models.Q(*((f"{way}__in", battles) for way in self.ways), _connector=models.Q.OR)
        return list(self.plan.model._default_manager.filter(of_battles).defer(*self.plan.unread))


@dataclass(frozen=True)
class _Query:
    """The rows of a model that belong to a battle in any of some ways, without some of their fields."""

    model: type[models.Model]
    ways: tuple[str, ...]
    unread: tuple[str, ...] = ()


@cache
def _prepared(query: _Query) -> Prepared[models.Model]:
    """The rows that a query finds in a battle, by its id."""

    def rows(battle: int) -> models.QuerySet[models.Model]:
        of_battle = models.Q(*((way, battle) for way in query.ways), _connector=models.Q.OR)
        return query.model._default_manager.filter(of_battle).defer(*query.unread)

    return Prepared(rows)


@steady()
def stored(battle: Battle) -> Stored:
    """The battle's sheet and the rows that it was read from."""
    plan = plan_of(GAMES[battle.game].battle)
    row = _row(plan.model, battle)
    rows = {source.plan.model: source.rows(battle) for source in sources(plan)}
    has_tokens = any(source.plan.tokens for source in sources(plan))
    return put_together(plan, row, rows, TOKENS(battle.pk) if has_tokens else ())


def sheets_of(battles: Collection[Battle]) -> dict[int, Any]:
    """The sheets of battles of one game, by their ids, in as many queries as of one."""
    if not battles:
        return {}
    (game,) = {battle.game for battle in battles}
    plan, pks = plan_of(GAMES[game].battle), [battle.pk for battle in battles]
    reading = _Reading()
    for source in sources(plan):
        reading.add(source, source.rows_of(pks))
    if any(source.plan.tokens for source in sources(plan)):
        lying = Token.objects.filter(piece__battle__in=pks).order_by()
        reading.add_tokens(lying.values_list("piece_id", "kind", "name", "value"))
    rows = plan.model._default_manager.filter(pk__in=pks)
    return {row.pk: reading.sheet(plan, row, BATTLE) for row in rows}


def put_together(plan: Plan, row: models.Model, rows: Rows, tokens: Iterable[LyingToken]) -> Stored:
    """The sheet of a battle whose own row was read, and all the others by their models."""
    reading = _Reading()
    reading.rows[BATTLE] = row
    for source in sources(plan):
        reading.add(source, rows[source.plan.model])
    reading.add_tokens(tokens)
    return Stored(reading.sheet(plan, row, BATTLE), reading.rows)


def _row(model: type[models.Model], battle: Battle) -> models.Model:
    """The row of a battle itself, as it is now."""
    for row in _prepared(_Query(model, ("pk",)))(battle.pk):
        return row
    raise Battle.DoesNotExist(f"there is no {model.__name__} {battle.pk}")


@cache
def sources(plan: Plan) -> tuple[Source, ...]:
    """Where everything in a battle comes from."""
    found: defaultdict[type[models.Model], list[tuple[str, str]]] = defaultdict(list)
    plans = {}
    for part, owner, path in _walk(plan, ""):
        plans[part.model] = part
        found[part.model].append((owner, path))
    return tuple(Source(plans[model], tuple(owners)) for model, owners in found.items())


def _walk(plan: Plan, way: str) -> Iterator[tuple[Plan, str, str]]:
    for part in plan.parts.values():
        path = f"{part.owner.name}{way}"
        yield part.plan, part.owner.attname, path
        yield from _walk(part.plan, f"__{path}")


class _Reading:
    """Everything that was read of a battle, and the sheets that it makes."""

    def __init__(self) -> None:
        self.rows: dict[str, models.Model] = {}
        self.keys: defaultdict[type[models.Model], dict[int, str]] = defaultdict(dict)
        self.owned: dict[tuple[type[models.Model], str], defaultdict[int, list[models.Model]]] = {}
        self.lying: defaultdict[int, defaultdict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))

    def add(self, source: Source, found: Sequence[models.Model]) -> None:
        """Take in the rows of one model."""
        model, pk = source.plan.model, source.plan.pk
        name, keys = model._meta.model_name, self.keys[model]
        is_active_only = source.plan.is_active_only
        rows = [row for row in found if not is_active_only or vars(row)["status"] == Piece.Status.ACTIVE]
        for row in rows:
            key = keys[vars(row)[pk]] = f"{name}-{vars(row)[pk]}"
            self.rows[key] = row
        for owner, _ in source.owners:
            owned = self.owned[model, owner] = defaultdict(list)
            for row in rows:
                owned[vars(row)[owner]].append(row)

    def add_tokens(self, tokens: Iterable[LyingToken]) -> None:
        """Take in the tokens."""
        for piece, kind, name, value in tokens:
            self.lying[piece][kind][name] = value

    def sheet(self, plan: Plan, row: models.Model, key: str) -> Any:
        """The sheet of a row with all that belongs to it; ``ValueError`` where the rules know none like that."""
        values = self.values(plan, row)
        pk = vars(row)[plan.pk]
        if plan.tokens:
            lying: Lying = self.lying.get(pk, {})
            for name, kind in plan.tokens.items():
                values[name] = _shown(kind, lying.get(name, {}), None if name in plan.optional else 0)
        for name, part in plan.parts.items():
            keys, inner = self.keys[part.plan.model], part.plan
            rows = self.owned[inner.model, part.owner.attname].get(pk, ())
            values[name] = tuple([self.sheet(inner, owned, keys[vars(owned)[inner.pk]]) for owned in rows])
        return plan.sheet(key=key, **values)

    def values(self, plan: Plan, row: models.Model) -> dict[str, Any]:
        """What a row itself shows for the fields of its sheet."""
        shown = vars(row)
        values = {name: shown[name] for name in plan.plain}
        for name, enum in plan.enums.items():
            value = shown[name]
            values[name] = enum(value) if value or name not in plan.optional else None
        for name, field in plan.references.items():
            values[name] = self.keys[field.related_model].get(shown[field.attname])
        for name, inner in plan.settings.items():
            values[name] = inner.sheet(**self.values(inner, row))
        return values


def _shown(kind: type, lying: Mapping[str, int], none: int | None) -> int | bool | frozenset[str] | None:
    """What the tokens of one kind by a piece show."""
    if kind is frozenset:
        return frozenset(name for name, value in lying.items() if name and value)
    return bool(lying.get("")) if kind is bool else lying.get("", none)
