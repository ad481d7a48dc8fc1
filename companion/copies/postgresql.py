"""Copies of a PostgreSQL database, made and put back by its own tools, each in one transaction."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from companion.copies.files import Refused, check_known, check_ours, check_readable, drafted, kept_name
from companion.live.commits import CHANNEL

START = b"PGDMP"
PATIENCE = "10s"
"""How long to wait for others to let go of the tables."""

TABLE = re.compile(r"^CREATE TABLE (?:public\.)?(\S+) \($", re.MULTILINE)
MIGRATIONS = re.compile(r"^COPY \S*django_migrations \(id, app, name, applied\) FROM stdin;\n(.*?)^\\\.$", re.M | re.S)


def back_up(target: Path, *, overwrite: bool = False) -> None:
    """Write a complete copy of the database to a file."""
    with drafted(target, overwrite=overwrite) as draft:
        _run("pg_dump", *_connected("--format=custom", "--no-owner", "--no-privileges", f"--file={draft}"))
        _script_of(draft, Path(connection.settings_dict["NAME"]))


def put_back(file: Path) -> Path | None:
    """Put a copy in the place of the database; return where that which was there before is kept."""
    check_readable(file, START, "the database in use here, which is PostgreSQL")
    script = _script_of(file, file)
    check_known(_applied(script), file)
    ours = {f'"{name}"' for name in _ours()}
    kept = kept_name(file) if ours else None
    try:
        _replace(ours, script, kept)
    except BaseException:
        if kept:
            kept.unlink(missing_ok=True)
        raise
    return kept


def _replace(ours: set[str], script: str, kept: Path | None) -> None:
    """Keep what is there and put a script in its place, in one transaction, during which nobody else writes."""
    single = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--file=-")
    command, env = _tool("psql", *_connected(*single))
    lock = f"LOCK TABLE {', '.join(sorted(ours))} IN EXCLUSIVE MODE;" if ours else ""
    drop = f"DROP TABLE IF EXISTS {', '.join(sorted(ours | set(TABLE.findall(script))))} CASCADE;"
    with subprocess.Popen(command, env=env, text=True, stdin=PIPE, stdout=PIPE, stderr=PIPE) as psql:  # noqa: S603 - one of PostgreSQL's own tools, with our own parameters
        assert psql.stdin
        assert psql.stdout
        # A tool that has ended says why when it is asked for its last words.
        with suppress(BrokenPipeError):
            psql.stdin.write(f"SET lock_timeout = '{PATIENCE}';\n{lock}\n\\echo locked\n")
            psql.stdin.flush()
        try:
            if psql.stdout.readline() and kept:
                back_up(kept)
        except BaseException:
            psql.kill()
            raise
        _, said = psql.communicate(f"{drop}\n{script}\nNOTIFY {CHANNEL};\n")
    if psql.returncode:
        raise _refused("psql", said)


def _ours() -> set[str]:
    """The tables that are there now and belong to the app, those of a newer version among them."""
    known = {*connection.introspection.django_table_names(), "django_migrations"}
    return {name for name in connection.introspection.table_names() if name in known or name.startswith("companion_")}


def _script_of(file: Path, named: Path) -> str:
    """All that a copy holds, as SQL: reading it to its end shows that it is complete."""
    try:
        script = _run("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(file))
    except Refused as problem:
        raise Refused(f"{named} is damaged or not complete. {problem}") from problem
    check_ours(_applied(script), named)
    return script


def _applied(script: str) -> set[tuple[str, str]]:
    """The migrations that a copy has gone through."""
    found = MIGRATIONS.search(script)
    lines = found[1].splitlines() if found else []
    return {(app, name) for _, app, name, _ in (line.split("\t") for line in lines)}


def _connected(*parameters: str) -> list[str]:
    """The parameters of a tool that connects to the database; its password is not among them."""
    arguments, _ = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, list(parameters))
    return list(arguments[1:])


def _run(tool: str, *parameters: str) -> str:
    command, env = _tool(tool, *parameters)
    ran = subprocess.run(command, env=env, capture_output=True, text=True)  # noqa: S603 - one of PostgreSQL's own tools, with our own parameters
    if ran.returncode:
        raise _refused(tool, ran.stderr)
    return ran.stdout


def _tool(tool: str, *parameters: str) -> tuple[list[str], dict[str, str]]:
    """The command line of a tool, and the environment that it needs to connect."""
    found = shutil.which(tool)
    if found is None:
        raise Refused(f"{tool} is not installed here. It comes with PostgreSQL's own tools (postgresql-client).")
    _, secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    return [found, *parameters], {**os.environ, **(secrets or {})}


def _refused(tool: str, said: str) -> Refused:
    lines = [line for line in said.splitlines() if line.strip()]
    return Refused(f"{tool} says: {lines[0] if lines else 'nothing'} Nothing was changed.")
