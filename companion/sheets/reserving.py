"""Ids for parts that a battle had before it came from a file: no row has them, and none ever gets them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.apps import apps
from django.db import connection, models

from companion.models import Battle
from companion.sheets.plan import BATTLE, id_of

AT_ONCE = 100
"""So many ids are reserved together: they cost nothing, and asking for each would take long."""


def reserved_ids(model: type[models.Model]) -> Iterator[int]:
    """Ids that the rows of a model pass over from now on."""
    while True:
        yield from _reserved(_counting(model))


def keep_reserved(keys: Iterable[str]) -> None:
    """See to it that no other row ever gets the ids that these keys name, whether or not any row has them now.

    What a transaction has given out and taken back is given out again by SQLite; PostgreSQL never does that.
    """
    if connection.vendor == "postgresql":
        return
    ids: defaultdict[str, int] = defaultdict(int)
    for key in keys:
        if key != BATTLE:
            model = apps.get_model(Battle._meta.app_label, key.rpartition("-")[0])
            table = _counting(model)._meta.db_table
            ids[table] = max(ids[table], id_of(key))
    with connection.cursor() as cursor:
        for table, last in ids.items():
            cursor.execute("UPDATE sqlite_sequence SET seq = max(seq, %s) WHERE name = %s RETURNING seq", [last, table])
            if cursor.fetchone() is None:
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def _counting(model: type[models.Model]) -> type[models.Model]:
    """The model whose table counts the ids of another one's rows."""
    while parent := model._meta.pk.remote_field:
        model = parent.model
    return model


def _reserved(model: type[models.Model]) -> list[int]:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            place = [table, model._meta.pk.column, AT_ONCE]
            cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)", place)
            return [number for (number,) in cursor.fetchall()]
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s RETURNING seq", [AT_ONCE, table])
        found = cursor.fetchone()
        last = found[0] if found else AT_ONCE
        if found is None:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
    return list(range(last - AT_ONCE + 1, last + 1))
