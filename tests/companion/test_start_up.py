"""What is wrong with what the app keeps is said in one sentence as it starts, and nothing is made worse."""

import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from companion import soundness
from companion.bootstrap import ROOT
from companion.trouble import Trouble, trouble_of
from tests.companion.lines import served
from tests.companion.serving import environment, manage, one_sentence, rows, spoil

PLAY = ("play", "--port", "0", "--host", "127.0.0.1")
SERVE = ("serve", "--port", "0")
COMMANDS = [PLAY, ("migrate",)]
KEY = "k" * 60


def uvicorn(data):
    command = [sys.executable, "-m", "uvicorn", "companion.asgi:application", "--port", "0"]
    return subprocess.run(command, cwd=ROOT, env=environment(data), capture_output=True, text=True, timeout=60)


@pytest.fixture
def kept(played):
    """A data folder in which the app has been used."""
    return played


def manage_with_room_for(size, data, *command):
    """Run a command on a disk on which no file gets bigger.

    Nor may it keep what it compiles: Python does not see that only half of that was written, and every later start
    would fail on it.
    """
    env = environment(data, PYTHONDONTWRITEBYTECODE="1")
    limit = resource.RLIMIT_FSIZE
    return manage(data, *command, env=env, preexec_fn=lambda: resource.setrlimit(limit, (size, size)))


NEW_ROOM = ["unshare", "--mount", "--map-root-user"]
"""Before a command that mounts what nobody else sees, and that ends with it."""


def on_a_full_disk(disk, folder, *command):
    """Run a command of manage.py with what a folder holds on a disk of its own, on which there is no room left."""
    if subprocess.run([*NEW_ROOM, "mount", "-t", "tmpfs", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a disk")
    prepare = 'mount -t tmpfs -o size=64m tmpfs "$1" && cp -a "$2/." "$1" || exit'
    fill = 'cat /dev/zero 2>/dev/null >"$1/the rest"; shift 2; exec "$@"'
    given = ["sh", "-c", f"{prepare}; {fill}", "sh", disk, folder, sys.executable, "manage.py", *command]
    options = {"cwd": ROOT, "env": environment(disk), "capture_output": True, "text": True, "timeout": 120}
    return subprocess.run([*NEW_ROOM, *given], **options)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_file_in_the_place_of_the_folder_is_named(tmp_path, command):
    data = tmp_path / "data"
    data.write_text("something else")
    assert str(data) in one_sentence(manage(data, *command))
    assert data.read_text() == "something else"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("folder", ["/proc/companion", "/proc"])
def test_a_folder_that_nobody_can_write_to_is_named(folder, command):
    assert folder in one_sentence(manage(folder, *command))


def test_the_application_of_a_deployment_says_it_too(tmp_path):
    data = tmp_path / "data"
    data.write_text("something else")
    assert str(data) in one_sentence(uvicorn(data))


@pytest.mark.parametrize("key", ["", "short", "k" * 49, "\n" * 60, "\0" * 67])
def test_a_key_that_was_cut_short_is_not_used(tmp_path, key):
    path = tmp_path / "secret_key"
    path.write_text(key)
    assert "is empty or cut short" in one_sentence(manage(tmp_path, *PLAY))
    assert path.read_text() == key
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("key", ["changeme", "k" * 49, " " * 60])
def test_a_key_of_the_environment_that_is_too_short_is_not_used(tmp_path, key):
    env = environment(tmp_path, SECRET_KEY=key)
    said = one_sentence(manage(tmp_path, "migrate", env=env))
    assert "SECRET_KEY is too short" in said
    assert key not in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COMPANION_STREAMS_OF_ONE_BATTLE", "many"),
        ("COMPANION_CONNECTIONS_OF_ONE_ADDRESS", "-5"),
        ("COMPANION_HTTPS", "ja"),
    ],
)
def test_a_number_or_a_switch_of_the_environment_that_is_none_is_named(tmp_path, name, value):
    said = one_sentence(manage(tmp_path, "migrate", env=environment(tmp_path, **{name: value})))
    assert name in said
    assert repr(value) in said


