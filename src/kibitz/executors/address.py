"""Where a cluster is, and what it takes to be let in: `HOST:PORT`, or a file that says both.

A cluster runs whatever code it is sent, so on other machines than this one
everybody has to show the same certificate (TLS, Dask's own). The file that
`kibitz cluster start` writes holds it, and nobody else may read that.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.base.errors import BadFile, BadOption, KibitzError, quoted
from kibitz.base.loopback import is_loopback
from kibitz.files.regular_file import read_plain

if TYPE_CHECKING:
    from distributed import Security

_LONGEST = 100_000


@dataclass(frozen=True)
class Address:
    """Where a scheduler listens, and the certificate and key of its cluster, if it has its own."""

    url: str
    certificate: str | None = None
    key: str | None = None

    def security(self) -> Security:
        """What Dask asks for: the cluster's own, or what Dask's settings say."""
        from distributed import Security

        if self.certificate is None:
            return Security()
        roles = ("scheduler", "worker", "client")
        own: dict[str, Any] = {f"tls_{role}_cert": self.certificate for role in roles}
        own |= {f"tls_{role}_key": self.key for role in roles}
        return Security(tls_ca_file=self.certificate, require_encryption=True, **own)

    def to_json(self) -> dict[str, str | None]:
        """All of it as plain data, the key too."""
        return {"address": self.url, "certificate": self.certificate, "key": self.key}

    @staticmethod
    def from_json(data: Any) -> Address:
        """Read what `to_json` wrote, or a file of Dask's own, which has no certificate."""
        url, certificate, key = data["address"], data.get("certificate"), data.get("key")
        if not isinstance(url, str) or type(certificate) is not type(key):
            raise ValueError("the address or the certificate is missing")
        return Address(url, certificate, key)


def read_address(text: str) -> Address:
    """The address that a person gives: `HOST:PORT`, `tcp://HOST:PORT`, `tls://HOST:PORT`, or a file."""
    path = Path(text)
    if path.is_file():
        try:
            return Address.from_json(json.loads(read_plain(path, _LONGEST)))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadFile(
                f"{path} says nothing of a cluster; kibitz cluster start --file FILE writes one that does"
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
            f"{host} is another machine, so there must be a certificate: give the file that kibitz cluster "
            f"start wrote there, or tell Dask of yours; tcp://{place} does without, if you trust the network"
        )
    return Address(f"tls://{place}")


def new_certificate() -> tuple[str, str]:
    """A certificate and its key, for one cluster."""
    from distributed import Security

    try:
        made = Security.temporary()
    except ImportError:
        raise KibitzError(
            "a certificate needs the package cryptography (pip install 'kibitz[cluster]'), "
            "or tell Dask of one of yours (docs/cluster.md)"
        ) from None
    return str(made.tls_ca_file), str(made.tls_client_key)


def write_address(address: Address, path: Path) -> None:
    """Write a file that lets its owner, and nobody else, into the cluster."""
    # Made anew, so that nobody has it open from before.
    path.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            json.dump(address.to_json(), out, indent=1)
    except OSError as error:
        raise BadFile(f"{path} can't be written: {error.strerror or error}") from None
