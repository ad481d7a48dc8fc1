"""What this machine keeps beside its database: a folder of its own, and in it the secret key.

The settings ask for both, so whatever is wrong with them ends any command with one sentence.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from string import whitespace

SHORTEST_KEY = 50
"""Letters that Django wants a key to have; those that are made here have more."""


def made(folder: Path) -> Path:
    """The folder, made if it is not there yet."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise SystemExit(
            f"The folder {folder}, which is to keep the database and the key, cannot be made: {problem.strerror}. "
            "COMPANION_DATA can name another one."
        ) from None
    return folder


def secret_key(path: Path) -> str:
    """Return the key kept in a file that only its owner reads, made at the first start."""
    try:
        if not path.exists():
            _make(path)
        key = path.read_bytes().decode("ascii", errors="replace")
    except OSError as problem:
        raise SystemExit(
            f"The key {path} can be neither read nor made: {problem.strerror}. COMPANION_DATA can name another folder."
        ) from None
    # After a power cut a file may hold nothing but zeros.
    if len(key.strip("\0" + whitespace)) < SHORTEST_KEY:
        raise SystemExit(
            f"The key in {path} is empty or cut short, so it is not used. Delete the file and a new one is made; "
            "every device is then asked for its name again, and staff sign in again."
        )
    return key


def given_key(key: str) -> str:
    """Return a key that the environment gives, empty where it gives none."""
    if key and len(key.strip()) < SHORTEST_KEY:
        raise SystemExit(
            f"The key in SECRET_KEY is too short, so it is not used. Give one of {SHORTEST_KEY} letters or more."
        )
    return key


def on_the_disk(path: Path) -> None:
    """Return once a file, or what a folder lists, would outlast a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _make(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(SHORTEST_KEY), encoding="ascii")
        on_the_disk(draft)
        # Unlike a rename, a link never replaces the key of another process that was faster.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
    on_the_disk(path.parent)
