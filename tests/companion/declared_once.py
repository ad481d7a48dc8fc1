"""Battles in which something was declared at random: played once in a run, and stored again for each further test."""

from copy import copy
from random import Random
from typing import Any

from django.apps import apps
from django.db import connection, transaction

from companion.luck import thrown_by
from companion.management import fuzzing
from tests.companion.playing import everything

PLAYED: dict[tuple[str, int, int], tuple[fuzzing.Fuzz, dict[str, list[Any]]]] = {}
"""Each battle as it was once it was played, and the rows that it consists of, by their models."""


def declared(game: str, number: int, steps: int) -> fuzzing.Fuzz:
    """A battle of a game in which so much was declared at random; the same in every test that asks for the same one."""
    before = everything()
    if any(before.values()):
        # Where there is something already, its ids may be taken.
        return _played(game, number, steps)
    asked = game, number, steps
    if asked in PLAYED:
        fuzz, rows = PLAYED[asked]
        _store(rows)
    else:
        fuzz = _played(game, number, steps)
        PLAYED[asked] = fuzz, everything()
    return _again(fuzz)


def _again(fuzz):
    """The battle for somebody to go on with, who leaves the one that is kept as it is."""
    fuzz = copy(fuzz)
    fuzz.random, fuzz.battle, fuzz.campaign = (copy(one) for one in (fuzz.random, fuzz.battle, fuzz.campaign))
    return fuzz


def _played(game, number, steps):
    with thrown_by(Random(number)):
        return fuzzing.declared(game, number, steps)


def _store(rows):
    # One refers to another that comes later.
    with transaction.atomic(), connection.cursor() as cursor:
        for model in apps.get_app_config("companion").get_models(include_auto_created=True):
            if found := rows[model.__name__]:
                marks = ", ".join(["%s"] * len(found[0]))
                table = connection.ops.quote_name(model._meta.db_table)
                cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", found)
