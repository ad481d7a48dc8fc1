"""`manage.py backup` and `manage.py restore`: against real servers, some of them killed."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path

import pytest

from companion.bootstrap import ROOT
from companion.copies.files import Refused
from companion.copies.sqlite import back_up, put_back
from tests.companion.serving import (
    Visitor,
    Writer,
    campaigns,
    environment,
    manage,
    one_sentence,
    restored,
    rows,
    served,
    spoil,
    write_lock,
)


@pytest.fixture(scope="module")
def used(migrated, tmp_path_factory):
    """A data folder in which there is one campaign, and a backup of it."""
    house = tmp_path_factory.mktemp("used")
    shutil.copytree(migrated, house / "data")
    add(house / "data", "Winter")
    assert str(house / "backup") in manage(house / "data", "backup", house / "backup", check=True).stdout
    return house


@pytest.fixture
def kept(used, tmp_path):
    """A copy of that data folder, to do with as one likes."""
    return shutil.copytree(used / "data", tmp_path / "data")


@pytest.fixture
def file(used, tmp_path):
    """A copy of that backup."""
    return shutil.copy2(used / "backup", tmp_path / "backup")


def database(data):
    return data / "companion.sqlite3"


def add(data, name):
    """Store a campaign as another program would."""
    with closing(sqlite3.connect(database(data), timeout=30)) as writer, writer:
        known = (f"key-{name}", f"once-{name}", name, "2026-01-01", "was", "wins", 72, False, 0, 0)
        columns = "key, once, name, created, comes_home, scheme, accepted_after, members_only, told, regrouped"
        writer.execute(f"INSERT INTO companion_campaign ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", known)


def folder(data):
    """Every file of a data folder with what is in it; -shm is only an index that every process makes anew."""
    return {
        path.name: path.read_bytes() for path in data.iterdir() if path.is_file() and not path.name.endswith("-shm")
    }


def refused(data, file):
    before = folder(data)
    with pytest.raises(Refused) as why:
        put_back(database(data), file)
    assert folder(data) == before
    return str(why.value)


def test_a_backup_is_one_complete_file_that_only_its_owner_reads(used):
    file = used / "backup"
    assert campaigns(file) == ["Winter"]
    assert rows(file, "PRAGMA journal_mode") == [("delete",)]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {path.name for path in used.iterdir()} == {"data", "backup"}


def test_a_backup_that_is_there_is_only_replaced_when_that_is_said(kept, tmp_path):
    file = tmp_path / "mine"
    file.write_text("mine")
    assert "--overwrite" in one_sentence(manage(kept, "backup", file))
    assert file.read_text() == "mine"
    manage(kept, "backup", file, "--overwrite", check=True)
    assert campaigns(file) == ["Winter"]


def test_a_backup_never_replaces_the_database_itself(kept):
    before = folder(kept)
    with pytest.raises(Refused, match="the database itself"):
        back_up(database(kept), database(kept), overwrite=True)
    assert folder(kept) == before


def test_a_backup_that_cannot_be_written_or_is_of_nothing_is_refused(kept, tmp_path):
    with pytest.raises(Refused, match="cannot be written"):
        back_up(database(kept), tmp_path / "nowhere" / "backup")
    with pytest.raises(Refused, match="no database"):
        back_up(tmp_path / "nothing", tmp_path / "backup")
    assert {path.name for path in tmp_path.iterdir()} == {"data"}


def test_no_backup_is_made_of_a_damaged_database(kept, tmp_path):
    spoil(database(kept))
    assert "is damaged" in one_sentence(manage(kept, "backup", tmp_path / "backup"))
    assert {path.name for path in tmp_path.iterdir()} == {"data"}


def test_what_was_there_before_is_kept(kept, file):
    add(kept, "Spring")
    before = restored(kept, file)
    assert campaigns(database(kept)) == ["Winter"]
    assert campaigns(before) == ["Winter", "Spring"]
    assert before.startswith(f"{database(kept)}.before-20")
    assert put_back(database(kept), Path(before))
    assert campaigns(database(kept)) == ["Winter", "Spring"]


def test_a_backup_is_put_where_nothing_is_yet(file, tmp_path):
    new = tmp_path / "new"
    assert restored(new, file) == ""
    assert campaigns(database(new)) == ["Winter"]


def test_after_a_crash_in_the_middle_of_writing_the_backup_comes_back_and_nothing_newer(played, tmp_path):
    """The changes of the server that was killed lie beside its database: they belong to what is kept."""
    data = played
    with served(data) as site:
        visitor = Visitor(site)
        winter = visitor.start_campaign("Winter").headers["Location"]
        manage(data, "backup", tmp_path / "backup", check=True)

        def write(name):
            assert visitor.start_campaign(name).status == 302

        with suppress(OSError, HTTPException), Writer(write) as writer:
            writer.writes(5)
            site.kill()
    assert (data / "companion.sqlite3-wal").stat().st_size
    before = restored(data, tmp_path / "backup")
    assert campaigns(database(data)) == ["Demo campaign", "Winter"]
    assert rows(database(data), "PRAGMA integrity_check") == [("ok",)]
    later = campaigns(before)
    assert later[: 2 + len(writer.acknowledged)] == ["Demo campaign", "Winter", *writer.acknowledged]
    with served(data) as site:
        assert Visitor(site).get(winter).status == 200
    assert campaigns(database(data)) == ["Demo campaign", "Winter"]


def test_the_changes_of_a_database_that_was_taken_away_do_not_come_back(kept, file, tmp_path):
    with closing(sqlite3.connect(database(kept))) as reader:
        reader.execute("SELECT * FROM companion_campaign").fetchall()
        add(kept, "Spring")
        shutil.copy(kept / "companion.sqlite3-wal", tmp_path / "wal")
    database(kept).unlink()
    shutil.copy(tmp_path / "wal", kept / "companion.sqlite3-wal")
    put_back(database(kept), file)
    assert campaigns(database(kept)) == ["Winter"]


def test_pages_of_a_running_server_show_what_was_put_back(played, tmp_path):
    data = played
    with served(data) as site:
        visitor = Visitor(site)
        visitor.get(visitor.start_campaign("Winter").headers["Location"])
        back_up(database(data), tmp_path / "backup")
        late = visitor.start_campaign("Spring").headers["Location"]
        assert visitor.get(late).status == 200
        before = restored(data, tmp_path / "backup")
        assert visitor.get(late).status == 404
        home = visitor.get("/").text
        assert "Winter" in home
        assert "Spring" not in home
        assert visitor.start_campaign("Summer").status == 302
    assert campaigns(database(data)) == ["Demo campaign", "Winter", "Summer"]
    assert campaigns(before) == ["Demo campaign", "Winter", "Spring"]


def test_a_running_server_leaves_a_file_that_was_taken_away(played, tmp_path):
    with served(played) as site:
        visitor = Visitor(site)
        back_up(database(played), tmp_path / "backup")
        late = visitor.start_campaign("Spring").headers["Location"]
        assert visitor.get(late).status == 200
        for file in played.glob("companion.sqlite3*"):
            file.rename(tmp_path / file.name)
        shutil.copy(tmp_path / "backup", database(played))
        assert visitor.get(late).status == 404
        assert visitor.start_campaign("Summer").status == 302
    assert campaigns(database(played)) == ["Demo campaign", "Summer"]


# As the command does, in one process that is started once.
AGAIN_AND_AGAIN = """
import sys, time
from pathlib import Path

