"""How many connections there may be, in all and for one address."""

from __future__ import annotations

import ipaddress
import os
import resource
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from a2wsgi.asgi_typing import HTTPScope
from django.conf import settings

MOST = 2000
"""Connections in all, of which the streams may take half."""

OF_A_CONNECTION = 96 * 1024
"""Bytes that a connection may take, with a stream on it or a page's answer."""

OF_THE_REST = 320 * 1024 * 1024
"""Bytes that the process takes besides: the app itself, what it renders, the large bodies and the small ones."""

CONTROL_GROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")

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

    @property
    def streams(self) -> int:
        """How many streams there may be: they are long, and must not take every place."""
        return self.in_all // 2


def limits(files: int, memory: int, of_one: int) -> Limits:
    """The limits that keep a process below the files it may open and its bytes; one address takes at most half.

    A connection that is turned away has been accepted, and takes a file until the event loop has come by again: up to
    four times, and each time it may accept as many as may wait.
    """
    at_once = min(MOST_AT_ONCE, files // 10)
    fit = (memory - OF_THE_REST) // OF_A_CONNECTION
    in_all = max(at_once, min(MOST, fit, files - 4 * at_once - OTHER_FILES))
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


def memory_limit() -> int:
    """How many bytes this process may take: those of the machine, or of what it is kept in."""
    found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for place in CONTROL_GROUPS:
        # Without a limit it says "max", or is no such file.
        with suppress(OSError, ValueError):
            found.append(int(Path(place).read_text()))
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return min(found) if soft == resource.RLIM_INFINITY else min(*found, soft)


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


def sender(scope: HTTPScope) -> str:
    """Whose request it is, empty where nobody says: behind a proxy only the proxy knows."""
    if settings.BEHIND_PROXY:
        return forwarded_for(scope["headers"])
    client = scope.get("client")
    return holder(client[0]) if client else ""
