"""Addresses as pictures for cameras, and where they lead nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

BORDER = 4
"""Modules of white around a QR code: with fewer, many cameras do not find it."""

UNREACHABLE = ("127.", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Shown:
    """An address in letters and as a picture; ``is_only_here`` where no other device finds it."""

    address: str
    picture: SafeString
    is_only_here: bool


def shown(request: HttpRequest, path: str) -> Shown:
    """One of our addresses, as the visitor's own device finds it."""
    address = request.build_absolute_uri(path)
    return Shown(address, _picture(address), request.get_host().startswith(UNREACHABLE))


def _picture(address: str) -> SafeString:
    """A QR code, dark on white in every theme."""
    drawn = segno.make(address, error="m", boost_error=False, micro=False)
    # With its namespace it is a picture of its own, too.
    buffer = BytesIO()
    drawn.save(buffer, kind="svg", border=BORDER, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False)
    return mark_safe(buffer.getvalue().decode())  # noqa: S308  (made of our own address)
