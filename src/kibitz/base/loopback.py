"""Detection of loopback addresses."""

from __future__ import annotations

import ipaddress


def is_loopback(host: str) -> bool:
    """Return whether a host is `localhost`, ::1 or an address in 127.0.0.0/8.

    >>> is_loopback("127.1.2.3"), is_loopback("[::1]"), is_loopback("localhost.example")
    (True, True, False)
    """
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return host == "localhost"
