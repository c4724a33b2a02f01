"""The file format of tables, independent of their layout.

    header        magic, format version, sizes of the next two parts, their checksums
    description   JSON: the game and rules it belongs to, its layout, where each section lies
    checksums     a CRC-32 for each block of the payload
    payload       the sections, from the next multiple of 4,096 bytes to the end of the file

Checksums cover every byte, and the description gives the length of the file, so
a truncated or changed file is detected. docs/formats.md has the details.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from kibitz import _core
from kibitz.base.errors import BadFile
from kibitz.base.json_input import parse_json
from kibitz.files.regular_file import open_regular_file
from kibitz.files.sections import Bytes, Section, pieces_of

MAGIC = b"\x89KBZTAB\n"  # not text in any encoding, and spoiled by line-end conversion
VERSION = 2
BLOCK = 1 << 16
_ALIGN = 4096
_FIXED = struct.Struct("<8sIIIII")  # magic, version, two lengths, their two checksums
_LONGEST_DESCRIPTION = 1 << 20

#: The fields of every description.
_FACTS = {
    "game": str,
    "rules": str,
    "rules_version": int,
    "layout": str,
    "positions": int,
    "sections": dict,
    "block": int,
}
#: The core counts in 64 bits; the largest block that is accepted.
_MOST = 2**63
_LARGEST_BLOCK = 1 << 30

#: A file up to this size is checked completely when it is opened; in a larger one, if the layout
#: allows it, each block is checked when it is first read.
LARGE = 1 << 24


def _payload_start(description_length: int, checksums_length: int) -> int:
    end = _FIXED.size + description_length + checksums_length
    return -(-end // _ALIGN) * _ALIGN


def _blocks(pieces: Sequence[Bytes]) -> Iterator[bytes]:
    """Yield the concatenated pieces in blocks."""
    held = bytearray()
    for piece in pieces:
        for at in range(0, len(piece), BLOCK):
            held += piece[at : at + BLOCK]
            if len(held) >= BLOCK:
                yield bytes(held[:BLOCK])
                del held[:BLOCK]
    if held:
        yield bytes(held)


def write(out: BinaryIO, facts: Mapping[str, Any], sections: Mapping[str, Section]) -> None:
    """Write a table: description, checksums and sections."""
    layout: dict[str, list[int]] = {}
    end = 0
    for name, section in sections.items():
        length = sum(len(piece) for piece in pieces_of(section))
        layout[name] = [end, length]
        end += length
    description = json.dumps({**facts, "sections": layout, "block": BLOCK}, sort_keys=True).encode()
    parts = [piece for section in sections.values() for piece in pieces_of(section)]
    sums = [zlib.crc32(block) for block in _blocks(parts)]
    checksums = struct.pack(f"<{len(sums)}I", *sums)
    out.write(
        _FIXED.pack(
            MAGIC, VERSION, len(description), len(checksums), zlib.crc32(description), zlib.crc32(checksums)
        )
    )
    out.write(description)
    out.write(checksums)
    start = _payload_start(len(description), len(checksums))
    out.write(bytes(start - _FIXED.size - len(description) - len(checksums)))
    for part in parts:
        out.write(part)


def read_description(text: bytes) -> dict[str, Any] | str:
    """Parse a description; return its fields, or a text that names the fault."""
    try:
        facts = parse_json(text)
    except (ValueError, RecursionError):
        return "its description can't be read"
    if not isinstance(facts, dict):
        return "its description is not a JSON object"
    for name, kind in _FACTS.items():
        if name not in facts:
            return f"its description has no {name}"
        if type(facts[name]) is not kind:
            return f"its {name} has the wrong type"
    if not (0 <= facts["positions"] < _MOST and 0 <= facts["rules_version"] < _MOST):
        return "its number of positions or its rules version is out of range"
    if not 1 <= facts["block"] <= _LARGEST_BLOCK:
        return "its block size is out of range"
    return facts if _follow_each_other(facts["sections"].values()) else "its sections overlap or leave gaps"


def _follow_each_other(sections: Iterable[object]) -> bool:
    """Whether sections are contiguous from the beginning of the payload on."""
    places = []
    for place in sections:
        if not isinstance(place, list) or [type(number) for number in place] != [int, int]:
            return False
        places.append((place[0], place[1]))
    end = 0
    for at, length in sorted(places):
        if at != end or not 0 <= length < _MOST:
            return False
        end += length
    return True


class TableFile:
    """A table file mapped into memory; the description is checked at once, blocks when they are read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with open_regular_file(path) as file:
                size = file.seek(0, 2)
                if size < _FIXED.size:
                    raise BadFile(f"{path} is not a table, or was truncated")
                self._file = _core.MappedFile(file.fileno())
        except OSError as error:
            raise BadFile(f"{path} can't be read: {error.strerror or error}") from None
        self._map = memoryview(cast("Any", self._file))  # the stub does not say that it is a buffer
        self.size = len(self._map)
        self._all_checked = False
        self.facts, self._sums, self._start = self._read_head()

    def _read_head(self) -> tuple[dict[str, Any], memoryview, int]:
        magic, version, long, wide, sum_long, sum_wide = _FIXED.unpack_from(self._map)
        if magic != MAGIC:
            raise BadFile(f"{self.path} is not a Kibitz table")
        if version != VERSION:
            raise BadFile(
                f"{self.path} is a table of format {version}; this program reads format {VERSION}. "
                "Remove it and solve the game again"
            )
        start = _payload_start(long, wide)
        if long > _LONGEST_DESCRIPTION or wide % 4 or start > self.size:
            raise self._corrupt("its header is damaged or it was truncated")
        description = self._map[_FIXED.size : _FIXED.size + long]
        sums = self._map[_FIXED.size + long : _FIXED.size + long + wide]
        padding = self._map[_FIXED.size + long + wide : start]
        if zlib.crc32(description) != sum_long or zlib.crc32(sums) != sum_wide or any(padding):
            raise self._corrupt("its header is damaged")
        facts = read_description(bytes(description))
        if isinstance(facts, str):
            raise self._corrupt(facts)
        payload = sum(length for _, length in facts["sections"].values())
        if self.size != start + payload or wide != 4 * -(-payload // facts["block"]):
            raise self._corrupt(f"it should be {start + payload:,} bytes long and is {self.size:,}")
        return facts, sums, start

    def _corrupt(self, why: str) -> BadFile:
        if self._file.is_truncated:
            why = "another program truncated it, or its disk cannot be read"
        return BadFile(f"{self.path} can't be trusted: {why}. Remove it and solve the game again")

    @property
    def payload(self) -> int:
        """The length of all sections in bytes."""
        return self.size - self._start

    @property
    def blocks(self) -> int:
        """The number of blocks that have a checksum."""
        return len(self._sums) // 4

    def block(self, number: int) -> memoryview:
        """Return a block of the payload, checked."""
        self.check_blocks(number, number + 1)
        at = self._start + number * int(self.facts["block"])
        return self._map[at : at + int(self.facts["block"])]

    def has(self, name: str) -> bool:
        """Whether there is such a section."""
        return name in self.facts["sections"]

    def section(self, name: str) -> memoryview:
        """Return a section, mapped from the file, with every block checked."""
        return self.read_range(name, 0, self._place(name)[1])

    def read_range(self, name: str, begin: int, end: int) -> memoryview:
        """Return some bytes of a section, with the blocks that contain them checked."""
        at, length = self._place(name)
        block = self.facts["block"]
        begin, end = at + begin, at + min(end, length)
        self.check_blocks(begin // block, -(-end // block))
        return self._map[self._start + begin : self._start + end]

    def copy_section(self, name: str) -> bytes:
        """Return a copy of a section, independent of the file."""
        data = bytes(self.section(name))
        if self._file.is_truncated:
            raise self._corrupt("")
        return data

    def lazy_section(self, name: str) -> tuple[_core.Payload, int, int]:
        """Return a section as a payload of the core that checks blocks when they are first read."""
        at, length = self._place(name)
        if self._all_checked:
            return _core.Payload(self._map[self._start :], b"", self.facts["block"]), at, length
        return _core.Payload(self._map[self._start :], self._sums, self.facts["block"]), at, length

    def _place(self, name: str) -> tuple[int, int]:
        if not self.has(name):
            raise self._corrupt(f"its section {name!r} is missing")
        at, length = self.facts["sections"][name]
        return at, length

    def check_blocks(self, first: int = 0, end: int | None = None) -> None:
        """Compare blocks of the payload with their checksums: all by default."""
        block = self.facts["block"]
        sums = struct.unpack(f"<{len(self._sums) // 4}I", self._sums)[first:end]
        for number, expected in enumerate(sums, start=first):
            at = self._start + number * block
            if zlib.crc32(self._map[at : at + block]) != expected:
                raise self._corrupt(f"the checksum of its block {number} is wrong")
        if first == 0 and end is None:
            self._all_checked = True