import django

django.setup()
from companion.copies.sqlite import put_back
for _ in range(10):
    time.sleep(0.05)
    print(put_back(*map(Path, sys.argv[1:])))
"""


def test_what_is_written_meanwhile_is_kept_or_comes_after_what_is_put_back(kept, file):
    command = [sys.executable, "-c", AGAIN_AND_AGAIN, database(kept), file]
    env = environment(kept, DJANGO_SETTINGS_MODULE="companion.settings")
    with Writer(partial(add, kept)) as writer:
        writer.writes(20)
        befores = [restored(kept, file)]
        ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        writer.writes(20)
    befores += ran.stdout.splitlines()
    assert len(befores) == 11
    stored = [name for path in (*befores, database(kept)) for name in campaigns(path) if name != "Winter"]
    assert stored == writer.acknowledged


def test_while_another_program_writes_it_is_refused_and_a_backup_is_made_all_the_same(kept, tmp_path):
    with write_lock(database(kept)):
        back_up(database(kept), tmp_path / "backup")
        assert "Another program is writing" in refused(kept, tmp_path / "backup")
    assert campaigns(database(kept)) == ["Winter"]


def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def cut_a_little(path):
    os.truncate(path, path.stat().st_size - 100)


def empty(path):
    os.truncate(path, 0)


def foreign(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name)")


def another_django(path):
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DELETE FROM django_migrations WHERE app = 'companion'")


def newer(path):
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('companion', '9999_later', '2030')")


def of_postgresql(path):
    path.write_bytes(b"PGDMP and more")


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (spoil, "is damaged"),
        (cut, "is damaged"),
        (cut_a_little, "is damaged"),
        (empty, "is empty"),
        (foreign, "another program's"),
        (another_django, "another program's"),
        (newer, "companion.9999_later"),
        (of_postgresql, "is not a backup"),
        (os.unlink, "cannot be read"),
    ],
)
def test_what_is_no_sound_backup_of_ours_is_refused_and_nothing_changes(kept, file, harm, why):
    harm(file)
    assert why in refused(kept, file)


def test_the_command_says_in_one_sentence_why_it_refuses(kept, file):
    cut(file)
    before = folder(kept)
    assert "is damaged" in one_sentence(manage(kept, "restore", file))
    assert folder(kept) == before


def test_the_database_cannot_be_put_back_over_itself(kept):
    assert "the database itself" in refused(kept, database(kept))


def test_a_database_that_is_past_reading_is_kept_with_all_its_files(kept, file):
    database(kept).write_bytes(b"no database at all" * 500)
    (kept / "companion.sqlite3-wal").write_bytes(b"and nothing beside it")
    before = put_back(database(kept), file)
    assert campaigns(database(kept)) == ["Winter"]
    kept_files = {path.name: path.read_bytes() for path in kept.glob("*.before-*")}
    assert sorted(kept_files.values()) == [b"and nothing beside it", b"no database at all" * 500]
    assert before.name in kept_files


def test_a_database_that_is_past_reading_is_not_moved_while_a_server_has_it_open(played, tmp_path):
    data = played
    with served(data) as site:
        back_up(database(data), tmp_path / "backup")
        with database(data).open("r+b") as file:
            file.write(b"no database at all")
        assert "Stop the app first" in refused(data, tmp_path / "backup")
        assert site.process.poll() is None
    put_back(database(data), tmp_path / "backup")
    assert campaigns(database(data)) == ["Demo campaign"]


# A limit that comes into force as the database itself is opened: the draft was written before, the copy of it is not.
ON_A_DISK_THAT_BECOMES_FULL = """
import os, resource, sys
from pathlib import Path

