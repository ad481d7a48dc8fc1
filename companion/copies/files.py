"""What the copies of every kind of database share: their files, and what makes one of them ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from companion.keeping import on_the_disk


class Refused(Exception):
    """Why no copy is made or put back, in one sentence; nothing has changed."""


@contextmanager
def drafted(target: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """A file to write to, which takes the name of the target in one step once it is complete and on the disk."""
    if target.exists() and not overwrite:
        raise _taken(target)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        try:
            draft.touch(mode=0o600, exist_ok=False)
        except OSError as problem:
            raise Refused(f"{target} cannot be written: {problem.strerror}.") from problem
        yield draft
        on_the_disk(draft)
        _name(draft, target, overwrite)
        on_the_disk(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def kept_name(path: Path) -> Path:
    """Where that which was there before is kept: beside it, with the time in its name."""
    named = f"{path.name}.before-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    names = (path.with_name(f"{named}-{number}" if number else named) for number in count())
    return next(name for name in names if not name.exists())


def check_ours(applied: set[tuple[str, str]], file: Path) -> None:
    """Refuse a copy that this app did not make."""
    if not any(app == "companion" for app, _ in applied):
        raise Refused(f"{file} holds another program's data, not the companion's.")


def check_known(applied: set[tuple[str, str]], file: Path) -> None:
    """Refuse to put back what a newer version of this app made."""
    if unknown := applied - set(MigrationLoader(None).disk_migrations):
        raise Refused(
            f"{file} was made by a newer version of the app, which knows {'.'.join(min(unknown))}; "
            "take that version to put it back."
        )


def check_readable(file: Path, start: bytes, kind: str) -> None:
    """Refuse what cannot be read, or is no copy of this kind at all."""
    try:
        with file.open("rb") as opened:
            found = opened.read(len(start))
    except OSError as problem:
        raise Refused(f"{file} cannot be read: {problem.strerror}.") from problem
    if not found:
        raise Refused(f"{file} is empty.")
    if found != start:
        raise Refused(f"{file} is not a backup of {kind}.")


def _name(draft: Path, target: Path, overwrite: bool) -> None:
    if overwrite:
        draft.replace(target)
        return
    try:
        # Unlike a rename, a link never replaces a file that somebody else has made meanwhile.
        os.link(draft, target)
    except FileExistsError:
        raise _taken(target) from None


def _taken(target: Path) -> Refused:
    return Refused(f"{target} is already there. Name another file, or say --overwrite.")
