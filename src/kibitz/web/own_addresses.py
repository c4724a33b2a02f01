"""The names and addresses by which other machines can reach this one."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys

#: Listening there means: on every address of the machine.
_EVERYWHERE = ("0.0.0.0", "::", "")
#: Addresses of documentation (RFC 5737, RFC 3849): nothing is sent there, only a route is chosen.
_SOMEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
#: Linux: the request for an interface's IPv4 address.
_SIOCGIFADDR = 0x8915


def is_everywhere(host: str) -> bool:
    """Whether a server on this host listens on every address of the machine."""
    return host in _EVERYWHERE


def is_address(host: str) -> bool:
    """Whether a Host header without its port is an address, not a name.

    A page elsewhere can make its own name lead here, but not an address: so addresses need no list.

    >>> is_address("192.168.1.5"), is_address("[fe80::1]"), is_address("example.org")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def is_near(address: str) -> bool:
    """Whether an address belongs to this machine or to a private network such as a classroom's.

    >>> is_near("192.168.1.7"), is_near("8.8.8.8")
    (True, False)
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return found.is_private or found.is_loopback or found.is_link_local


def own_names() -> tuple[str, ...]:
    """Return the machine's names: its host name, without its domain too, and as multicast DNS has it."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return tuple(dict.fromkeys(each for each in (name, short, f"{short}.local" if short else "") if each))


def own_addresses() -> tuple[str, ...]:
    """Return the addresses at which other machines may find this one; those of IPv4 first."""
    found: list[str] = []
    for family, address in _SOMEWHERE:  # the one that is used for the rest of the world comes first
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            found.append(probe.getsockname()[0])
    found += _interface_addresses()
    with contextlib.suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)]
    usable = [each for each in dict.fromkeys(found) if _is_usable(each)]
    return tuple(sorted(usable, key=lambda each: ":" in each))


def _interface_addresses() -> list[str]:
    """Return the IPv4 address of each interface, where the system tells (Linux)."""
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                found.append(socket.inet_ntoa(fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)[20:24]))
    return found


def _is_usable(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # one of IPv6 with a zone, which browsers don't take
        return False
    return not (found.is_loopback or found.is_unspecified or found.is_link_local or found.is_multicast)


def page_addresses(host: str, port: int) -> tuple[str, ...]:
    """Return the addresses of the page that can be opened: on other machines first, then on this one.

    >>> page_addresses("127.0.0.1", 8917)
    ('http://127.0.0.1:8917/',)
    """
    if not is_everywhere(host):
        return (_url(host, port),)
    others = [each for each in own_addresses() if host == "::" or ":" not in each]
    return tuple(_url(each, port) for each in (*others, "127.0.0.1"))


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
