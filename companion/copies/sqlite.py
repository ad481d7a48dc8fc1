"""Copies of an SQLite database, made and put back under its own locks, so that a server may go on meanwhile."""

from __future__ import annotations

import fcntl
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from companion.copies.files import Refused, check_known, check_ours, check_readable, drafted, kept_name
from companion.keeping import on_the_disk
from companion.trouble import Trouble, trouble_of

PATIENCE = 4.0
"""Seconds to wait for another program to let go of the database."""

START = b"SQLite format 3\0"
BESIDE = ("", "-wal", "-shm")
"""The database, and the files in which SQLite keeps what it has not yet written into it."""


def back_up(database: Path, target: Path, *, overwrite: bool = False) -> None:
    """Write a complete and sound copy of the database to a file."""
    if not database.exists():
        raise Refused(f"There is no database at {database} yet.")
    if target.exists() and target.samefile(database):
        raise Refused(f"{target} is the database itself.")
    with drafted(target, overwrite=overwrite) as draft, _told(database):
        _copy(database, draft)
        _examine(draft, database)


def put_back(database: Path, file: Path) -> Path | None:
    """Put a copy in the place of the database; return where that which was there before is kept."""
    check_readable(file, START, "the database in use here, which is SQLite")
    if database.exists() and file.samefile(database):
        raise Refused(f"{file} is the database itself.")
    draft = database.with_name(f".restoring-{database.name}")
    try:
        with _told(file):
            _take(file, draft)
            check_known(_examine(draft, file), file)
        with _told(database):
            kept = _replace(database, draft)
            on_the_disk(database.parent)
    finally:
        for ending in BESIDE:
            Path(f"{draft}{ending}").unlink(missing_ok=True)
    return kept


def _take(file: Path, draft: Path) -> None:
    """Take the copy with what lies beside it: a file that was copied by hand may have its last changes there."""
    try:
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{file}{ending}", f"{draft}{ending}")
    except OSError as problem:
        raise Refused(f"{file} cannot be copied to where the database is: {problem.strerror}.") from problem
    with closing(_open(draft)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")


def _examine(draft: Path, named: Path) -> set[tuple[str, str]]:
    """The migrations of a copy that is sound and ours."""
    with closing(_open(draft)) as copy:
        if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise Refused(f"{named} is damaged. Nothing was changed.")
        if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone():
            raise Refused(f"{named} holds another program's data, not the companion's.")
        applied = set(copy.execute("SELECT app, name FROM django_migrations"))
    check_ours(applied, named)
    return applied


def _replace(database: Path, draft: Path) -> Path | None:
    """Put a copy in the place of the database; return where that which was there is kept, if anything was."""
    kept = kept_name(database)
    # What is no database any more is not even opened: SQLite would clear away what lies beside it.
    if database.exists() and _begins_well(database):
        try:
            kept.touch(mode=0o600)
            _copy(draft, database, meanwhile=lambda: _copy(database, kept))
        except BaseException as problem:
            kept.unlink(missing_ok=True)
            if not isinstance(problem, sqlite3.DatabaseError) or trouble_of(problem) is not Trouble.DAMAGED:
                raise
        else:
            return kept
    if database.exists():
        _check_unused(database)
    _rename(database, kept)
    try:
        _copy(draft, database)
    except BaseException:
        database.unlink(missing_ok=True)
        _rename(kept, database)
        raise
    return next((path for ending in BESIDE if (path := Path(f"{kept}{ending}")).exists()), None)


def _begins_well(database: Path) -> bool:
    with database.open("rb") as file:
        return file.read(len(START)) == START


def _check_unused(database: Path) -> None:
    """Refuse to move files that somebody has open: what they write then would come after what is put back."""
    with database.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"{database} is damaged, and a program still has it open. Stop the app first.") from None


def _rename(before: Path, after: Path) -> None:
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{before}{ending}").replace(f"{after}{ending}")


def _copy(source: Path, target: Path, meanwhile: Callable[[], None] | None = None) -> None:
    """Copy under the locks of both databases, as one transaction: whoever reads sees the old one or the new one.

    ``meanwhile`` is done while nobody else can write to the target, and it still shows what was there.
    """
    deadline = time.monotonic() + PATIENCE
    waiting = [meanwhile] if meanwhile else []

    def step(status: int, remaining: int, total: int) -> None:
        if status == sqlite3.SQLITE_OK and waiting:
            waiting.pop()()
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} and time.monotonic() > deadline:
            raise Refused(f"{Trouble.BUSY} Nothing was changed.")

    with closing(_open(source)) as old, closing(sqlite3.connect(target, timeout=PATIENCE)) as new:
        # A file of its own needs none beside it; a database that is in use stays as it is.
        fresh = not target.stat().st_size
        if meanwhile:
            # Only so can it be read while it is being written.
            new.execute("PRAGMA journal_mode = WAL")
        old.backup(new, pages=1 if meanwhile else -1, progress=step)
        if fresh:
            new.execute("PRAGMA journal_mode = DELETE")


def _open(path: Path) -> sqlite3.Connection:
    """Open a database that is there."""
    return sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=PATIENCE)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say in one sentence what the database has to say."""
    try:
        yield
    except sqlite3.Error as problem:
        trouble = trouble_of(problem) or Trouble.DAMAGED
        raise Refused(f"{trouble} It is {path}, and what it says is: {problem}. Nothing was changed.") from problem
