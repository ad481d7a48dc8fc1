"""What all tests share."""

import gc
import os
import shutil
import sys
from pathlib import Path
from random import Random
from shutil import disk_usage
from tempfile import TemporaryDirectory

import pytest
from django.core.cache import cache
from django.core.servers.basehttp import WSGIRequestHandler
from django.db import connection, transaction
from django.test import TransactionTestCase, client, override_settings
from hypothesis import settings

from tests.companion.serving import manage
from tests.once import once_a_run

# The live server sends headers and body apart; Nagle's algorithm holds the body back for 40 ms a request.
WSGIRequestHandler.disable_nagle_algorithm = True

# Servers and commands are started by the hundred, and would each compile the whole app; so would each worker the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

IN_MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""What has to be free there for the folders of the tests, which take a twentieth of it."""

# Databases and whole folders of servers are made by the hundred, and a disk is waited for at every commit.
if (
    os.access(IN_MEMORY, os.W_OK)
    and disk_usage(IN_MEMORY).free > ROOM
    and not os.statvfs(IN_MEMORY).f_flag & os.ST_NOEXEC  # some tests run what they put there
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))

# How long an example takes says more about what else the machine is doing than about the rule.
settings.register_profile("companion", settings(), deadline=None)
settings.load_profile("companion")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Two on every core: a browser's test mostly waits, as fingers do between two taps."""
    return 2 * len(os.sched_getaffinity(0))


def pytest_collection_finish():
    """Leave alone what stays until the end, thousands of tests among it: to look for garbage there finds none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords():
    """What a deployment hashes slowly, to be safe from guessing, is hashed at once here."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def migrated(pytestconfig, tmp_path_factory):
    """A data folder in which `migrate` has made a database: it takes four seconds, and is done once for all workers."""
    return once_a_run(pytestconfig, tmp_path_factory, "migrated", lambda data: manage(data, "migrate", check=True))


def is_a_file_in_memory():
    return connection.vendor == "sqlite" and os.access(IN_MEMORY, os.W_OK)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb):
    """What lies in memory is there before the tests, and goes with its folder."""
    return django_db_keepdb or is_a_file_in_memory()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, request):
    """Threads of tests end soon, and leave no connection behind; a file lies in memory, which nothing waits for."""
    connection.settings_dict["CONN_MAX_AGE"] = 0
    if not is_a_file_in_memory():
        yield
        return
    with TemporaryDirectory(prefix="companion-", dir=IN_MEMORY) as folder:
        database = Path(folder) / Path(connection.settings_dict["TEST"]["NAME"]).name
        shutil.copy(request.getfixturevalue("migrated") / "companion.sqlite3", database)
        connection.settings_dict["TEST"]["NAME"] = str(database)
        yield


def filled():
    """How many rows each table has that has any: a question that one answer tells for all of them."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    # Where no test of a run asks for the tests' database, the one that was given may be empty.
    if not tables:
        return {}
    names = [connection.ops.quote_name(table) for table in tables]
    counts = (f"SELECT '{table}', (SELECT COUNT(*) FROM {name})" for table, name in zip(tables, names, strict=True))
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(counts))
        return {table: count for table, count in cursor.fetchall() if count}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """After a test that commits, the tables that it filled are emptied, and what the migrations leave stays.

    Django's own way empties every table, and fills those of permissions and types again.
    """
    with django_db_blocker.unblock():
        left = filled()
    usual = TransactionTestCase._fixture_teardown

    def emptied(case):
        now = filled()
        if any(now.get(table) != count for table, count in left.items()):
            usual(case)
            return
        with transaction.atomic(), connection.cursor() as cursor:
            for table in now.keys() - left.keys():
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", emptied)
        yield


@pytest.fixture(autouse=True)
def no_tries_of_before():
    """All tests come from one address, and no test waits for the wrong tries of another."""
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def one_context_a_page():
    """The test client keeps what a page was made from, and no copy of that for each field and button on it."""
    keep = client.store_rendered_templates

    def keep_the_first(store, **rendered):
        if "context" not in store:
            keep(store, **rendered)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "store_rendered_templates", keep_the_first)
        yield


@pytest.fixture(autouse=True)
def the_same_dice_again(request, monkeypatch):
    """What the app throws in a test it throws again when that test is run again."""
    monkeypatch.setattr("companion.luck._dice", Random(request.node.nodeid))
