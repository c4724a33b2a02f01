"""Networks as files: a line that says what it is, a line of JSON, and the numbers.

The JSON says for which rules it was made, its shape, how it came about, and
checksums of itself and of the numbers, which are floats of four bytes, the
lowest first. Anybody can write such a file, with checksums that are right, so
every field is checked before anything is made of it.
"""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadFile
from kibitz.files.atomic_write import write_whole
from kibitz.files.regular_file import read_plain

_MAGIC = b"kibitz network 1\n"
_LONGEST = 256 * 2**20
_LONGEST_HEAD = 2**20
_LONGEST_NAME = 10_000
#: Between the last block and the value, as in the core.
_VALUE_UNITS = 32
_FLOAT = 4
#: What the core takes (native/search/mcts/network.cpp).
_MOST_UNITS, _MOST_BLOCKS = 2**20, 1000


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
        return math.prod(self.planes)

    @property
    def count(self) -> int:
        """How many numbers a network of this shape has."""
        inside = [(self.hidden, self.hidden)] * (2 * self.blocks)
        values = [(self.hidden, _VALUE_UNITS), (_VALUE_UNITS, 1)]
        layers = [(self.inputs, self.hidden), *inside, (self.hidden, self.actions), *values]
        return sum((inputs + 1) * outputs for inputs, outputs in layers)


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
    head["head"] = _head_checksum(head)
    write_whole(path, _MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n" + network.numbers)


def read_network(path: Path) -> NetworkData:
    """Read a network; BadFile if it is none, or damaged."""
    data = read_plain(path, _LONGEST)
    if not data.startswith(_MAGIC):
        raise BadFile(f"{path}: is no network of Kibitz")
    line, _, numbers = data[len(_MAGIC) :].partition(b"\n")
    try:
        found, checksum = _described(line, numbers)
    except (ValueError, RecursionError) as refusal:
        reason = f": {refusal}" if isinstance(refusal, _Refusal) else ""
        raise BadFile(f"{path}: what it says of itself can't be read{reason}") from None
    if hashlib.sha256(numbers).hexdigest() != checksum:
        raise BadFile(f"{path}: is damaged, its numbers are not those that were written")
    if len(numbers) != _FLOAT * found.count:
        raise BadFile(
            f"{path}: a network of this shape has {found.count} numbers of {_FLOAT} bytes each; "
            f"this file has {len(numbers)} bytes of them"
        )
    if not math.isfinite(sum(array("f", numbers))):  # too few and too small to add up to infinity
        raise BadFile(f"{path}: some of its numbers are infinite or none at all")
    return found


class _Refusal(ValueError):
    """Says what is wrong with a field."""


def _described(line: bytes, numbers: bytes) -> tuple[NetworkData, str]:
    """The network that a line describes, and the checksum that its numbers must have."""
    if len(line) > _LONGEST_HEAD:
        raise _Refusal(f"it is longer than {_LONGEST_HEAD} bytes")
    head = json.loads(line)
    if not isinstance(head, dict):
        raise _Refusal("it is not an object with fields")
    # Files of early versions don't have it.
    if "head" in head and head["head"] != _head_checksum(head):
        raise _Refusal("it was changed or damaged")
    planes = head.get("planes")
    provenance = head.get("provenance")
    if not isinstance(provenance, dict):
        raise _Refusal("provenance must be an object with fields")
    if not isinstance(planes, list) or len(planes) != 3:
        raise _Refusal("planes must be a list of three numbers")
    count, height, width = (_whole("planes", size, 1, _MOST_UNITS) for size in planes)
    found = NetworkData(
        rules=_text(head, "rules"),
        planes=(count, height, width),
        actions=_whole("actions", head.get("actions"), 1, _MOST_UNITS),
        hidden=_whole("hidden", head.get("hidden"), 1, _MOST_UNITS),
        blocks=_whole("blocks", head.get("blocks"), 0, _MOST_BLOCKS),
        numbers=numbers,
        provenance=provenance,
    )
    if found.inputs > _MOST_UNITS:
        raise _Refusal(f"planes of more than {_MOST_UNITS} numbers")
    return found, _text(head, "checksum")


def _head_checksum(head: Mapping[str, Any]) -> str:
    """A checksum of all fields but itself."""
    told = {name: value for name, value in head.items() if name != "head"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _whole(name: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _Refusal(f"{name} must be a whole number from {least} to {most}")
    return value


def _text(head: Mapping[str, Any], name: str) -> str:
    value = head.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_NAME:
        raise _Refusal(f"{name} must be a text of 1 to {_LONGEST_NAME} characters")
    return value
