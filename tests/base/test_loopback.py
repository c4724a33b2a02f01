"""Addresses that only this machine reaches."""

from __future__ import annotations

import pytest

from kibitz.base.loopback import is_loopback

OTHERS = (
    "local",
    "localhost.example",
    "localhosts",
    "locally",
    "local.127.0.0.1",
    "127.0.0.1.example",
    "127.example",
    "127.1",
    "1270.0.0.1",
    "128.0.0.1",
    "126.255.255.255",
    "10.0.0.5",
    "0.0.0.0",
    "[::]",
    "[::2]",
    "[fe80::1]",
    "example.org",
    "[127.0.0.1",
    "0x7f000001",
)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.2", "127.255.255.254", "::1", "[::1]"])
def test_addresses_that_only_this_machine_reaches(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", [*OTHERS, "", "[]", "::", "[[::1]]"])
def test_addresses_that_others_may_reach(host: str) -> None:
    assert not is_loopback(host)
