"""Network files: a magic line, a JSON header and the weights.

The header has the rules the network was made for, its shape, its provenance, and
checksums of itself and of the weights (little-endian 32-bit floats). A hostile
file can have correct checksums, so every field is checked.
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
from kibitz.base.json_input import parse_json
from kibitz.files.atomic_write import write_atomically
from kibitz.files.regular_file import read_regular_file

_MAGIC = b"kibitz network 1\n"
_LONGEST = 256 * 2**20
_LONGEST_HEAD = 2**20
_LONGEST_NAME = 10_000
#: Units of the value head's hidden layer, as in the core.
_VALUE_UNITS = 32
_FLOAT = 4
#: The core's limits (native/search/mcts/network.cpp).
_MOST_UNITS, _MOST_BLOCKS = 2**20, 1000
#: The kinds of hidden layers: fully connected, or 3×3 convolutions over the board.
KINDS = ("dense", "convolutional")
_KERNEL = 3 * 3


@dataclass(frozen=True)
class NetworkData:
    """The content of a network file."""

    #: The identity of the rules it was made for.
    rules: str
    planes: tuple[int, int, int]
    actions: int
    hidden: int
    blocks: int
    numbers: bytes
    #: How it was made: the command, games, positions, seconds.
    provenance: Mapping[str, Any] = field(default_factory=dict)
    #: One of `KINDS`; `hidden` is the number of filters of a convolutional network.
    kind: str = "dense"

    @property
    def board(self) -> tuple[int, int]:
        """The height and width that the core is told: 0 for a dense network."""
        return self.planes[1:] if self.kind == "convolutional" else (0, 0)

    @property
    def inputs(self) -> int:
        """The size of the input layer."""
        return math.prod(self.planes)

    @property
    def count(self) -> int:
        """The number of weights of a network of this shape."""
        first, features, each = self.inputs, self.hidden, 1
        if self.kind == "convolutional":
            first, features, each = self.planes[0], self.hidden * math.prod(self.planes[1:]), _KERNEL
        body = [(first, self.hidden), *[(self.hidden, self.hidden)] * (2 * self.blocks)]
        heads = [(features, self.actions), (features, _VALUE_UNITS), (_VALUE_UNITS, 1)]
        return sum((each * inputs + 1) * outputs for inputs, outputs in body) + sum(
            (inputs + 1) * outputs for inputs, outputs in heads
        )


def write_network(path: Path, network: NetworkData) -> None:
    """Write a network file atomically."""
    head: dict[str, Any] = {
        "rules": network.rules,
        "planes": list(network.planes),
        "actions": network.actions,
        "hidden": network.hidden,
        "blocks": network.blocks,
        "provenance": dict(network.provenance),
        "checksum": hashlib.sha256(network.numbers).hexdigest(),
    }
    if network.kind != "dense":  # earlier versions know no other kind and have no field for it
        head["kind"] = network.kind
    head["head"] = _head_checksum(head)
    write_atomically(path, _MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n" + network.numbers)


def read_network(path: Path) -> NetworkData:
    """Read a network file; BadFile if it is not one, or damaged."""
    data = read_regular_file(path, _LONGEST)
    if not data.startswith(_MAGIC):
        raise BadFile(f"{path}: is not a Kibitz network")
    line, _, numbers = data[len(_MAGIC) :].partition(b"\n")
    try:
        found, checksum = _described(line, numbers)
    except (ValueError, RecursionError) as refusal:
        reason = f": {refusal}" if isinstance(refusal, _Refusal) else ""
        raise BadFile(f"{path}: its header can't be read{reason}") from None
    if hashlib.sha256(numbers).hexdigest() != checksum:
        raise BadFile(f"{path}: is damaged: the checksum of its weights is wrong")
    if len(numbers) != _FLOAT * found.count:
        raise BadFile(
            f"{path}: a network of this shape has {found.count} weights of {_FLOAT} bytes each; "
            f"this file has {len(numbers)} bytes of weights"
        )
    if not math.isfinite(sum(array("f", numbers))):  # too few and too small to add up to infinity
        raise BadFile(f"{path}: some of its weights are infinite or NaN")
    return found


class _Refusal(ValueError):
    """A field is wrong; the message says how."""


def _described(line: bytes, numbers: bytes) -> tuple[NetworkData, str]:
    """Parse the header; return the network and the checksum that its weights must have."""
    if len(line) > _LONGEST_HEAD:
        raise _Refusal(f"it is longer than {_LONGEST_HEAD} bytes")
    head = parse_json(line)
    if not isinstance(head, dict):
        raise _Refusal("it is not a JSON object")
    # Files of early versions have no checksum of the header.
    if "head" in head and head["head"] != _head_checksum(head):
        raise _Refusal("it was changed or damaged")
    planes = head.get("planes")
    provenance = head.get("provenance")
    if not isinstance(provenance, dict):
        raise _Refusal("provenance must be a JSON object")
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
        kind=_kind(head),
    )
    if found.inputs > _MOST_UNITS:
        raise _Refusal(f"planes of more than {_MOST_UNITS} numbers")
    return found, _text(head, "checksum")


def _head_checksum(head: Mapping[str, Any]) -> str:
    """Return a checksum of all other fields."""
    fields = {name: value for name, value in head.items() if name != "head"}
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _whole(name: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _Refusal(f"{name} must be a whole number from {least} to {most}")
    return value


def _kind(head: Mapping[str, Any]) -> str:
    kind = head.get("kind", "dense")
    if kind not in KINDS:
        raise _Refusal(f"kind must be {' or '.join(KINDS)}")
    return str(kind)


def _text(head: Mapping[str, Any], name: str) -> str:
    value = head.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_NAME:
        raise _Refusal(f"{name} must be a text of 1 to {_LONGEST_NAME} characters")
    return value
