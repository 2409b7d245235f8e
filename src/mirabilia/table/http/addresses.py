"""Where somebody asks from, as bounds by address count it."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network

from starlette.types import Scope

_LONGEST = 64


def address_of(scope: Scope) -> str:
    """The address a request comes from; behind a proxy that is believed, the client's."""
    client: tuple[str, int] | None = scope.get("client")
    return shared_by(client[0]) if client else "?"


def shared_by(host: str) -> str:
    """What one household has: an IPv4 address, or a whole network of IPv6 addresses.

    >>> shared_by("192.0.2.7"), shared_by("::ffff:192.0.2.7"), shared_by("2001:db8::7:1")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    if ":" not in host:
        return host[:_LONGEST]
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host[:_LONGEST]
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address) >> 64 << 64, 64)))
