"""What is logged does not open anything: whoever has a link may play, so no link stands in a log."""

from __future__ import annotations

import hashlib
import logging
import re
import time

from companion.line.door import QUIET

# A signed token, as the live streams take it, or that of a link by which a password is set anew.
TOKEN = re.compile(r"[-\w]{1,64}:[0-9A-Za-z]{6}:[-\w]{43}\b|\b[0-9a-z]{6,7}-[0-9a-f]{32}\b", re.ASCII)
# What may be one where a link was mistyped: it still opens something once it is put right.
LIKE_A_KEY = re.compile(r"[-\w]{16,}", re.ASCII)
# The first part of an address that belongs to somebody.
KEY = re.compile(r"(/[bc]/|/[jw]/\d+/)([^/?#\s\"'<>]+)", re.IGNORECASE)

LONGEST = 500
"""Letters that are kept of a message: whoever asks for a long address would fill the disk with it."""

MALFORMED = "Invalid HTTP request received."


def without_keys(text: str) -> str:
    """A text with a mark for each key in it: the same for the same key, and no way back."""
    return KEY.sub(lambda found: found[1] + _mark(found[2]), TOKEN.sub("~", text))


def _mark(key: str) -> str:
    return f"~{hashlib.sha256(key.encode()).hexdigest()[:6]}"


class WithoutKeys(logging.Formatter):
    """Formats a record, its traceback too, without the keys that are in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        return without_keys(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        """Format its message, cut where it is too long."""
        # First without keys: half a token is not known for one.
        record.message = without_keys(record.message)
        if "/" in record.message:
            record.message = LIKE_A_KEY.sub(lambda found: _mark(found[0]), record.message)
        if len(record.message) > LONGEST:
            record.message = record.message[:LONGEST] + "..."
        return super().formatMessage(record)


class Seldom(logging.Filter):
    """Lets it be said only once in a while that a request is none: a line for each of them would fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._said = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        if record.msg != MALFORMED:
            return True
        now = time.monotonic()
        if now - self._said <= QUIET:
            return False
        self._said = now
        return True
