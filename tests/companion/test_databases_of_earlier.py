"""A database that was played on before is brought up to today with everything in it, and the battles go on.

The rows were written by an earlier version of the app, from battles that it played; their file is named after the last
migration that it knew.
"""

import gzip
import json
import random
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model
from django.test import Client
from django.urls import NoReverseMatch, reverse

from companion.models import Battle, Declaration, Event, Piece, Side
from companion.sheets import stored
from rules.games import GAMES
from tests.companion.playing import Device
from tests.companion.test_random_play import answer_what_is_asked

FILES = sorted((Path(__file__).parents[1] / "data" / "databases").glob("*.json.gz"))


def put_in(old, rows_of):
    """Store rows as they were, by the models of their time."""
    with transaction.atomic():
        for name, rows in rows_of.items():
            model = old.get_model("companion", name)
            fields = {field.attname: field for field in model._meta.local_concrete_fields}
            for row in rows:
                values = {name: fields[name].to_python(value) for name, value in row.items()}
                Model.save_base(model(**values), raw=True, force_insert=True)
    models = [old.get_model("companion", name) for name in rows_of]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def empty():
    """Leave a database without tables: from there it is not as far to an earlier time as back from today."""
    dropped = connection.SchemaEditorClass.sql_delete_table
    connection.disable_constraint_checking()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(dropped % {"table": connection.ops.quote_name(table)})
    connection.enable_constraint_checking()


@pytest.fixture(params=FILES, ids=lambda path: path.name.partition(".")[0])
def earlier(request, transactional_db):
    """The rows of an earlier database, brought up to today."""
    before = ("companion", request.param.name.partition(".")[0])
    rows_of = json.loads(gzip.decompress(request.param.read_bytes()))
    try:
        empty()
        executor = MigrationExecutor(connection)
        executor.migrate([before])
        put_in(executor.loader.project_state([before]).apps, rows_of)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    return rows_of


def addresses(battle):
    yield battle.get_absolute_url()
    for piece in Piece.objects.filter(battle=battle):
        yield f"{battle.get_absolute_url()}?attacker={stored_key(battle, piece)}"
    yield from (reverse(page, args=[battle.key]) for page in ("setup", "log"))
    yield from (reverse("event", args=[battle.key, event.number]) for event in Event.objects.filter(battle=battle))
    settled = Declaration.objects.filter(battle=battle, status="settled", edition=GAMES[battle.game].edition)
    yield from (reverse("record", args=[battle.key, declaration.pk]) for declaration in settled)


def stored_key(battle, piece):
    return next((key for key, row in stored(battle).rows.items() if row.pk == piece.pk and isinstance(row, Piece)), "")


def of_the_admin():
    for model in (*Battle.__subclasses__(), *Piece.__subclasses__(), *Side.__subclasses__()):
        for row in model.objects.all():
            try:
                yield reverse(f"admin:companion_{model._meta.model_name}_change", args=[row.pk])
            except NoReverseMatch:
                continue


def test_everything_is_there_every_page_opens_and_the_battles_go_on(earlier):
    for model in (Battle, Declaration, Event, Piece, Side):
        assert model.objects.count() == len(earlier[model.__name__])
    client, staff = Client(), Client()
    staff.force_login(get_user_model().objects.create_superuser("referee"))
    for battle in Battle.objects.all():
        for address in addresses(battle):
            assert client.get(address).status_code == 200, address
    for address in of_the_admin():
        assert staff.get(address).status_code == 200, address
    for row in Battle.objects.filter(started=True):
        play_on(Device(row, name="Anna"))


def play_on(device):
    """Finish what is under way, and take it back; what was declared under an older edition can only be called off."""
    dice = random.Random(1)
    before = device.sheet
    older = Declaration.objects.filter(battle=device.battle, status="open").exclude(
        edition=GAMES[device.battle.game].edition
    )
    for declaration in older:
        assert device.call_off(declaration).status_code == 302
    device.battle.refresh_from_db()
    assert device.sheet == before
    events = device.battle.last_event
    for _ in range(60):
        if not Declaration.objects.filter(battle=device.battle, status="open").exists():
            break
        assert answer_what_is_asked(device, device.get(), dice).status_code == 302
    device.battle.refresh_from_db()
    if device.battle.last_event > events:
        assert device.undo().status_code == 302
        assert device.sheet == before
    points = GAMES[device.battle.game].score(device.sheet)
    assert {side.key: side.score for side in device.sheet.sides if side.key in points} == points
