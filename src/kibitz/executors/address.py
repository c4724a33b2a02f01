"""Addresses of clusters and their TLS certificates: `HOST:PORT`, or a file with both.

A cluster runs any code that it is sent, so connections to other machines need a
shared certificate (TLS, as in Dask). The file written by `kibitz cluster start`
contains it and is readable by its owner only.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.base.errors import BadFile, BadOption, KibitzError, quoted
from kibitz.base.loopback import is_loopback
from kibitz.files.regular_file import read_regular_file

if TYPE_CHECKING:
    from distributed import Security

_LONGEST = 100_000


@dataclass(frozen=True)
class Address:
    """The URL of a scheduler, and the certificate and key of its cluster, if it has any."""

    url: str
    certificate: str | None = None
    key: str | None = None

    def security(self) -> Security:
        """Return the TLS settings for Dask: the cluster's own, or those of Dask's configuration."""
        from distributed import Security

        if self.certificate is None:
            return Security()
        roles = ("scheduler", "worker", "client")
        own: dict[str, Any] = {f"tls_{role}_cert": self.certificate for role in roles}
        own |= {f"tls_{role}_key": self.key for role in roles}
        return Security(tls_ca_file=self.certificate, require_encryption=True, **own)

    def to_json(self) -> dict[str, str | None]:
        """Return the address as plain data, including the key."""
        return {"address": self.url, "certificate": self.certificate, "key": self.key}

    @staticmethod
    def from_json(data: Any) -> Address:
        """Read what `to_json` wrote, or Dask's scheduler file, which has no certificate."""
        url, certificate, key = data["address"], data.get("certificate"), data.get("key")
        if not isinstance(url, str) or type(certificate) is not type(key):
            raise ValueError("the address or the certificate is missing")
        return Address(url, certificate, key)


def read_address(text: str) -> Address:
    """Parse `HOST:PORT`, `tcp://HOST:PORT`, `tls://HOST:PORT`, or the path of an address file."""
    path = Path(text)
    if path.is_file():
        try:
            return Address.from_json(json.loads(read_regular_file(path, _LONGEST)))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadFile(
                f"{path} is not a cluster's address file; kibitz cluster start --file FILE writes one"
            ) from None
    scheme, slashes, place = text.rpartition("://")
    host, colon, port = place.rpartition(":")
    if not (colon and host and port.isdecimal() and 0 < int(port) < 65536) or scheme not in (
        "",
        "tcp",
        "tls",
    ):
        raise BadOption(
            "a cluster is local, local:4, HOST:PORT or a file that kibitz cluster start wrote, "
            f"not {quoted(text)}"
        )
    if slashes:
        return Address(text)
    if is_loopback(host):
        return Address(f"tcp://{place}")
    if Address("").security().get_connection_args("client").get("ssl_context") is None:
        raise BadOption(
            f"{host} is another machine, which needs a certificate: give the file that kibitz cluster "
            f"start wrote there, or configure Dask's; use tcp://{place} without one if you trust the network"
        )
    return Address(f"tls://{place}")


def new_certificate() -> tuple[str, str]:
    """Create a certificate and its key for one cluster."""
    from distributed import Security

    try:
        made = Security.temporary()
    except ImportError:
        raise KibitzError(
            "a certificate needs the package cryptography (pip install '.[cluster]'), "
            "or configure one in Dask (docs/cluster.md)"
        ) from None
    return str(made.tls_ca_file), str(made.tls_client_key)


def write_address(address: Address, path: Path) -> None:
    """Write an address file that only its owner can read."""
    # A new file, so that no other process has it open.
    path.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            json.dump(address.to_json(), out, indent=1)
    except OSError as error:
        raise BadFile(f"{path} can't be written: {error.strerror or error}") from None