import django

database, file = map(Path, sys.argv[1:])

def fill(event, arguments):
    if event == "sqlite3.connect" and os.fspath(arguments[0]) == str(database):
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))

django.setup()
from companion.copies.sqlite import put_back
sys.addaudithook(fill)
put_back(database, file)
"""


@pytest.mark.parametrize("there", [{}, {"": b"no database at all", "-wal": b"and nothing beside it"}], ids=len)
def test_a_restore_that_finds_no_room_leaves_no_half_database(there, file, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    for ending, content in there.items():
        Path(f"{database(data)}{ending}").write_bytes(content * 500)
    before = folder(data)
    command = [sys.executable, "-c", ON_A_DISK_THAT_BECOMES_FULL, database(data), file]
    env = environment(data, DJANGO_SETTINGS_MODULE="companion.settings", PYTHONDONTWRITEBYTECODE="1")
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert "Nothing was changed." in ran.stderr
    assert {name: content for name, content in folder(data).items() if name != "secret_key"} == before


def test_a_backup_of_an_older_version_is_brought_up_to_this_one(tmp_path):
    old, data = tmp_path / "old", tmp_path / "data"
    manage(old, "migrate", "companion", "0007", check=True)
    back_up(database(old), tmp_path / "backup")
    restored(data, tmp_path / "backup")
    newest = "SELECT MAX(name) FROM django_migrations WHERE app = 'companion'"
    assert rows(database(data), newest)[0][0] > "0012"


def test_whoever_goes_back_to_this_version_can_put_its_backup_over_what_the_newer_one_made(kept, file, tmp_path):
    newer(database(kept))
    back_up(database(kept), tmp_path / "later")
    put_back(database(kept), file)
    applied = rows(database(kept), "SELECT name FROM django_migrations")
    assert ("9999_later",) not in applied
    assert "9999_later" in refused(kept, tmp_path / "later")
