"""`manage.py backup` and `manage.py restore` on PostgreSQL, with its own tools."""

import os
from urllib.parse import quote

import psycopg
import pytest
from django.db import connection

from tests.companion.serving import Visitor, Writer, environment, manage, one_sentence, restored, served

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has tests of its own for this")

NAME = f"companion_copies_{os.getpid()}"


def connected(name):
    given = connection.settings_dict
    names = {"user": given["USER"], "host": given["HOST"], "port": given["PORT"] or 5432}
    return psycopg.connect(dbname=name, password=given["PASSWORD"], autocommit=True, **names)


@pytest.fixture
def url(given_database):
    """An empty database."""
    with connected("postgres") as server:
        server.execute(f"CREATE DATABASE {NAME}")
    given = connection.settings_dict
    who = quote(given["USER"]) + (f":{quote(given['PASSWORD'])}" if given["PASSWORD"] else "")
    yield f"postgres://{who}@{given['HOST']}:{given['PORT'] or 5432}/{NAME}"
    with connected("postgres") as server:
        server.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def stored():
    """The names of the stored campaigns, and every table."""
    with connected(NAME) as reader:
        names = [name for (name,) in reader.execute("SELECT name FROM companion_campaign ORDER BY id")]
        tables = [name for (name,) in reader.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    return names, sorted(tables)


def every_row():
    """Every row of every table but the one that notes the backup and the audit themselves."""
    with connected(NAME) as reader:
        tables = [name for name in stored()[1] if name != "companion_upkeep"]
        return {name: reader.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for name in tables}


def test_every_row_of_every_table_comes_back_and_what_the_audit_finds_is_said(url, tmp_path):
    file, env = tmp_path / "backup", environment(tmp_path, DATABASE_URL=url)
    with served(tmp_path, DATABASE_URL=url):
        before = every_row()
        assert len(before["companion_battle"]) > 4
        manage(tmp_path, "backup", file, check=True, env=env)
        with connected(NAME) as other:
            other.execute("UPDATE companion_piece SET name = 'Somebody else'")
            other.execute("UPDATE companion_side SET score = 99")
            other.execute("DELETE FROM companion_token")
        manage(tmp_path, "backup", tmp_path / "wrong", check=True, env=env)
        restored(tmp_path, file, env=env)
        assert every_row() == before
        ran = manage(tmp_path, "restore", tmp_path / "wrong", env=env)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "has 99 points stored, and" in ran.stdout


def test_pages_of_a_running_server_show_what_was_put_back(url, tmp_path):
    file, env = tmp_path / "backup", environment(tmp_path, DATABASE_URL=url)
    with served(tmp_path, DATABASE_URL=url) as site:
        visitor = Visitor(site)
        visitor.start_campaign("Winter")
        manage(tmp_path, "backup", file, check=True, env=env)
        before = stored()
        late = visitor.start_campaign("Spring").headers["Location"]
        with connected(NAME) as other:
            other.execute("CREATE TABLE recipes (name text)")
        assert visitor.get(late).status == 200
        before_it = restored(tmp_path, file, env=env)
        assert visitor.get(late).status == 404
        assert stored() == (before[0], sorted([*before[1], "recipes"]))
        assert visitor.start_campaign("Summer").status == 302
    restored(tmp_path, before_it, env=env)
    assert stored()[0] == ["Demo campaign", "Winter", "Spring"]


def test_what_is_written_meanwhile_is_kept_or_comes_after_what_is_put_back(url, tmp_path):
    file, env = tmp_path / "backup", environment(tmp_path, DATABASE_URL=url)
    manage(tmp_path, "migrate", check=True, env=env)
    manage(tmp_path, "backup", file, check=True, env=env)
    with connected(NAME) as line:

        def write(name):
            line.execute(
                "INSERT INTO companion_campaign"
                " (name, once, key, created, comes_home, scheme, accepted_after, members_only, told, regrouped)"
                " VALUES (%s, %s, %s, now(), 'was', 'wins', 72, false, 0, 0)",
                [name] * 3,
            )

        with Writer(write) as writer:
            writer.writes(20)
            before_it = restored(tmp_path, file, env=env)
    after = stored()[0]
    restored(tmp_path, before_it, env=env)
    assert stored()[0] + after == writer.acknowledged


def test_what_is_no_sound_backup_of_ours_is_refused_and_nothing_changes(url, tmp_path):
    file, env = tmp_path / "backup", environment(tmp_path, DATABASE_URL=url)
    manage(tmp_path, "migrate", check=True, env=env)
    manage(tmp_path, "backup", file, check=True, env=env)
    assert "--overwrite" in one_sentence(manage(tmp_path, "backup", file, env=env))
    before = stored()
    whole = file.read_bytes()
    for content, why in (
        (whole[: len(whole) // 2], "not complete"),
        (whole[:-100], "not complete"),
        (b"", "is empty"),
        (b"SQLite format 3\0", "is not a backup"),
    ):
        file.write_bytes(content)
        assert why in one_sentence(manage(tmp_path, "restore", file, env=env))
    file.unlink()
    with connected(NAME) as other:
        other.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('companion', '9999_later', now())")
        other.execute("CREATE TABLE companion_later (name text)")
    manage(tmp_path, "backup", file, check=True, env=env)
    assert "companion.9999_later" in one_sentence(manage(tmp_path, "restore", file, env=env))
    assert stored() == (before[0], sorted([*before[1], "companion_later"]))
    assert not list(tmp_path.glob("*before*"))
    file.write_bytes(whole)
    manage(tmp_path, "restore", file, check=True, env=env)
    assert stored() == before


def test_without_the_tools_it_is_said_which_one_is_missing(url, tmp_path):
    env = environment(tmp_path, DATABASE_URL=url, PATH=str(tmp_path))
    assert "pg_dump is not installed" in one_sentence(manage(tmp_path, "backup", tmp_path / "backup", env=env))
    assert not (tmp_path / "backup").exists()
