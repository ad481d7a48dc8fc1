"""What whoever runs the server asks of it: which version, how large its database is, and when it was looked after."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.utils.formats import date_format

from companion.live.access import STREAMS
from companion.models import Upkeep
from companion.soundness import check_the_tables

NEVER = "never, as far as this database knows"


@dataclass(frozen=True)
class Line:
    """A name and what stands beside it."""

    name: str
    told: str


def server_page(meta: Mapping[str, Any]) -> tuple[Line, ...]:
    """What the page of the server tells; ``meta`` is of the request, which knows the streams of its process."""
    held, most = meta.get(STREAMS, (0, 0))
    streams = f"{held} of {most:,} in the process that answers" if most else "none: this server has no live updates"
    return (
        Line("Version", f"{version()}, with Django {django.__version__} and Python {sys.version.split()[0]}"),
        Line("Database", f"{connection.display_name}, {_tables()}"),
        Line("Size", f"{_bytes() / 1_000_000:,.1f} MB"),
        Line("Last backup", _last(Upkeep.What.BACKUP)),
        Line("Last audit of all battles", _last(Upkeep.What.AUDIT)),
        Line("Open streams", streams),
    )


@cache
def version() -> str:
    """The version of the app."""
    told: str = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return told


def _tables() -> str:
    try:
        check_the_tables()
    except CommandError as problem:
        return str(problem)
    return "with all that this version needs"


def _bytes() -> int:
    """What the database takes on the disk, with what is not yet written into its file."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        files = (Path(f"{name}{suffix}") for suffix in ("", "-wal", "-shm"))
        return sum(file.stat().st_size for file in files if file.exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size: int = cursor.fetchone()[0]
    return size


def _last(what: Upkeep.What) -> str:
    last = Upkeep.objects.filter(what=what).first()
    return f"{date_format(last.when, 'DATETIME_FORMAT')} UTC: {last.said}" if last else NEVER
