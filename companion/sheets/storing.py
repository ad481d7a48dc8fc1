"""Sheets to rows: a whole battle, or parts that join one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from django.db import models, transaction

from companion.models import Battle, Campaign, Roster, Side, Token
from companion.sheets.plan import Plan, id_of, key_of, owner_of, plan_of
from rules.games import GAMES
from rules.records import to_json

Owned: TypeAlias = tuple[models.Model, Any]
"""A row, and the sheet of a part that will belong to it."""


def store(sheet: Any, *, campaign: Campaign | None = None, roster: Roster | None = None, name: str) -> Battle:
    """Store the sheet of a battle as a new one in a campaign, or as what holds a roster, with everything in it."""
    plan = plan_of(type(sheet))
    (game,) = (game.slug for game in GAMES.values() if game.battle is plan.sheet)
    storing = Storing()
    with transaction.atomic():
        row = plan.model(campaign=campaign, roster=roster, name=name, game=game, **storing.values(plan, sheet))
        assert isinstance(row, Battle)
        row.save()
        storing.note(plan, row, sheet)
        storing.store(_parts(plan, row, sheet))
        storing.finish()
    return row


def store_parts(
    owner: models.Model, parts: Iterable[Any], known: Iterable[models.Model] = ()
) -> Mapping[str, models.Model]:
    """Store parts that belong to a row: pieces to a battle, cards to a side and so on; returns all rows by their keys.

    What they refer to is among them, or among the ``known`` rows, by the keys that these have in a stored battle.
    """
    storing = Storing({key_of(row): row for row in known})
    with transaction.atomic():
        storing.store([(owner, part) for part in parts])
        storing.finish()
    return storing.rows


def _parts(plan: Plan, row: models.Model, sheet: Any) -> list[Owned]:
    return [(row, part) for name in plan.parts for part in getattr(sheet, name)]


class Storing:
    """The rows that are stored already, by their keys, and what still waits for all of them.

    Rows are new ones with ids of their own, or ``keep`` those that their keys name.
    """

    def __init__(self, rows: Mapping[str, models.Model] | None = None, *, keep: bool = False) -> None:
        self.rows = dict(rows or {})
        self.keep = keep
        self.waiting: list[tuple[models.Model, str, str]] = []
        self.with_tokens: list[tuple[Plan, models.Model, Any]] = []

    def store(self, owned: Sequence[Owned]) -> None:
        """Store parts, then what belongs to them."""
        inner: list[Owned] = []
        for kind, group in groupby(owned, lambda pair: type(pair[1])):
            pairs = list(group)
            plan = plan_of(kind)
            for row, (_, part) in zip(self._created(plan, pairs), pairs, strict=True):
                self.rows[part.key] = row
                self.note(plan, row, part)
                inner += _parts(plan, row, part)
        if inner:
            self.store(inner)

    def note(self, plan: Plan, row: models.Model, part: Any) -> None:
        """Note what a stored row will refer to, and what will lie by it."""
        if plan.tokens:
            self.with_tokens.append((plan, row, part))
        for name, field in plan.references.items():
            key = getattr(part, name)
            if key is not None and getattr(row, field.attname) is None:
                self.waiting.append((row, name, key))

    def finish(self) -> None:
        """Set the references that waited for their rows, and lay tokens; ``ValueError`` where a row is missing."""
        self._refer()
        tokens = [token for plan, row, part in self.with_tokens for token in self.tokens(plan, row, part)]
        Token.objects.bulk_create(tokens)

    def _refer(self) -> None:
        rows: defaultdict[type[models.Model], dict[int, models.Model]] = defaultdict(dict)
        names: defaultdict[type[models.Model], set[str]] = defaultdict(set)
        for row, name, key in self.waiting:
            setattr(row, name, self._row(key))
            rows[type(row)][row.pk] = row
            names[type(row)].add(name)
        for model, changed in rows.items():
            model._default_manager.bulk_update(changed.values(), sorted(names[model]))

    def values(self, plan: Plan, part: Any) -> dict[str, Any]:
        """What a part shows for the fields of its row, with the references that can be set already."""
        shown = {name: to_json(getattr(part, name)) for name in (*plan.plain, *plan.enums)}
        for name, field in plan.references.items():
            key = getattr(part, name)
            shown[name] = self.rows.get(key) if field.null else self._row(key)
        for name, inner in plan.settings.items():
            shown |= self.values(inner, getattr(part, name))
        return shown

    def _created(self, plan: Plan, pairs: Sequence[Owned]) -> list[models.Model]:
        rows = [
            plan.model(**self._id(part), **self.values(plan, part), **{owner_of(plan.model, type(owner)).name: owner})
            for owner, part in pairs
        ]
        for seat, row in enumerate(rows, start=1):
            if isinstance(row, Side):
                row.seat = seat
        if not plan.model._meta.parents:
            return plan.model._default_manager.bulk_create(rows)
        for row in rows:
            # An id that is given may be taken by now: no row takes another one's place.
            row.save(force_insert=(models.Model,))
        return rows

    def _id(self, part: Any) -> dict[str, int]:
        return {"pk": id_of(part.key)} if self.keep else {}

    def _row(self, key: str) -> models.Model:
        if key not in self.rows:
            raise ValueError(f"nothing has the key {key!r}")
        return self.rows[key]

    def tokens(self, plan: Plan, row: models.Model, part: Any) -> Iterator[Token]:
        """What lies by a piece: ``None`` and false are a token that is not there, a 0 is one that shows 0."""
        for kind in plan.tokens:
            shown = getattr(part, kind)
            if isinstance(shown, frozenset):
                for name in sorted(shown):
                    known = key_of(self.rows[name]) if name in self.rows else name
                    yield Token(piece_id=row.pk, kind=kind, name=known, value=1)
            elif shown is not None and shown is not False:
                yield Token(piece_id=row.pk, kind=kind, value=int(shown))