@pytest.mark.parametrize("url", ["rubbish", "mysql://user@127.0.0.1/companion"])
def test_a_database_that_is_no_address_or_of_another_kind_is_named(tmp_path, url):
    said = one_sentence(manage(tmp_path, "migrate", env=environment(tmp_path, DATABASE_URL=url)))
    assert "DATABASE_URL" in said


@pytest.mark.parametrize("command", ["serve", "migrate", "play"])
def test_a_server_of_a_database_that_is_not_there_is_named_with_the_reason(tmp_path, command):
    env = environment(tmp_path, DATABASE_URL="postgres://anna@127.0.0.1:1/companion")
    said = one_sentence(manage(tmp_path, command, env=env))
    assert said.startswith("The database cannot be reached. It is companion at 127.0.0.1:1, and what it says is:")
    assert "Connection refused" in said


def test_a_database_that_cannot_be_written_to_is_named(tmp_path, monkeypatch, settings):
    # Whoever runs the tests may be root, who writes to every file: the system's answer is another one here.
    database = tmp_path / "companion.sqlite3"
    database.touch()
    monkeypatch.setitem(connection.settings_dict, "NAME", database)
    monkeypatch.setattr(soundness.os, "access", lambda path, mode: False)
    monkeypatch.setattr(connection, "cursor", lambda: closing(sqlite3.connect(database).cursor()))
    monkeypatch.setattr(connection, "vendor", "sqlite")
    with pytest.raises(CommandError, match="cannot be written to"):
        soundness.check_the_database()


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="sessions are cleared in the same way everywhere")
def test_whoever_serves_clears_the_sessions_that_have_run_out(kept):
    with closing(sqlite3.connect(kept / "companion.sqlite3")) as database, database:
        for key, until in (("old", "2001-01-01"), ("new", "2101-01-01")):
            database.execute("INSERT INTO django_session VALUES (?, '', ?)", (key, until))
    with served("serve", kept), closing(sqlite3.connect(kept / "companion.sqlite3")) as database:
        assert database.execute("SELECT session_key FROM django_session").fetchall() == [("new",)]


def test_a_folder_in_the_place_of_the_key_is_named(tmp_path):
    (tmp_path / "secret_key").mkdir()
    assert "secret_key" in one_sentence(manage(tmp_path, *PLAY))


def test_no_room_for_the_key_is_said_and_no_half_key_is_left(tmp_path):
    assert "secret_key" in one_sentence(manage_with_room_for(10, tmp_path, *PLAY))
    assert not list(tmp_path.iterdir())


def test_a_deployment_that_brings_key_and_database_needs_no_folder(tmp_path):
    folder, database = tmp_path / "data", tmp_path / "companion.sqlite3"
    env = environment(folder, SECRET_KEY=KEY, DATABASE_URL=f"sqlite:///{database}")
    manage(folder, "migrate", check=True, env=env)
    assert database.exists()
    assert not folder.exists()


def test_no_room_for_the_database_is_said(tmp_path):
    (tmp_path / "secret_key").write_text(KEY)
    assert str(Trouble.UNWRITABLE) in one_sentence(manage_with_room_for(4096, tmp_path, *PLAY))


def test_no_room_for_anything_more_is_said_too(kept):
    said = one_sentence(manage_with_room_for(40_000, kept, *PLAY))
    assert f"Nothing can be written to {kept}" in said


@pytest.mark.parametrize("command", [PLAY, SERVE], ids=lambda command: command[0])
def test_no_room_is_said_before_the_database_is_opened(kept, command):
    """What a full disk keeps from being read is not taken for damage."""
    spoil(kept / "companion.sqlite3")
    said = one_sentence(manage_with_room_for(40_000, kept, *command))
    assert f"Nothing can be written to {kept}" in said
    assert "damaged" not in said


