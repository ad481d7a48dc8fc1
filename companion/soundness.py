"""Whether the database can be served from: seen before anybody is told that it is."""

import errno
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from companion.trouble import Trouble

# Bytes that a few taps take; a disk without them is full.
ROOM = 256 * 1024


def check_the_database() -> None:
    """Refuse a database file that is damaged, since what it still answers hides what is lost, and a full disk."""
    if connection.vendor != "sqlite":
        return
    database = Path(connection.settings_dict["NAME"])
    # First of all: a disk that is full lets nobody read either, and SQLite does not say why.
    _check_the_room(database.parent)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(1)")
        found = cursor.fetchone()[0]
    if found != "ok":
        raise CommandError(
            f"The database {database} is damaged. A backup can be put back: python3 manage.py restore FILE"
        )
    if not os.access(database, os.W_OK):
        raise CommandError(f"The database {database} cannot be written to.")


def _check_the_room(folder: Path) -> None:
    try:
        with TemporaryFile(dir=folder) as trial:
            trial.write(bytes(ROOM))
    except FileNotFoundError:
        # The database says so itself.
        return
    except OSError as problem:
        trouble = Trouble.FULL if problem.errno == errno.ENOSPC else Trouble.UNWRITABLE
        told = f"Nothing can be written to {folder}, and what the system says is: {problem.strerror}."
        raise CommandError(f"{trouble} {told}") from problem


def check_the_tables() -> None:
    """Refuse a database that still needs `migrate`: every page would fail."""
    applied = MigrationRecorder(connection).applied_migrations()
    for migration, replaces in _migrations().items():
        is_applied = migration in applied or (replaces and all(one in applied for one in replaces))
        if not is_applied:
            raise CommandError(
                "The database lacks what this version of the app needs. First: python3 manage.py migrate"
            )


@cache
def _migrations() -> Mapping[tuple[str, str], Sequence[tuple[str, str]]]:
    """What this version of the app needs, each with those that it stands for; a process never has another version."""
    return {key: found.replaces for key, found in MigrationLoader(None).graph.nodes.items()}
