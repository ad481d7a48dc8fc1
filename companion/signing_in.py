"""Signing in is slowed by the name and the address together, on every page; django-axes counts, and asks here."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

LONGEST_NAME = 255
NETWORK = 64
"""How much of an IPv6 address names a household: whoever is in one can take any of its addresses."""


def client_address(request: HttpRequest) -> str | None:
    """The address that asks, an IPv6 address by its network; behind a proxy, what the proxy itself says of it."""
    through = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    # A visitor can send the header too; the proxy's word is the last.
    return _address(through.rpartition(",")[2]) or _address(request.META.get("REMOTE_ADDR", ""))


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """The name that somebody tries, as much of it as can be stored."""
    given = credentials if credentials is not None else request.POST
    # The page of accounts has a field of another name than the admin's own.
    name = given.get("username", given.get("login"))
    return None if name is None else str(name)[:LONGEST_NAME]


def client_in_the_log(username: str | None, address: str | None, *_: Any) -> str:
    """Who tried to sign in, in one line whatever was typed."""
    return f"{username!r} from {address}"


def slowed(request: HttpRequest, response: HttpResponse, credentials: Any) -> HttpResponse:
    """Tell whoever is kept waiting for how long."""
    seconds = int(settings.AXES_COOLOFF_TIME.total_seconds())
    answer = render(request, "429.html", {"minutes": seconds // 60}, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


def _address(text: str) -> str | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), NETWORK), strict=False).network_address)
    return str(address)
