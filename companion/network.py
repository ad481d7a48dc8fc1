"""Where other devices on the network find this machine."""

import fcntl
import ipaddress
import socket
import struct

# Linux's number for "the IPv4 address of an interface" (man netdevice).
SIOCGIFADDR = 0x8915
# Containers and virtual machines on this computer: no tablet is in their networks.
INSIDE_THIS_MACHINE = ("docker", "br-", "veth", "virbr", "lxc", "podman")


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
