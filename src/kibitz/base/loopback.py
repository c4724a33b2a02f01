"""Addresses that only this machine reaches."""

from __future__ import annotations

import ipaddress


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host: `localhost` itself, or an address in 127.0.0.0/8 or ::1.

    >>> is_loopback("127.1.2.3"), is_loopback("[::1]"), is_loopback("localhost.example")
    (True, True, False)
    """
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return host == "localhost"
