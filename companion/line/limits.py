"""How many connections there may be, in all and for one address."""

from __future__ import annotations

import ipaddress
import resource
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

MOST = 1000
"""Connections in all; each may hold the largest body that a page takes, while it arrives."""

MOST_AT_ONCE = 100
"""Connections that are accepted before the first of them is looked at."""

OTHER_FILES = 100
"""Files that the process has open besides: its databases, its streams' watcher, and what it reads."""

FILES = MOST + 4 * MOST_AT_ONCE + OTHER_FILES


@dataclass(frozen=True)
class Limits:
    """What the server's door keeps to."""

    in_all: int
    of_one: int
    """What one address may have; 0 where all come from the proxy's."""

    at_once: int


def limits(files: int, of_one: int) -> Limits:
    """The limits that keep a process below the number of files it may open, of which one address takes at most half.

    A connection that is turned away has been accepted, and takes a file until the event loop has come by again: up to
    four times, and each time it may accept as many as may wait.
    """
    at_once = min(MOST_AT_ONCE, files // 10)
    in_all = max(at_once, min(MOST, files - 4 * at_once - OTHER_FILES))
    return Limits(in_all, min(of_one, in_all // 2), at_once)


def file_limit() -> int:
    """How many files this process may open, raised to what is needed as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return FILES if soft == resource.RLIM_INFINITY else min(FILES, soft)


def holder(host: str) -> str:
    """Whom an address stands for: with IPv6 a household has as many addresses as it likes, all in one /64."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def forwarded_for(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Whom the nearest proxy has a request from: the last that X-Forwarded-For names, or empty."""
    named = [value for name, value in headers if name == b"x-forwarded-for"]
    return holder(named[-1].decode("latin-1").rpartition(",")[2].strip()) if named else ""
