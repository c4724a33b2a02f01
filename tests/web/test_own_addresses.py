"""A public server: its addresses, accepted host names, and the error page."""

from __future__ import annotations

import importlib.util
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from ipaddress import ip_address

import pytest

from kibitz.web.own_addresses import is_address, is_near, own_addresses, own_names, page_addresses
from kibitz.web.refusal_page import refusal_page


def test_addresses_are_usable() -> None:
    for address in own_addresses():
        found = ip_address(address)
        assert not any((found.is_loopback, found.is_unspecified, found.is_link_local))
    assert page_addresses("0.0.0.0", 80)[-1] == "http://127.0.0.1:80/"
    assert page_addresses("::1", 81) == ("http://[::1]:81/",)
    assert socket.gethostname().lower().partition(".")[0] in own_names()


@pytest.mark.parametrize(
    ("host", "address"),
    [("10.0.0.1", True), ("[::1]", True), ("localhost", False), ("10.0.0.1.example", False), ("", False)],
)
def test_addresses_are_distinguished_from_names(host: str, address: bool) -> None:
    assert is_address(host) is address


def test_networks_outside_are_not_near() -> None:
    assert is_near("127.0.0.1")
    assert is_near("fd00::1")
    assert not is_near("1.1.1.1")
    assert not is_near("testclient")


def test_the_page_has_no_markup_of_others() -> None:
    page = refusal_page("<script>", ['http://"onload='])
    assert "<script>" not in page
    assert '"onload' not in page


def ask(port: int, host: str, **headers: str) -> tuple[int, str, str]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": host, **headers})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


@pytest.mark.skipif(importlib.util.find_spec("uvicorn") is None, reason="the web extra is not installed")
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_server_for_a_class() -> None:
    command = [sys.executable, "-m", "kibitz", "web", "--host", "0.0.0.0", "--port", "0"]
    command += ["--name", "games.example"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            shown = [server.stdout.readline().strip() for _ in page_addresses("0.0.0.0", 1)]
            found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", shown[-1])
            assert found, shown
            port = int(found[1])
            assert shown == list(page_addresses("0.0.0.0", port))
            for url in shown:
                assert ask(port, url.removeprefix("http://").rstrip("/"))[0] == 200
            for name in (
                *own_names(),
                "games.example",
                f"games.example:{port}",
                "203.0.113.9",
                "[2001:db8::7]:1",
            ):
                assert ask(port, name)[0] == 200, name
            for name in ("evil.example", "10.0.0.1.evil.example", "games.example.evil"):
                status, kind, text = ask(port, name, Accept="text/html,*/*")
                assert (status, kind.partition(";")[0]) == (421, "text/html")
                assert f"http://127.0.0.1:{port}/" in text
                assert "can&rsquo;t be shown" in text
                status, kind, text = ask(port, name)
                assert (status, kind) == (421, "application/json")
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=30)
