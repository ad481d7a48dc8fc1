"""What `manage.py restore` puts back is compared table by table with what was there; what its audit finds is said."""

import sqlite3
from contextlib import closing

import pytest

from tests.companion.serving import manage, restored, rows

NOT_OF_IT = ("companion_upkeep",)
"""What notes the backup and the audit themselves."""


def everything(path):
    """Every row of every table."""
    tables = rows(path, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {name: rows(path, f'SELECT * FROM "{name}" ORDER BY 1') for (name,) in tables if name not in NOT_OF_IT}


@pytest.fixture
def database(played):
    return played / "companion.sqlite3"


def test_every_row_of_every_table_comes_back(played, database, tmp_path):
    before = everything(database)
    assert len(before["companion_battle"]) > 4
    manage(played, "backup", tmp_path / "backup", check=True)
    with closing(sqlite3.connect(database)) as other, other:
        other.execute("UPDATE companion_piece SET name = 'Somebody else'")
        other.execute("DELETE FROM companion_token")
    assert everything(database) != before
    restored(played, tmp_path / "backup")
    assert everything(database) == before


def test_what_the_audit_finds_is_said_and_it_exits_with_1(played, database, tmp_path):
    with closing(sqlite3.connect(database)) as other, other:
        other.execute("UPDATE companion_side SET score = 99")
    manage(played, "backup", tmp_path / "backup", check=True)
    wrong = everything(database)
    ran = manage(played, "restore", tmp_path / "backup")
    assert ran.returncode == 1
    assert ran.stdout.startswith(f"{tmp_path / 'backup'} is put back.")
    assert "has 99 points stored, and" in ran.stdout
    assert ran.stderr == ""
    assert everything(database) == wrong, "an audit says and mends nothing"
