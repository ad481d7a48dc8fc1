"""What the environment says, as values that settings are made of; what cannot be one ends any command in words."""

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url

ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
LIKE = "has to be like postgres://user:password@host/name or sqlite:////folder/file."

LONGEST_WAIT = 4
"""Seconds that whoever writes waits for another program to let go of the database, and is then told so."""

KEPT_CONNECTION = 600
"""Seconds for which a thread keeps its connection."""


ON = ("1", "true", "yes", "on")
OFF = ("0", "false", "no", "off", "")


def switch(name: str) -> bool:
    """Whether a switch in the environment is on."""
    given = os.environ.get(name, "").strip()
    if given.lower() not in {*ON, *OFF}:
        raise SystemExit(f"{name} has to be one of {', '.join((*ON, *OFF[:-1]))}, and {given!r} is none of them.")
    return given.lower() in ON


def number(name: str, usual: int) -> int:
    """Return a number from the environment, or what is usual."""
    given = os.environ.get(name) or str(usual)
    try:
        if (found := int(given)) >= 0:
            return found
    except ValueError:
        pass
    raise SystemExit(f"{name} has to be a number of at least 0, and {given!r} is none.")


def one_of(name: str, *known: str) -> str:
    """Return one of these words from the environment, or the first, which is usual."""
    given = os.environ.get(name, "").strip().lower() or known[0]
    if given not in known:
        raise SystemExit(f"{name} has to be one of {', '.join(known)}, and {given!r} is none of them.")
    return given


def words(name: str) -> list[str]:
    """Return a comma-separated list from the environment."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def networks(name: str) -> list[Any]:
    """Return the networks that the environment lists, of which an address is the smallest."""
    try:
        return [ip_network(word) for word in words(name)]
    except ValueError as problem:
        raise SystemExit(f"{name} has to list networks, like 127.0.0.1 or 10.0.0.0/8: {problem}.") from None


def machine_time_zone() -> str:
    """Return the time zone of this machine, so that the log shows the time on the players' own clocks."""
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("/zoneinfo/")[2]
    try:
        return ZoneInfo(name).key if name else "UTC"
    except (ZoneInfoNotFoundError, ValueError):
        return "UTC"


def database(url: str, test_file: Path) -> Any:
    """Return Django's settings for the database at a URL."""
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        raise SystemExit(f"DATABASE_URL {LIKE}") from None
    if settings["ENGINE"] not in ENGINES:
        raise SystemExit(f"DATABASE_URL {LIKE}")
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = {
            # Whoever means to write takes the lock first and waits for it; taken later it would fail at once.
            "transaction_mode": "IMMEDIATE",
            "timeout": LONGEST_WAIT,
            # FULL: what was answered is on the disk, whatever then happens to the power.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        settings["ENGINE"] = "companion.sqlite"
        # A file: one in memory is shared by all threads of the live server, and their writes fail.
        settings["TEST"] = {"NAME": test_file}
    else:
        given: dict[str, Any] = settings.get("OPTIONS", {})
        settings["OPTIONS"] = {
            **given,
            "options": f"-c lock_timeout={LONGEST_WAIT}s {given.get('options', '')}".strip(),
        }
    # Each request asks first whether the connection still stands, and opens another one where it does not.
    settings["CONN_MAX_AGE"] = KEPT_CONNECTION
    settings["CONN_HEALTH_CHECKS"] = True
    return settings
