"""What the tests of the pages share."""

import os
import shutil
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.db.backends.base.creation import TEST_DATABASE_PREFIX

from companion.models import Battle, Ship
from tests.companion.demo import demo_of
from tests.companion.lines import COMMANDS, copied, served
from tests.companion.playing import Device
from tests.once import once_a_run

HERE = Path(__file__).parent
DATABASE = {"db", "transactional_db", "django_db_reset_sequences", "live_server", "given_database"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What asks for no database cannot depend on one."""
    for item in items:
        asks = item.get_closest_marker("django_db") or DATABASE & set(item.fixturenames)
        if HERE in item.path.parents and not asks:
            item.add_marker(pytest.mark.any_database)


@pytest.fixture(autouse=True)
def no_static_files(settings):
    """Every test client starts anew, and would look at every static file each time."""
    settings.WHITENOISE_USE_FINDERS = False


@pytest.fixture(scope="session")
def given_database():
    """What tells a process of the database that the tests were given, if it is not a file of their own.

    Whoever starts one at that asks for it here, and so is run on every kind of database.
    """
    given = os.environ.get("DATABASE_URL")
    return {"DATABASE_URL": given} if given else {}


@pytest.fixture(scope="module")
def rows_of_the_file(django_db_setup, django_db_blocker):
    """What is stored once for all tests of a file: each of them finds it, and leaves it as it was."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(db):
    """The demo battle of Mobile Frame Zero, at the point of its worked attack."""
    return demo_of("mobile_frame_zero")


@pytest.fixture
def device(demo):
    """Anna's tablet at the demo battle."""
    return Device(demo, name="Anna")


@pytest.fixture
def other(demo):
    """Ben's tablet at the same battle."""
    return Device(Battle.objects.get(pk=demo.pk), name="Ben")


@pytest.fixture(scope="session")
def prepared(pytestconfig, tmp_path_factory, migrated):
    """A folder that `play` has prepared: the database with the demo."""

    def prepare(data):
        shutil.copytree(migrated, data, dirs_exist_ok=True)
        with served("play", data):
            pass

    return once_a_run(pytestconfig, tmp_path_factory, "prepared", prepare)


@pytest.fixture
def played(prepared, tmp_path):
    """A copy of that folder, to do with as one likes."""
    return copied(prepared, tmp_path)


@pytest.fixture(scope="module", params=COMMANDS)
def server(request, prepared, tmp_path_factory):
    """A server process for the tests of one file, started in each way that the README knows."""
    data = copied(prepared, tmp_path_factory.mktemp(request.param))
    with served(request.param, data) as started:
        yield started
    shutil.rmtree(data)


@pytest.fixture(scope="session", autouse=True)
def nobody_is_left(django_db_setup, django_db_blocker):
    """Whoever still listens when all tests are over is let go: PostgreSQL drops no database that somebody uses."""
    yield
    # Where no test asked for a database there is none of theirs, and the one in use is nobody's to touch.
    if connection.vendor == "postgresql" and connection.settings_dict["NAME"].startswith(TEST_DATABASE_PREFIX):
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture
def convoy():
    """Anna's tablet at the demo battle."""
    return Device(demo_of("x_wing"), name="Anna")


@pytest.fixture
def bare(convoy):
    """The demo battle in which Soontir Fel has nothing to spend, and no pilot's card acts."""
    Ship.objects.update(pilot="")
    Ship.objects.filter(name="Soontir Fel").update(evade=0, focus=0)
    return convoy
