"""Client addresses: the peer of a connection, or the client that a trusted reverse proxy names."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.types import Scope

from kibitz.base.errors import BadOption, quoted

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
#: Prefix length of one IPv6 customer (RFC 6177), who counts as one client.
_IPV6_PREFIX = 64


class TrustedProxies:
    """Reverse proxies whose `X-Forwarded-For` header is trusted."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Parse addresses such as `127.0.0.1`, or networks such as `10.0.0.0/8`; BadOption for others."""
        self._networks = [_network(text) for text in texts]

    def __bool__(self) -> bool:
        return bool(self._networks)

    def trusts(self, host: str) -> bool:
        """Return whether an address is a proxy's."""
        address = _address(host)
        return address is not None and any(address in network for network in self._networks)

    def client_of(self, scope: Scope) -> str:
        """Return the client of a request: the peer or, for a proxy, the client that it names.

        Proxies append to the header, so the last address that is not a proxy's is the only one that a client
        can't forge.
        """
        peer = scope.get("client")
        found = str(peer[0]) if peer else ""
        if not self.trusts(found):
            return counted_as(found)
        forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
        for text in reversed(forwarded):
            host = _without_port(text.strip())
            if _address(host) is None:
                break
            found = host
            if not self.trusts(host):
                break
        return counted_as(found)


def counted_as(host: str) -> str:
    """Return the client of an address: the address itself, or its IPv6 network.

    >>> counted_as("2001:db8:1:2:3::4"), counted_as("::ffff:10.0.0.5")
    ('2001:db8:1:2::/64', '10.0.0.5')
    """
    address = _address(host)
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((int(address) >> 64 << 64, _IPV6_PREFIX)))
    return host if address is None else str(address)


def _address(host: str) -> _Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return found if mapped is None else mapped


def _without_port(text: str) -> str:
    """Remove a port, as some proxies add: `10.0.0.5:4711`, `[::1]:4711`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise BadOption(
            f"a trusted proxy is an address such as 127.0.0.1 or a network such as 10.0.0.0/8, "
            f"not {quoted(text)}"
        ) from None
