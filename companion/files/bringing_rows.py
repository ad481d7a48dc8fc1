"""The rows of a battle from a file, stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from companion.files.keys import Places
from companion.files.reading import LIST, MAYBE, NUMBER, TEXT, TRUTH, Kinds, fields_of, of_kind
from companion.files.rows import TOKENS, Table
from companion.models import Battle, Token
from companion.sheets.plan import BATTLE
from rules.records import BadRecord


class Bringing:
    """The rows of a battle as they come from a file; the keys in it are those of the file."""

    def __init__(self, battle: Battle, places: Places) -> None:
        self.battle = battle
        self.rows: dict[str, models.Model] = {BATTLE: battle}
        self._places = places
        self._later: list[tuple[models.Model, models.ForeignKey[Any, Any], Any]] = []
        self._tokens: list[tuple[models.Model, Sequence[Any]]] = []

    def battle_row(self, table: Table, data: Any) -> None:
        """Take what is said of the battle itself."""
        said = fields_of(data, "The battle", {field.name: _kinds(field) for field in table.fields})
        self._fill(table, self.battle, said, "The battle")
        self.battle.save()

    def table(self, table: Table, data: Any) -> None:
        """Store the rows of a table."""
        place = f"The table {table.name}"
        said = fields_of(data, place, {"columns": LIST, "rows": LIST})
        columns = said["columns"]
        unsaid = {name: value for name, value in table.usual.items() if name not in columns}
        if columns != [name for name in table.columns if name not in unsaid]:
            raise BadRecord(f"{place} has other columns than this version of the app: {', '.join(table.columns)}.")
        kinds = {field.name: _kinds(field) for field in table.fields} | ({TOKENS: LIST} if table.has_tokens else {})
        made = []
        for number, values in enumerate(said["rows"], start=1):
            at = f"{place}, row {number}"
            if len(of_kind(values, at, LIST)) != len(columns):
                raise BadRecord(f"{at} has {len(values)} values for {len(columns)} columns.")
            row = table.model(**({"battle": self.battle} if hasattr(table.model, "battle") else {}))
            self._fill(table, row, fields_of({**unsaid, **dict(zip(columns, values, strict=True))}, at, kinds), at)
            made.append(row)
        if table.model._meta.parents:
            for row in made:
                row.save()
        else:
            table.model._default_manager.bulk_create(made)
        self.rows |= {f"{table.name}-{number}": row for number, row in enumerate(made, start=1)}

    def finish(self, rename_token: Any) -> None:
        """Set what waited for other rows, and lay the tokens."""
        changed: defaultdict[type[models.Model], dict[int, models.Model]] = defaultdict(dict)
        names: defaultdict[type[models.Model], set[str]] = defaultdict(set)
        for row, field, key in self._later:
            setattr(row, field.name, self._found(field, key))
            changed[type(row)][row.pk] = row
            names[type(row)].add(field.name)
        for model, rows in changed.items():
            model._default_manager.bulk_update(rows.values(), sorted(names[model]), batch_size=200)
        tokens = [_token(row, token, rename_token) for row, token in self._tokens]
        Token.objects.bulk_create(tokens, batch_size=200)

    def _fill(self, table: Table, row: models.Model, said: Mapping[str, Any], place: str) -> None:
        for field in table.fields:
            if not isinstance(field, models.ForeignKey):
                setattr(row, field.attname, said[field.name])
        for owner in table.owners:
            setattr(row, owner.name, self._found(owner, said[owner.name]))
        self._later += [(row, field, said[field.name]) for field in table.later if said[field.name] is not None]
        self._tokens += [(row, token) for token in said.get(TOKENS, ())]
        check(row, place)

    def _found(self, field: models.ForeignKey[Any, Any], key: str | None) -> models.Model | None:
        if key is None:
            return None
        found = self.rows.get(key)
        if found is None or not isinstance(found, field.related_model):
            raise BadRecord(f"Nothing in the file has the key {key[:40]!r}, which “{field.name}” names.")
        return found


def check(row: models.Model, place: str) -> None:
    """Refuse a row with values that its columns do not take; references and what was declared are read elsewhere."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(field, models.IntegerField) and value is not None and not _fits(field, value):
            raise BadRecord(f"{place}, {field.name}: {value} is too large.")
    apart = {f.name for f in row._meta.concrete_fields if f.remote_field or isinstance(f, models.JSONField)}
    try:
        row.clean_fields(exclude=apart)
    except ValidationError as problem:
        name, said = next(iter(problem.message_dict.items()))
        raise BadRecord(f"{place}, {name}: {said[0]}") from problem


def _fits(field: models.Field[Any, Any], value: int) -> bool:
    """Whether every database keeps a number: SQLite keeps larger ones than others do."""
    return abs(value) < (2**15 if isinstance(field, models.SmallIntegerField) else 2**31)


def _token(row: models.Model, data: Any, rename: Any) -> Token:
    place = f"A token by {row}"
    if len(of_kind(data, place, LIST)) != 3:
        raise BadRecord(f"{place} should have a kind, a name and a value.")
    kind, name, value = data
    token = Token(
        piece_id=row.pk,
        kind=of_kind(kind, place, TEXT),
        name=rename(kind, of_kind(name, place, TEXT)),
        value=of_kind(value, place, NUMBER),
    )
    check(token, place)
    return token


def _kinds(field: models.Field[Any, Any]) -> Kinds:
    if isinstance(field, models.BooleanField):
        kinds = TRUTH
    elif isinstance(field, models.IntegerField):
        kinds = NUMBER
    else:
        kinds = TEXT
    return kinds + MAYBE if field.null else kinds
