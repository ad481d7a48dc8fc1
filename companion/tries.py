"""Tries that are counted by device and by address for a while, and slowed after a few.

They are the wrong ones at what lets somebody in, all that ask to be let in, and all at the file of a campaign, which is
long in the making.

An address may stand for a whole club, so that it has many more than one device has. Whoever makes up a device for each
try takes those of the new devices of the whole address: nothing tells them from a club. Those that this server knows to
be older than such a while have as many of their own, so that whoever was locked out and waits comes in. The links of
organisers let in all the same, since a right one is no try. django-ratelimit does not fit: it counts requests, right
ones too, and takes none back, and it does not work on the cache of one process, which a table's own machine has.
django-axes, which slows sign-ins, knows only names with passwords.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from companion.devices import secret_of
from companion.signing_in import client_address

SECONDS = 10 * 60
"""How long a try counts, from the first one on."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many tries are taken, of one device and of one address, there of new devices and of older ones each."""

    what: str
    of_device: int
    of_address: int


OF_CODES = Limit("code", 5, 100)
OF_LINKS = Limit("link", 20, 200)
OF_FILES = Limit("file", 6, 30)
OF_ASKS = Limit("ask", 10, 60)
"""These two are of one campaign: its limit is counted apart from those of others."""


class TooMany(Exception):
    """Somebody has tried too often and has to wait."""


def of_campaign(limit: Limit, key: str) -> Limit:
    """The limit for one campaign alone."""
    return replace(limit, what=f"{limit.what}.{key}")


def count_try(request: HttpRequest, limit: Limit) -> None:
    """Count a try before it is looked at, so that no two at once pass for one; ``TooMany`` where it is one too many.

    What a device tries beyond its own limit is no try of its address: it would lock out all others there.
    """
    if any(_counted(key) > most for key, most in _counters(request, limit)):
        raise TooMany


def take_back_try(request: HttpRequest, limit: Limit) -> None:
    """Count a try no longer: it was right."""
    for key, _ in _counters(request, limit):
        try:
            cache.decr(key)
        except ValueError:
            continue


def origin_of(request: HttpRequest, campaign: str) -> str:
    """What stands for the address that asks, in one campaign alone."""
    return _key(of_campaign(OF_ASKS, campaign), "address", client_address(request) or "")


def _counters(request: HttpRequest, limit: Limit) -> list[tuple[str, int]]:
    """The keys that a try is counted by, with how many each may have."""
    address, device = client_address(request) or "", secret_of(request)
    kind = "address of older" if device and device.age > SECONDS else "address"
    of_address = (_key(limit, kind, address), limit.of_address)
    return [(_key(limit, "device", device.ident), limit.of_device), of_address] if device else [of_address]


def _key(limit: Limit, kind: str, whose: str) -> str:
    """Whose tries they are, in a form that nobody reads an address from."""
    return salted_hmac("companion.tries", f"{limit.what}.{kind}.{whose}", algorithm="sha256").hexdigest()


def _counted(key: str) -> int:
    """One more; the while is that of the first one, so that whoever goes on trying does not wait for ever."""
    cache.add(key, 0, SECONDS)
    try:
        return cache.incr(key)
    except ValueError:
        # The while of the first one has ended in between.
        cache.set(key, 1, SECONDS)
        return 1
