"""Files on their way to whoever keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import TypeVar

from django.http.response import HttpResponseBase
from django.utils.text import slugify

from companion.services.refusals import Refusal

BUSY = "Another campaign is downloaded just now. Try again in a moment."

MAKING = Lock()
"""Held by whoever makes the file of a campaign."""

Response = TypeVar("Response", bound=HttpResponseBase)


def one_after_the_other(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Make one file of a campaign at a time: that takes long, and a process has few threads for its pages.

    Raises ``Refusal`` while another is made. Whoever has the parts keeps the others waiting until these end or are
    closed.
    """
    made = _locked(parts)
    # So far it only takes the lock.
    next(made)
    return made


def _locked(parts: Iterable[bytes]) -> Iterator[bytes]:
    if not MAKING.acquire(blocking=False):
        raise Refusal(BUSY)
    try:
        yield b""
        yield from parts
    finally:
        MAKING.release()


def kept_as(response: Response, name: str, kind: str) -> Response:
    """An answer as a file to be kept, called after what is in it."""
    response["Content-Type"] = "application/json"
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or kind}.{kind}.json"'
    return response
