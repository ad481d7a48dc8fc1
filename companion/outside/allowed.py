"""Who may look from outside: machines of the networks that a setting names, and nobody where it names none."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import TypeAlias

from django.http import Http404, HttpRequest

from companion.signing_in import client_address

Network: TypeAlias = IPv4Network | IPv6Network


def only_for(request: HttpRequest, networks: Sequence[Network]) -> None:
    """Raise ``Http404`` for whoever asks from anywhere else: for them there is no such page."""
    asks = client_address(request)
    if asks is None or not any(ip_address(asks) in network for network in networks):
        raise Http404("There is no page at this address.")