@pytest.mark.parametrize("command", [PLAY, SERVE], ids=lambda command: command[0])
def test_a_full_disk_is_named(kept, tmp_path, command):
    disk = tmp_path / "disk"
    disk.mkdir()
    said = one_sentence(on_a_full_disk(disk, kept, *command))
    assert said.startswith(f"CommandError: {Trouble.FULL} Nothing can be written to {disk}")


@pytest.mark.parametrize("command", [PLAY, SERVE, ("migrate",)], ids=lambda command: command[0])
def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path, command):
    database = tmp_path / "companion.sqlite3"
    database.write_bytes(b"no database at all" * 500)
    said = one_sentence(manage(tmp_path, *command))
    assert str(database) in said
    assert "is damaged" in said
    assert "restore" in said
    assert database.read_bytes() == b"no database at all" * 500


@pytest.mark.parametrize("command", [PLAY, SERVE], ids=lambda command: command[0])
def test_a_hole_in_the_middle_of_the_database_is_found(kept, command):
    spoil(kept / "companion.sqlite3")
    said = one_sentence(manage(kept, *command))
    assert "is damaged" in said
    assert "restore" in said


@pytest.mark.parametrize("command", [PLAY, SERVE], ids=lambda command: command[0])
def test_an_index_that_leads_nowhere_is_found(kept, command):
    """What the table says and what its index says differ: the campaign's own link would find nothing."""
    database = kept / "companion.sqlite3"
    ((key,),) = rows(database, "SELECT key FROM companion_campaign")
    ((page,),) = rows(
        database, "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_companion_campaign_1'"
    )
    with database.open("r+b") as file:
        file.seek(4096 * (page - 1))
        content = file.read(4096)
        assert content.count(key.encode()) == 1
        file.seek(4096 * (page - 1) + content.index(key.encode()))
        file.write(bytes([content[content.index(key.encode())] ^ 1]))
    assert rows(database, "PRAGMA quick_check") == [("ok",)]
    assert "is damaged" in one_sentence(manage(kept, *command))


def test_static_files_that_cannot_be_collected_are_said(kept):
    static = kept / "static"
    shutil.rmtree(static)
    static.write_text("something else")
    said = one_sentence(manage(kept, *PLAY))
    assert said.startswith(f"CommandError: The files of the pages cannot be put into {static}")
    assert static.read_text() == "something else"


def test_it_answers_to_the_address_that_it_prints_where_no_names_are_given(kept):
    with served("serve", kept, ALLOWED_HOSTS="") as server:
        assert "Serving on 127.0.0.1" in server.printed
        assert server.ask("/", headers={"Host": f"127.0.0.1:{server.port}"})[0] == 200
        assert server.ask("/", headers={"Host": "club.example"})[0] == 400


def test_a_database_that_was_not_migrated_is_not_served(kept):
    assert "python3 manage.py migrate" in one_sentence(manage(kept / "new", *SERVE))
    with closing(sqlite3.connect(kept / "companion.sqlite3")) as database, database:
        database.execute("DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)")
    assert "python3 manage.py migrate" in one_sentence(manage(kept, *SERVE))


def test_a_database_in_a_folder_that_is_not_there_is_named(tmp_path):
    env = environment(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/nowhere/companion.sqlite3")
    assert str(Trouble.UNREACHABLE) in one_sentence(manage(tmp_path, *PLAY, env=env))


def test_a_full_disk_is_told_from_other_troubles(tmp_path):
    with closing(sqlite3.connect(tmp_path / "small.sqlite3")) as small:
        small.execute("CREATE TABLE t (x)")
        small.execute("PRAGMA max_page_count = 3")
        with pytest.raises(sqlite3.OperationalError) as full:
            small.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert trouble_of(full.value) is Trouble.FULL


@pytest.mark.django_db
def test_a_mistake_in_a_query_is_no_trouble_of_the_database():
    with pytest.raises(DatabaseError) as mistake, connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert trouble_of(mistake.value) is None
