"""Networks as files: a line that says what it is, a line of JSON, and the numbers.

The JSON says for which rules it was made, its shape, how it came about, and a
checksum of the numbers, which are floats of four bytes, the lowest first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.files.plain_file import read_plain
from kibitz.files.whole_file import write_whole
from kibitz.words.errors import BadFile

_MAGIC = b"kibitz network 1\n"
_LONGEST = 256 * 2**20


@dataclass(frozen=True)
class NetworkData:
    """What a file of a network holds."""

    #: What tells the rules from all others that it was made for.
    rules: str
    planes: tuple[int, int, int]
    actions: int
    hidden: int
    blocks: int
    numbers: bytes
    #: Who made it how: the command, games, positions, seconds.
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def inputs(self) -> int:
        """Numbers of a position."""
        return self.planes[0] * self.planes[1] * self.planes[2]


def write_network(path: Path, network: NetworkData) -> None:
    """Write a network, whole or not at all."""
    head = {
        "rules": network.rules,
        "planes": list(network.planes),
        "actions": network.actions,
        "hidden": network.hidden,
        "blocks": network.blocks,
        "provenance": dict(network.provenance),
        "checksum": hashlib.sha256(network.numbers).hexdigest(),
    }
    write_whole(path, _MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n" + network.numbers)


def read_network(path: Path) -> NetworkData:
    """Read a network; BadFile if it is none, or damaged."""
    data = read_plain(path, _LONGEST)
    if not data.startswith(_MAGIC):
        raise BadFile(f"{path}: is no network of Kibitz")
    line, _, numbers = data[len(_MAGIC) :].partition(b"\n")
    try:
        head = json.loads(line)
        planes = tuple(map(int, head["planes"]))
        if len(planes) != 3 or not isinstance(head["provenance"], dict):
            raise ValueError(planes)
        found = NetworkData(
            str(head["rules"]),
            planes,
            int(head["actions"]),
            int(head["hidden"]),
            int(head["blocks"]),
            numbers,
            head["provenance"],
        )
        checksum = head["checksum"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadFile(f"{path}: what it says of itself can't be read") from None
    if hashlib.sha256(numbers).hexdigest() != checksum:
        raise BadFile(f"{path}: is damaged, its numbers are not those that were written")
    return found
