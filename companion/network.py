"""Where other devices on the network find this machine."""

import fcntl
import ipaddress
import logging
import re
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

logger = logging.getLogger(__name__)

# Linux's number for "the IPv4 address of an interface" (man netdevice).
SIOCGIFADDR = 0x8915
# Containers and virtual machines on this computer: no tablet is in their networks.
INSIDE_THIS_MACHINE = ("docker", "br-", "veth", "virbr", "lxc", "podman")

# What Linux knows of addresses, with those that an interface has beside its first one.
ROUTES = Path("/proc/net/fib_trie")
OWN = re.compile(r"\|-- ([\d.]+)\s+/32 host LOCAL")


EVERYWHERE = "0.0.0.0"  # noqa: S104 - the tablet is another machine


class OwnHosts(list[str]):
    """Names that a server answers to: those given, this machine's names, and whatever addresses it has when asked.

    The addresses are looked up only for a request whose name is none of the others, so that one which the machine
    gets after the start works at once; the log announces it as the start announced the others.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        name = socket.gethostname()
        super().__init__([*given, "localhost", "127.0.0.1", "[::1]", name, f"{name.removesuffix('.local')}.local"])
        self.announced = own_addresses()

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        own = own_addresses()
        for address in sorted(own - self.announced):
            logger.warning("This machine has another address by now, which is answered to as well: %s", address)
        self.announced |= own
        yield from own


def in_an_address(host: str) -> str:
    """Return a host as it stands in the address of a page: one of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def own_addresses() -> set[str]:
    """Return all IPv4 addresses that this machine has now."""
    own = set(addresses())
    with suppress(OSError):
        own.update(OWN.findall(ROUTES.read_text(encoding="ascii")))
    return own


def addresses() -> list[str]:
    """Return this machine's IPv4 addresses, without loopback, the likeliest for a tablet first."""
    likeliest = address_towards_the_internet()
    found = [likeliest] if likeliest else []
    for _, interface in socket.if_nameindex():
        address = address_of(interface)
        if address and address not in found and not interface.startswith(INSIDE_THIS_MACHINE):
            found.append(address)
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


def address_towards_the_internet() -> str | None:
    """Return the address that packets to the internet would leave from, or None without such a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; the address is reserved for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def address_of(interface: str) -> str | None:
    """Return the IPv4 address of a network interface, or None where it has none or the system cannot say."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])
