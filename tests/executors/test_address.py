"""Addresses of clusters: their notation, and the file that only its owner may read."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.base.test_loopback import OTHERS

from kibitz.base.errors import BadFile, BadOption, KibitzError
from kibitz.executors.address import Address, new_certificate, read_address, write_address

OWN = Address("tls://10.0.0.5:8786", "certificate", "key")


def test_addresses_of_this_machine_and_such_that_are_written_in_full() -> None:
    for text, url in {
        "localhost:8786": "tcp://localhost:8786",
        "127.0.0.1:1": "tcp://127.0.0.1:1",
        "127.9.9.9:65535": "tcp://127.9.9.9:65535",
        "[::1]:8786": "tcp://[::1]:8786",
        "tcp://10.0.0.5:8786": "tcp://10.0.0.5:8786",
        "tls://other.example:8786": "tls://other.example:8786",
    }.items():
        assert read_address(text) == Address(url)


def test_invalid_addresses_are_refused() -> None:
    for text in (
        "",
        "localhost",
        "localhost:",
        ":8786",
        "localhost:0",
        "localhost:65536",
        "localhost:-1",
        "localhost:x",
        "http://localhost:8786",
        "tcp://localhost",
    ):
        with pytest.raises(BadOption, match="a cluster is local, local:4, HOST:PORT or a file"):
            read_address(text)


def test_another_machine_needs_a_certificate() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(
        BadOption, match=r"10\.0\.0\.5 is another machine.*use tcp://10\.0\.0\.5:8786 without one"
    ):
        read_address("10.0.0.5:8786")


@pytest.mark.parametrize("host", OTHERS)
def test_no_name_that_looks_like_this_machine_goes_without_a_certificate(host: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadOption, match="is another machine, which needs a certificate"):
        read_address(f"{host}:8786")


def test_a_file_is_for_its_owner_and_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "cluster"
    path.write_text("what was there before, for everybody to read")
    path.chmod(0o644)
    for address in (OWN, Address("tcp://127.0.0.1:8786")):
        write_address(address, path)
        assert read_address(str(path)) == address
        assert Address.from_json(address.to_json()) == address
        if os.name == "posix":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
    # A file of Dask's own has no certificate.
    path.write_text(json.dumps({"type": "Scheduler", "address": "tcp://10.0.0.5:8786"}))
    assert read_address(str(path)) == Address("tcp://10.0.0.5:8786")
    with pytest.raises(BadFile, match="can't be written: No such file"):
        write_address(OWN, tmp_path / "none" / "cluster")


def test_a_file_with_half_a_certificate_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cluster"
    for wrong in ({"certificate": "c"}, {"key": "k"}, {"address": 5}):
        path.write_text(json.dumps({"address": "tls://10.0.0.5:8786", **wrong}))
        with pytest.raises(BadFile, match="is not a cluster's address file"):
            read_address(str(path))
        with pytest.raises((ValueError, KeyError)):
            Address.from_json({"address": "tls://10.0.0.5:8786", **wrong})


def test_all_members_use_the_clusters_certificate() -> None:
    pytest.importorskip("distributed")
    security = OWN.security()
    assert security.require_encryption
    assert security.tls_ca_file == "certificate"
    for role in ("scheduler", "worker", "client"):
        assert security.get_tls_config_for_role(role) == {
            **security.get_tls_config_for_role(role),
            "ca_file": "certificate",
            "cert": "certificate",
            "key": "key",
        }
    assert Address("tcp://127.0.0.1:8786").security().tls_ca_file is None


def test_with_a_certificate_of_dasks_another_machine_is_spoken_to_in_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = SimpleNamespace(get_connection_args=lambda role: {"ssl_context": role})
    monkeypatch.setattr(Address, "security", lambda address: result)
    assert read_address("10.0.0.5:8786") == Address("tls://10.0.0.5:8786")
    assert read_address("localhost:8786") == Address("tcp://localhost:8786")


def test_a_new_certificate_and_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    made = SimpleNamespace(tls_ca_file="certificate", tls_client_key="key")
    monkeypatch.setattr(distributed.Security, "temporary", lambda: made)
    assert new_certificate() == ("certificate", "key")

    def fail() -> None:
        raise ImportError

    monkeypatch.setattr(distributed.Security, "temporary", fail)
    with pytest.raises(KibitzError, match="needs the package cryptography"):
        new_certificate()
